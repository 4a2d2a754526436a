import { type FormEvent, type ReactElement, useState } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import type { AuditEntry } from '../api/shapes.ts';
import { activityMessages } from '../messages/en-activity.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Empty } from '../ui/page.tsx';
import { Text } from '../ui/text.tsx';
import { Time } from '../ui/time.tsx';

const messages = activityMessages.audit;

interface FilterProps {
  readonly action: string;
  /** An action that the log may hold. */
  readonly example: string;
  /** Shows one action; an empty text shows all of them. */
  readonly onAction: (action: string) => void;
}

/** Chooses the entries of one action. */
export function AuditFilter({ action, example, onAction }: FilterProps): ReactElement {
  const [written, setWritten] = useState(action);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAction(written.trim());
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
      {action !== '' && <Button onClick={() => onAction('')}>{messages.clear}</Button>}
    </form>
  );
}

interface EntriesProps {
  readonly entries: readonly AuditEntry[];
  /** What the log would show, where no filter leaves anything out. */
  readonly emptyText: string;
  readonly isFiltered: boolean;
}

/** Entries of a log, or that there is none. */
export function AuditEntries({ entries, emptyText, isFiltered }: EntriesProps): ReactElement {
  if (entries.length === 0) {
    return <Empty title={messages.empty} text={isFiltered ? messages.filteredText : emptyText} />;
  }
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
