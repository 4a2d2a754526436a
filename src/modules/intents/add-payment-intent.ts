import type { NetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant, Refusal } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { lockLinks, type SecurePayment } from '#modules/secure-payments/index.ts';
import { transact } from '#platform/db/transact.ts';
import type { PaymentIntent, ReportedDetails, ReportedHash } from './model/payment-intent.ts';
import { paymentIntentMachine } from './model/status.ts';
import {
  countOpenIntents,
  findByHash,
  findOldestUnseen,
  insertIntent,
  moveIntent,
  removeEndedIntents,
} from './store/intents.ts';

/** So many are followed of a link at a time; who pays by several transactions needs some, nobody needs more. */
export const OPEN_INTENTS_MAX = 20;

/** So many that did not pay the link are kept; the oldest are removed. */
const ENDED_INTENTS_MAX = 100;

/** A transaction that a payer reports. */
export interface ReportedIntent {
  readonly link: Pick<SecurePayment, 'accountId' | 'token' | 'requests'>;
  readonly network: NetworkId;
  readonly reported: ReportedHash;
  readonly safeDeadline: Date | null;
  readonly payerAddress: string | null;
  readonly details: ReportedDetails;
}

/**
 * Records a transaction as a payment of a link, once for each hash: the same hash again is the same intent. It settles
 * and locks nothing. Hashes that no node has make place for new ones, so that wrong ones keep nobody out.
 *
 * Refuses (429) more than a link may have of those that are on their way.
 */
export async function addPaymentIntent(
  ctx: Context,
  intent: ReportedIntent,
): Promise<PaymentIntent> {
  const { link, network, reported } = intent;
  return await transact(ctx, async (ctx) => {
    await lockLinks(ctx, [link.token]);
    const key = { securePaymentToken: link.token, network, reported };
    const known = await findByHash(ctx, key);
    if (known !== undefined) return await searchAgain(ctx, known);
    await makePlace(ctx, link.token);
    const [request] = link.requests;
    invariant(request !== undefined, 'a link has requests');
    return await insertIntent(ctx, { ...intent, requestRowId: request.id });
  });
}

/** Follows one again that was given up. */
async function searchAgain(ctx: Context, known: PaymentIntent): Promise<PaymentIntent> {
  const status = next(paymentIntentMachine, known.status, 'reported_again');
  if (status === undefined) return known;
  await makePlace(ctx, known.securePaymentToken);
  const nextCheckAt = ctx.now();
  await moveIntent(ctx, known, {
    status,
    event: 'reported_again',
    observedFrom: 'client',
    details: {},
    nextCheckAt,
    checks: 0,
  });
  return { ...known, status, nextCheckAt };
}

async function makePlace(ctx: Context, token: string): Promise<void> {
  await removeEndedIntents(ctx, { token, kept: ENDED_INTENTS_MAX });
  if ((await countOpenIntents(ctx, token)) < OPEN_INTENTS_MAX) return;
  const oldest = await findOldestUnseen(ctx, token);
  if (oldest === undefined) throw tooManyIntents();
  const status = next(paymentIntentMachine, oldest.status, 'search_ended');
  invariant(status !== undefined, 'the search for what no node has can end');
  await moveIntent(ctx, oldest, {
    status,
    event: 'search_ended',
    observedFrom: 'client',
    details: { because: 'newer transactions were reported' },
    nextCheckAt: null,
    checks: 0,
  });
}

/** 429: a link has as many transactions on their way as it may have. */
export function tooManyIntents(retryAfterSeconds = 60): Refusal {
  const message =
    'This link has too many payment intents that are on their way: wait until one has ended';
  return new Refusal('too_many_payment_intents', 429, { message, retryAfterSeconds });
}
