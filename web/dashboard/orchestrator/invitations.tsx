import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { linkIntentsQuery } from '../api/queries.ts';
import type { LinkIntent } from '../api/shapes.ts';
import { orchestratorMessages } from '../messages/en-orchestrator.ts';
import { Badge } from '../ui/badge.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Card, Empty } from '../ui/page.tsx';
import { Time, useNow } from '../ui/time.tsx';

const messages = orchestratorMessages.invitations;

const MINUTE_MS = 60_000;

/** Which platforms were invited, the newest first, and what became of it. */
export function Invitations(): ReactElement {
  const invitations = useQuery(linkIntentsQuery);
  return (
    <Card title={messages.title}>
      <Loaded of={invitations}>
        {(page) =>
          page === null || page.intents.length === 0 ? (
            <Empty {...messages.empty} />
          ) : (
            <>
              <ul>
                {page.intents.map((intent) => (
                  <Row key={intent.id} intent={intent} />
                ))}
              </ul>
              {page.nextCursor !== null && (
                <p className="mt-3 text-muted">{messages.more(page.intents.length)}</p>
              )}
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function Row({ intent }: { readonly intent: LinkIntent }): ReactElement {
  const { clientIdName, externalId, used, createdAt, updatedAt, expiresAt } = intent;
  const isOver = Date.parse(expiresAt) <= useNow(MINUTE_MS);
  const status = used ? 'used' : isOver ? 'expired' : 'open';
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold wrap-anywhere">{plainText(clientIdName)}</p>
        {externalId !== null && <p className="wrap-anywhere">{plainText(externalId)}</p>}
        <p className="flex flex-wrap gap-x-4 text-sm text-muted">
          <span>
            {messages.made} <Time at={createdAt} />
          </span>
          <span>
            {messages.times[status]} <Time at={used ? updatedAt : expiresAt} />
          </span>
        </p>
      </div>
      <Badge kind={STYLES[status]}>{messages.statuses[status]}</Badge>
    </li>
  );
}

const STYLES = { used: 'good', open: 'plain', expired: 'warn' } as const;
