import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactElement, useState } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import type { AuditEntry } from '../api/shapes.ts';
import { activityMessages } from '../messages/en-activity.ts';
import { Button, buttonStyle } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Empty } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { Text } from '../ui/text.tsx';
import { Time } from '../ui/time.tsx';
import { type AuditSearch, readAuditSearch } from './search.ts';

const messages = activityMessages.audit;

/** Where a log stands in the dashboard. */
type LogAddress = '/audit' | '/admin/audit';

interface FilterProps {
  readonly address: LogAddress;
  readonly search: AuditSearch;
  /** An action that the log may hold. */
  readonly example: string;
}

/** Chooses the entries of one action; an empty text chooses all of them. */
export function AuditFilter({ address, search, example }: FilterProps): ReactElement {
  const navigate = useNavigate();
  const [written, setWritten] = useState(search.action ?? '');
  const show = (action: string) =>
    void navigate({ to: address, search: readAuditSearch({ action }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    show(written.trim());
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-60">
        <TextField
          label={messages.action}
          placeholder={example}
          spellCheck={false}
          value={written}
          onText={setWritten}
        />
      </div>
      <Button type="submit">{messages.apply}</Button>
      {search.action !== undefined && <Button onClick={() => show('')}>{messages.clear}</Button>}
    </form>
  );
}

interface PageProps {
  readonly address: LogAddress;
  readonly search: AuditSearch;
  readonly page: { readonly entries: readonly AuditEntry[]; readonly nextCursor: string | null };
  /** What the log would show, where no filter leaves anything out. */
  readonly emptyText: string;
}

/** A page of a log, or that there is nothing on it, and the ways to other pages. */
export function AuditPage({ address, search, page, emptyText }: PageProps): ReactElement {
  const { action, cursor } = search;
  return (
    <>
      <Entries
        entries={page.entries}
        emptyText={action === undefined ? emptyText : messages.filteredText}
      />
      <Pager cursor={cursor} nextCursor={page.nextCursor}>
        {(to, label) => (
          <Link
            key={label}
            to={address}
            search={readAuditSearch({ action, cursor: to })}
            className={buttonStyle('secondary')}
          >
            {label}
          </Link>
        )}
      </Pager>
    </>
  );
}

interface EntriesProps {
  readonly entries: readonly AuditEntry[];
  readonly emptyText: string;
}

function Entries({ entries, emptyText }: EntriesProps): ReactElement {
  if (entries.length === 0) return <Empty title={messages.empty} text={emptyText} />;
  return (
    <ul>
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ul>
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
