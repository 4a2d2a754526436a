import { currencyById } from '#catalog/currencies.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { type EventDraft, payloadOf, recordEvents } from '#modules/events/index.ts';
import {
  moveOrder,
  nextMoves,
  type OffRampEvent,
  type OffRampOrderOfRequest,
  type OffRampStatus,
  offRampMachine,
  setOutcome,
} from '#modules/off-ramps/index.ts';
import { type Accounted, findAccounted, lockRequests } from '#modules/requests/index.ts';
import { transact } from '#platform/db/transact.ts';
import type { OffRampOrder } from '#providers/off-ramp-provider.ts';
import { recordPaymentEvents } from './record-payment-event.ts';
import { findNewestTransfer } from './store/newest-transfer.ts';

/**
 * Moves a payout to where its provider is, state by state with the event of each, in one transaction; returns where it then is.
 * Another process that has moved it meanwhile wins, and nothing is written.
 */
export async function recordPayoutMoves(
  ctx: Context,
  order: OffRampOrderOfRequest,
  theirs: Pick<OffRampOrder, 'state' | 'providerState'>,
): Promise<OffRampStatus> {
  return await transact(ctx, async (ctx) => {
    // Locked before it is read whether it is paid, so that a reorg cannot undo the payment in between.
    const request = (await lockRequests(ctx, [order.requestRowId])).get(order.requestRowId);
    invariant(request !== undefined, 'an order has a request');
    const isPaid = request.status === 'paid';
    const moves = nextMoves({ status: order.status, state: theirs.state, isPaid });
    const transfer = await findNewestTransfer(ctx, order.requestRowId);
    const accounted = transfer && (await findAccounted(ctx, [transfer.id])).get(transfer.id);
    let { status } = order;
    for (const event of moves) {
      const to = next(offRampMachine, status, event);
      invariant(to !== undefined, `a payout that is ${status} does not answer ${event}`);
      if (!(await moveOrder(ctx, { id: order.id, from: status, to }))) return status;
      const known = { order, request, accounted, providerState: theirs.providerState };
      if (event === 'was_confirmed') {
        invariant(accounted !== undefined && transfer !== undefined, 'what is paid has a payment');
        const { milestones } = transfer;
        const news = { event: 'payment.confirmed', accounted, milestones } as const;
        await recordPaymentEvents(ctx, [{ ...news, link: undefined, offRampId: order.id }]);
      } else {
        await recordEvents(ctx, draftsOf(ctx, { ...known, event, from: status }));
      }
      const outcome = outcomeOf(event);
      if (outcome !== undefined) await setOutcome(ctx, order.requestRowId, outcome);
      status = to;
    }
    return status;
  });
}

/** What a move means for the request; undefined where it means nothing. */
function outcomeOf(event: OffRampEvent): 'sent' | 'returned' | undefined {
  if (event === 'was_confirmed') return 'sent';
  return event === 'came_back' || event === 'was_given_up' ? 'returned' : undefined;
}

/** The sub-status that each move is reported by. */
const SUB_STATUSES = {
  was_paid_for: 'initiated',
  was_taken_up: 'pending_internal_assessment',
  was_credited: 'ongoing_checks',
  was_submitted: 'sending_fiat',
  was_processed: 'fiat_sent',
  came_back: 'bounced',
} as const;

interface Moved {
  readonly order: OffRampOrderOfRequest;
  readonly request: Accounted['request'];
  readonly accounted: Accounted | undefined;
  readonly providerState: string;
  readonly event: OffRampEvent;
  readonly from: OffRampStatus;
}

function draftsOf(ctx: Context, moved: Moved): readonly EventDraft[] {
  const { request } = moved;
  const payload = payloadOfMove(ctx, moved);
  if (payload === undefined) return [];
  const { clientIdId, orchestratorId, origin } = request.attribution;
  const { accountId, customerInfo } = request;
  const of = { accountId, customerInfo, clientIdId, orchestratorId, origin };
  return [{ ...of, securePaymentToken: null, payload }];
}

function payloadOfMove(ctx: Context, moved: Moved) {
  const { order, request, accounted, event, from, providerState } = moved;
  const currency = currencyById(order.currencyId);
  invariant(currency !== undefined, 'an order is in a listed currency');
  const { requestId, paymentReference } = request;
  const link = { ...request.attribution, token: null };
  const common = { requestId, paymentReference, at: ctx.now(), link, offRampId: order.id };
  const subStatus = Object.entries(SUB_STATUSES).find(([name]) => name === event)?.[1];
  if (subStatus !== undefined) {
    const providerId = order.providerOrderId ?? '';
    const provider = { status: providerState, providerId };
    return payloadOf({ event: 'payment.processing', ...common, subStatus, provider });
  }
  if (event === 'was_refunded') {
    invariant(accounted !== undefined, 'what is refunded was paid');
    const { payerAddress: refundedTo } = accounted.payment;
    const refund = { refundedTo, units: order.amountUnits, currency };
    return payloadOf({ event: 'payment.refunded', ...common, ...refund });
  }
  if (event !== 'was_given_up') return undefined;
  return payloadOf({
    event: 'payment.failed',
    ...common,
    currency,
    amountUnits: order.amountUnits,
    totalPaidUnits: request.paidUnits,
    expectedUnits: request.expectedUnits,
    subStatus: from === 'bounced' ? 'bounced' : undefined,
    failureReason: 'The provider has given up the payment to the bank account',
    retryAfter: undefined,
  });
}
