import { isNetworkId, type NetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import {
  type LinkedRequest,
  lockLinks,
  type SecurePayment,
} from '#modules/secure-payments/index.ts';
import { transact } from '#platform/db/transact.ts';
import type { PaymentIntent, ReportedDetails, ReportedHash } from './model/payment-intent.ts';
import { paymentIntentMachine } from './model/status.ts';
import {
  countOpenIntents,
  findByHash,
  findOldestOfLargestSender,
  findOldestUnseen,
  insertIntent,
  moveIntent,
  removeEndedIntents,
} from './store/intents.ts';

/** So many that no node has are searched of a link at a time; who pays by several transactions needs some, nobody needs more. */
export const UNSEEN_INTENTS_MAX = 20;

/** So many are followed of a link that are on their way: each is a deposit that somebody made. */
export const ON_THEIR_WAY_MAX = 100;

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
 * and locks nothing. Hashes that no node has make place for new ones, and so does what one sender has most of on its way: nobody is
 * kept out. What gives way can be reported again.
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
    const isFollowed = reported.kind === 'transaction' || isProposalFollowed(ctx, intent, request);
    return await insertIntent(ctx, { ...intent, requestRowId: request.id, isFollowed });
  });
}

/** On the network of the link, or on another from which a bridge leads there, and where the Safe is named or a service knows it. */
function isProposalFollowed(
  { chains, safes }: Context,
  { network, payerAddress }: ReportedIntent,
  request: Pick<LinkedRequest, 'network'>,
): boolean {
  const chain = chains.get(network);
  const isBridged =
    isNetworkId(request.network) &&
    chain?.bridge !== undefined &&
    chains.get(request.network)?.bridge !== undefined;
  if (request.network !== network && !isBridged) return false;
  if (chain?.accounts === undefined) return false;
  return payerAddress !== null || safes?.networks.includes(network) === true;
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
  const { unseen, onTheirWay } = await countOpenIntents(ctx, token);
  if (unseen >= UNSEEN_INTENTS_MAX) await endSearch(ctx, await findOldestUnseen(ctx, token));
  if (onTheirWay < ON_THEIR_WAY_MAX) return;
  await endSearch(ctx, await findOldestOfLargestSender(ctx, token));
}

async function endSearch(ctx: Context, ended: PaymentIntent | undefined): Promise<void> {
  invariant(ended !== undefined, 'what was counted is there');
  const status = next(paymentIntentMachine, ended.status, 'search_ended');
  invariant(status !== undefined, 'the search for what is not delivered can end');
  await moveIntent(ctx, ended, {
    status,
    event: 'search_ended',
    observedFrom: 'client',
    details: { because: 'newer transactions were reported' },
    nextCheckAt: null,
    checks: 0,
  });
}
