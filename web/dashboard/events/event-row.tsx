import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { FoundEvent } from '../api/shapes.ts';
import { eventMessages as messages } from '../messages/en-events.ts';
import { CopyButton } from '../ui/copy.tsx';
import { Text } from '../ui/text.tsx';
import { Time } from '../ui/time.tsx';
import { writeJson } from '../ui/write-json.ts';
import { isEventType } from './filters.ts';

/** One event; its body is unfolded. */
export function EventRow({ event }: { readonly event: FoundEvent }): ReactElement {
  const { id, type, createdAt, requestId, payload } = event;
  const json = writeJson(payload);
  return (
    <li className="border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold wrap-anywhere">
          {isEventType(type) ? messages.types[type] : type}
        </span>
        <span className="text-muted">
          <Time at={createdAt} />
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-x-4">
        <code className="font-mono text-sm text-muted wrap-anywhere">{type}</code>
        {requestId !== null && (
          <Link
            to="/payments/$requestId"
            params={{ requestId }}
            className="inline-flex min-h-8 items-center text-sm font-medium text-accent underline"
          >
            {messages.payment}
          </Link>
        )}
      </div>
      <details>
        <summary className="inline-flex min-h-8 items-center text-sm font-medium text-accent underline">
          {messages.body}
        </summary>
        <div className="mt-1 grid gap-2">
          <Text title={`${messages.bodyTitle} · ${id}`} text={json} />
          <div>
            <CopyButton text={json} what={messages.json} label={messages.copy} />
          </div>
        </div>
      </details>
    </li>
  );
}
