import type { ReactElement } from 'react';
import type { OwnedSecurePayment, RequestDetails } from '../api/shapes.ts';
import { paymentMessages } from '../messages/en-payment.ts';
import { readCurrencyId } from '../ui/currency-id.ts';
import { Card } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';

const messages = paymentMessages.timeline;

/** Something that happened, and when. */
interface Moment {
  readonly key: string;
  readonly what: string;
  readonly at: string;
  readonly block?: number;
}

interface Props {
  readonly request: RequestDetails;
  readonly link: OwnedSecurePayment | undefined;
}

/** What happened to a request, oldest first, by the API's word alone. */
export function Timeline({ request, link }: Props): ReactElement {
  const moments = [...momentsOfLink(link), ...momentsOfPayments(request)].sort(
    (one, other) => Date.parse(one.at) - Date.parse(other.at),
  );
  const isUnpaid = request.payments.length + request.pendingPayments.length === 0;
  return (
    <Card title={messages.title}>
      <ol className="grid gap-4 border-l-2 border-line pl-5">
        {moments.map(({ key, what, at, block }) => (
          <li key={key} className="relative">
            <span
              aria-hidden="true"
              className="absolute top-1.5 -left-[1.6875rem] size-3 rounded-full border-2 border-card bg-accent"
            />
            <p className="font-medium wrap-anywhere">{what}</p>
            <p className="text-sm text-muted">
              <Time at={at} />
              {block !== undefined && ` · ${messages.inBlock(block)}`}
            </p>
          </li>
        ))}
      </ol>
      {isUnpaid && <p className="mt-4 text-muted">{messages.nothing}</p>}
    </Card>
  );
}

function momentsOfLink(link: OwnedSecurePayment | undefined): readonly Moment[] {
  if (link === undefined) return [];
  const { createdAt, expiresAt, status } = link;
  return [
    { key: 'created', what: messages.created, at: createdAt },
    ...(status === 'pending' || status === 'expired'
      ? [
          {
            key: 'expires',
            what: messages[status === 'expired' ? 'expired' : 'expires'],
            at: expiresAt,
          },
        ]
      : []),
  ];
}

function momentsOfPayments({ payments, pendingPayments }: RequestDetails): readonly Moment[] {
  const counted = payments.flatMap((payment) =>
    (['seen', 'confirmed', 'finalized'] as const).flatMap((name) => {
      const milestone = payment[name];
      if (milestone === null) return [];
      const what = messages[name](
        `${payment.amount} ${readCurrencyId(payment.paymentCurrency).symbol}`,
      );
      const { at, blockNumber } = milestone;
      return [{ key: `${payment.id} ${name}`, what, at, block: blockNumber }];
    }),
  );
  const pending = pendingPayments.map(({ txHash, amount, currency, seen }) => ({
    key: `${txHash} pending`,
    what: messages.seen(`${amount} ${readCurrencyId(currency).symbol}`),
    at: seen.at,
    block: seen.blockNumber,
  }));
  return [...counted, ...pending];
}
