import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { historyQuery } from '../api/queries.ts';
import type { OwnedSecurePayment, RequestDetails } from '../api/shapes.ts';
import { paymentMessages } from '../messages/en-payment.ts';
import { Card } from '../ui/page.tsx';
import { Refused } from '../ui/page-error.tsx';
import { Time } from '../ui/time.tsx';
import { type Moment, momentsOf } from './moments.ts';

const messages = paymentMessages.timeline;

interface Props {
  readonly request: RequestDetails;
  readonly link: OwnedSecurePayment | undefined;
}

/** What happened to a request, oldest first, by the API's word alone: on its page, on the network, and at the webhooks. */
export function Timeline({ request, link }: Props): ReactElement {
  const history = useQuery(historyQuery(request.requestId));
  const moments = momentsOf(request, link, history.data?.events ?? []);
  const isUnpaid = request.payments.length + request.pendingPayments.length === 0;
  return (
    <Card title={messages.title}>
      <ol className="grid gap-4 border-l-2 border-line pl-5">
        {moments.map((moment) => (
          <li key={moment.key} className="relative">
            <span
              aria-hidden="true"
              className={`absolute top-1.5 -left-[1.6875rem] size-3 rounded-full border-2 border-card ${DOTS[moment.kind]}`}
            />
            <p className="font-medium wrap-anywhere">{moment.what}</p>
            <p className="text-sm text-muted wrap-anywhere">
              <Time at={moment.at} />
              <More moment={moment} />
            </p>
          </li>
        ))}
      </ol>
      {isUnpaid && <p className="mt-4 text-muted">{messages.nothing}</p>}
      <Refused error={history.data === undefined ? history.error : null} />
    </Card>
  );
}

const DOTS = { good: 'bg-accent', stop: 'bg-stop-text', plain: 'bg-field-line' } as const;

function More({ moment: { block, webhook } }: { readonly moment: Moment }): ReactNode {
  return (
    <>
      {block !== undefined && ` · ${messages.inBlock(block)}`}
      {webhook !== undefined && (
        <>
          {' · '}
          <Link to="/webhooks/$webhookId" params={{ webhookId: webhook.id }} className="underline">
            {plainText(webhook.url)}
          </Link>
          {webhook.failure !== null && ` · ${plainText(webhook.failure)}`}
        </>
      )}
    </>
  );
}
