import type { HistoryEvent, OwnedSecurePayment, RequestDetails } from '../api/shapes.ts';
import { paymentMessages } from '../messages/en-payment.ts';
import { amountText } from '../ui/amount-text.ts';
import { readCurrencyId } from '../ui/currency-id.ts';

const messages = paymentMessages.timeline;

/** Something that happened, and when. */
export interface Moment {
  readonly key: string;
  readonly what: string;
  readonly at: string;
  readonly kind: 'good' | 'stop' | 'plain';
  readonly block?: number;
  /** The endpoint that an attempt went to, and why no answer came. */
  readonly webhook?: { readonly id: string; readonly url: string; readonly failure: string | null };
}

/** What happened to a request, oldest first. */
export function momentsOf(
  request: Pick<RequestDetails, 'payments' | 'pendingPayments'>,
  link: Pick<OwnedSecurePayment, 'createdAt' | 'expiresAt' | 'status'> | undefined,
  events: readonly HistoryEvent[],
): readonly Moment[] {
  return [
    ...momentsOfLink(link),
    ...momentsOfPayments(request),
    ...events.flatMap(momentsOfEvent),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

function momentsOfLink(
  link: Pick<OwnedSecurePayment, 'createdAt' | 'expiresAt' | 'status'> | undefined,
): readonly Moment[] {
  if (link === undefined) return [];
  const { createdAt, expiresAt, status } = link;
  const created: Moment = { key: 'created', what: messages.created, at: createdAt, kind: 'good' };
  if (status === 'pending') {
    return [created, { key: 'expires', what: messages.expires, at: expiresAt, kind: 'plain' }];
  }
  if (status !== 'expired') return [created];
  return [created, { key: 'expires', what: messages.expired, at: expiresAt, kind: 'stop' }];
}

function momentsOfPayments({
  payments,
  pendingPayments,
}: Pick<RequestDetails, 'payments' | 'pendingPayments'>): readonly Moment[] {
  const counted = payments.flatMap((payment) =>
    (['seen', 'confirmed', 'finalized'] as const).flatMap((name) => {
      const milestone = payment[name];
      if (milestone === null) return [];
      const what = messages[name](
        amountText(payment.amount, readCurrencyId(payment.paymentCurrency).symbol),
      );
      const { at, blockNumber: block } = milestone;
      return [{ key: `${payment.id} ${name}`, what, at, block, kind: 'good' as const }];
    }),
  );
  const pending = pendingPayments.map(({ txHash, amount, currency, seen }) => ({
    key: `${txHash} pending`,
    what: messages.seen(amountText(amount, readCurrencyId(currency).symbol)),
    at: seen.at,
    block: seen.blockNumber,
    kind: 'good' as const,
  }));
  return [...counted, ...pending];
}

/** What the milestones of payments say already. */
const OF_MILESTONES: readonly string[] = [
  'payment.confirmed',
  'payment.partial',
  'payment.finalized',
  'link.expired',
];

/** What means that something is wrong. */
const BAD: readonly string[] = [
  'payment.reverted',
  'payment.failed',
  'payment.held',
  'secure_payment.access_rejected',
  'link.invalidated',
];

function momentsOfEvent({ id, type, createdAt, payload, deliveries }: HistoryEvent): Moment[] {
  const step = payload['userEvent'];
  const name = typeof step === 'string' ? step : type;
  const kind = BAD.includes(type) ? 'stop' : 'plain';
  const subStatus = payload['subStatus'];
  const what =
    (typeof subStatus === 'string' ? messages.subStatuses[subStatus] : undefined) ??
    messages.events[name] ??
    name;
  const own: Moment = { key: id, what, at: createdAt, kind };
  const attempts = deliveries.flatMap((delivery) =>
    delivery.attempts.map(({ retryCount, startedAt, responseStatus, failure, durationMs }) => {
      const isGood = responseStatus !== null && responseStatus < 300;
      return {
        key: `${delivery.id} ${retryCount}`,
        what: messages.attempt(
          delivery.eventType,
          retryCount + 1,
          messages.answer(responseStatus, durationMs),
        ),
        at: startedAt,
        kind: isGood ? ('plain' as const) : ('stop' as const),
        webhook: { id: delivery.webhookId, url: delivery.url, failure },
      };
    }),
  );
  return OF_MILESTONES.includes(type) ? attempts : [own, ...attempts];
}
