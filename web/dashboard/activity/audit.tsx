import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type FormEvent, type ReactElement, useState } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { auditQuery } from '../api/queries.ts';
import type { AuditEntry } from '../api/shapes.ts';
import { messages as common } from '../messages/en.ts';
import { activityMessages } from '../messages/en-activity.ts';
import { Button, buttonStyle } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Card, Empty, Page } from '../ui/page.tsx';
import { Text } from '../ui/text.tsx';
import { Time } from '../ui/time.tsx';
import { readAuditSearch } from './search.ts';

const messages = activityMessages.audit;
const route = getRouteApi('/audit');

/** What was done in the account, newest first. */
export function Audit(): ReactElement {
  const search = route.useSearch();
  const entries = useQuery(auditQuery(search));
  return (
    <Page title={messages.title} lead={messages.lead}>
      <Filter key={search.action} action={search.action ?? ''} />
      <Card>
        <Loaded of={entries}>
          {({ entries: rows, nextCursor }) => (
            <>
              {rows.length === 0 && (
                <Empty
                  title={messages.empty}
                  text={search.action === undefined ? messages.emptyText : messages.filteredText}
                />
              )}
              <ul>
                {rows.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </ul>
              <div className="mt-4 flex gap-2 empty:hidden">
                {search.cursor !== undefined && (
                  <Link
                    to="/audit"
                    search={readAuditSearch({ action: search.action })}
                    className={buttonStyle('secondary')}
                  >
                    {common.newest}
                  </Link>
                )}
                {nextCursor !== null && (
                  <Link
                    to="/audit"
                    search={readAuditSearch({ action: search.action, cursor: nextCursor })}
                    className={buttonStyle('secondary')}
                  >
                    {common.older}
                  </Link>
                )}
              </div>
            </>
          )}
        </Loaded>
      </Card>
    </Page>
  );
}

function Filter({ action }: { readonly action: string }): ReactElement {
  const navigate = route.useNavigate();
  const [written, setWritten] = useState(action);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void navigate({ search: readAuditSearch({ action: written.trim() }) });
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-60">
        <TextField
          label={messages.action}
          placeholder={messages.actionHint}
          spellCheck={false}
          value={written}
          onText={setWritten}
        />
      </div>
      <Button type="submit">{messages.apply}</Button>
      {action !== '' && (
        <Link to="/audit" search={{}} className={buttonStyle('secondary')}>
          {messages.clear}
        </Link>
      )}
    </form>
  );
}

function Entry({ entry }: { readonly entry: AuditEntry }): ReactElement {
  const { actor, action, object, details, ipAddress, correlationId, createdAt } = entry;
  return (
    <li className="border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold wrap-anywhere">{action}</span>
        <span className="text-muted">
          <Time at={createdAt} />
        </span>
      </div>
      <p className="text-sm text-muted wrap-anywhere">
        {object.kind} {plainText(object.id)} · {messages.by} {actor.kind}
        {ipAddress !== null && ` · ${messages.from} ${ipAddress}`}
      </p>
      <details className="mt-1">
        <summary className="inline-flex min-h-8 items-center text-sm font-medium text-accent underline">
          {messages.details}
        </summary>
        <Text
          title={`${messages.correlation} ${correlationId ?? '–'}`}
          text={JSON.stringify({ actor, object, details }, undefined, 2)}
        />
      </details>
    </li>
  );
}
