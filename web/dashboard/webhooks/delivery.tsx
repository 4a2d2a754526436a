import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import type { WebhookDelivery } from '../api/shapes.ts';
import { useChange } from '../api/use-change.ts';
import { webhookMessages } from '../messages/en-webhooks.ts';
import { Allowed } from '../ui/allowed.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Code } from '../ui/copy.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Notice } from '../ui/notice.tsx';
import { Refused } from '../ui/page-error.tsx';
import { Text } from '../ui/text.tsx';
import { Time } from '../ui/time.tsx';
import type { DeliveryLog } from './delivery-logs.ts';
import { deliveryQuery } from './queries.ts';

const messages = webhookMessages.log;

const STYLES = { pending: 'plain', delivered: 'good', failed: 'stop', skipped: 'warn' } as const;

interface Props {
  readonly log: DeliveryLog;
  readonly delivery: WebhookDelivery;
}

/** A delivery in one line, with what was sent and answered behind a button. */
export function Delivery({ log, delivery }: Props): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const { id, eventType, status, createdAt, isTest, replayOf } = delivery;
  const { lastResponseStatus, lastDurationMs } = delivery;
  return (
    <li className="border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Badge kind={STYLES[status]}>{messages.statuses[status]}</Badge>
        <span className="font-medium wrap-anywhere">{eventType}</span>
        {isTest && <Badge kind="plain">{messages.test}</Badge>}
        {replayOf !== null && <Badge kind="plain">{messages.replayOf}</Badge>}
        <span className="text-muted">
          {lastResponseStatus ?? messages.noAnswer}
          {lastDurationMs !== null && ` · ${messages.took(lastDurationMs)}`}
        </span>
        <span className="text-muted sm:ml-auto">
          <Time at={createdAt} />
        </span>
        <Button kind="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {messages.details}
        </Button>
      </div>
      {isOpen && <Details log={log} deliveryId={id} canReplay={status !== 'pending'} />}
    </li>
  );
}

interface DetailsProps extends Pick<Props, 'log'> {
  readonly deliveryId: string;
  /** What is still being sent cannot be sent again. */
  readonly canReplay: boolean;
}

function Details({ log, deliveryId, canReplay }: DetailsProps): ReactElement {
  const delivery = useQuery(deliveryQuery(log, deliveryId));
  const replay = useChange((header) => log.replayOne(deliveryId, header), ['deliveries']);
  return (
    <div className="mt-2 grid gap-3 rounded-lg bg-soft p-4">
      <Loaded of={delivery}>
        {({ id, attempts, body }) => (
          <>
            <p className="text-sm">
              <span className="text-muted">{messages.deliveryId}</span>{' '}
              <Code text={id} what={messages.deliveryId} />
            </p>
            {attempts.map((attempt) => (
              <div key={attempt.retryCount}>
                <h3 className="font-semibold">{messages.attempt(attempt.retryCount + 1)}</h3>
                <p className="text-muted">
                  <Time at={attempt.startedAt} /> · {messages.took(attempt.durationMs)} ·{' '}
                  {attempt.responseStatus ?? plainText(attempt.failure ?? messages.noAnswer)}
                </p>
                <Text title={messages.headers} text={writeHeaders(attempt.requestHeaders)} />
                {attempt.responseExcerpt !== null && attempt.responseExcerpt !== '' && (
                  <Text title={messages.response} text={attempt.responseExcerpt} />
                )}
              </div>
            ))}
            <Text title={messages.body} text={indent(body)} />
          </>
        )}
      </Loaded>
      <Refused error={replay.error} />
      {replay.isSuccess && (
        <Notice kind="good" live>
          {messages.replayed}
        </Notice>
      )}
      {canReplay && (
        <Allowed to={log.replayOneOperation}>
          <Button
            onClick={() => replay.mutate()}
            busy={replay.isPending}
            className="justify-self-start"
          >
            {messages.replay}
          </Button>
        </Allowed>
      )}
    </div>
  );
}

/** One a line, as HTTP writes them. */
function writeHeaders(headers: Readonly<Record<string, unknown>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n');
}

/** As people read JSON; what is signed has no such spaces. */
function indent(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}
