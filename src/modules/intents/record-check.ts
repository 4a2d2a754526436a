import { currencyById, currencyByToken } from '#catalog/currencies.ts';
import { networkByChainId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { type EventDraft, payloadOf, recordEvents } from '#modules/events/index.ts';
import { recordBridgeSender } from '#modules/ledger/index.ts';
import { recordPaymentSource } from '#modules/requests/index.ts';
import { findLinkOfRequest, lockLinks, type SettlingLink } from '#modules/secure-payments/index.ts';
import { transact } from '#platform/db/transact.ts';
import { isProven } from './model/judge-execution.ts';
import { nextCheckAt } from './model/next-check.ts';
import { failureOf, refundOf } from './model/outcome.ts';
import { hashOf, type IntentRequest, type Progress } from './model/progress.ts';
import { PROVEN_OF_SAFE_MAX } from './model/safe-deadline.ts';
import {
  findTakenOfRefund,
  findUnpaidRequest,
  isAnotherOnItsWay,
  lockRefund,
  writeCheck,
} from './store/due-intents.ts';
import { countProven } from './store/proposals.ts';

/**
 * Writes what a check found: moves, observations and events in one transaction, and when it is read again. Does nothing
 * where another process has moved the intent meanwhile.
 */
export async function recordCheck(ctx: Context, progress: Progress): Promise<void> {
  const { intent, status, moves, isFinal } = progress;
  const now = ctx.now();
  const hasMoved = moves.length > 0;
  const checks = hasMoved ? 0 : intent.checks + 1;
  const statusSince = hasMoved ? now : intent.statusSince;
  await transact(ctx, async (ctx) => {
    if (!(await mayTakeRefund(ctx, progress)) || !(await mayHold(ctx, progress))) return;
    const unpaid = await findFailed(ctx, progress);
    const failsNow = unpaid !== undefined;
    const isWritten = await writeCheck(ctx, {
      progress,
      nextCheckAt: nextCheckAt({ ...intent, status, statusSince, checks, isFinal }, now),
      checks,
      failsNow,
    });
    if (!isWritten) return;
    await recordSource(ctx, progress);
    const refund = hasMoved ? refundOf(progress) : undefined;
    if (!failsNow && refund === undefined) return;
    const link = await findLinkOfRequest(ctx, intent.requestRowId);
    invariant(link !== undefined, 'the request of an intent has a link');
    const mayRetry = failsNow && !(await isAnotherOnItsWay(ctx, intent));
    const drafts = [
      unpaid ? failedDraft(ctx, progress, { request: unpaid, link, mayRetry }) : [],
      refund ? refundedDraft(ctx, progress, link) : [],
    ];
    await recordEvents(ctx, drafts.flat());
  });
}

/**
 * The request that an intent leaves unpaid whose failure is news now. None of a link that is paid: its payee would take it for unpaid. The link
 * is locked, as a payment may have come since the intent was read.
 */
async function findFailed(ctx: Context, progress: Progress): Promise<IntentRequest | undefined> {
  const { intent } = progress;
  // On the link's own network the calldata names no payer, and anybody can make it fail; what an owner of a Safe signed names one.
  const isOfPayer = intent.network !== intent.request.network || isProven(progress);
  if (!isOfPayer || intent.hasFailed || whyFailed(progress) === undefined) return undefined;
  const { securePaymentToken: token } = intent;
  await lockLinks(ctx, [token]);
  return await findUnpaidRequest(ctx, token);
}

/** Stores where a payment came from that was settled now, and who sent it there. */
async function recordSource(ctx: Context, progress: Progress): Promise<void> {
  const { intent, status, moves, source, deposit, fill, transferId } = progress;
  if (status !== 'settled' || moves.length === 0 || deposit === null || fill === null) return;
  // Who paid by an account is left to the search for the deposit, which reads whose tokens were taken.
  if (source !== null && transferId !== undefined && source.isBySender !== false) {
    await recordBridgeSender(ctx, transferId, { sender: source.sender, key: null });
  }
  const { inputToken: tokenAddress, inputUnits: units } = deposit;
  await recordPaymentSource(ctx, {
    accountId: intent.accountId,
    requestRowId: intent.requestRowId,
    network: intent.request.network,
    transactionHash: fill.transactionHash,
    sourceNetwork: intent.network,
    sourceTransactionHash: hashOf(progress),
    ...(source?.paid ?? { tokenAddress, units }),
  });
}

function whyFailed(progress: Progress): string | undefined {
  return failureOf({ ...progress, isOfSafe: progress.intent.safeTransactionHash !== null });
}

/** Whether what was proven of a Safe's proposal still may keep others waiting: others of that Safe may have been proven since. */
async function mayHold(ctx: Context, { intent, proof, safeAddress }: Progress): Promise<boolean> {
  if (proof === undefined || safeAddress === null) return true;
  const { securePaymentToken: token } = intent;
  await lockLinks(ctx, [token]);
  return (await countProven(ctx, { token, safe: safeAddress })) < PROVEN_OF_SAFE_MAX;
}

/** Whether a refund has this much left, which others may have taken since it was found; then it is looked for again. */
async function mayTakeRefund(
  ctx: Context,
  { intent, refund, deposit }: Progress,
): Promise<boolean> {
  if (refund === null || deposit === null) return true;
  const key = { network: intent.network, ...refund };
  await lockRefund(ctx, key);
  const taken = await findTakenOfRefund(ctx, key, deposit.inputUnits);
  return taken + deposit.inputUnits <= refund.units;
}

interface Failed {
  /** What it was to pay. */
  readonly request: IntentRequest;
  readonly link: SettlingLink;
  /** Whether nothing else that pays it is on its way. */
  readonly mayRetry: boolean;
}

function failedDraft(
  ctx: Context,
  progress: Progress,
  { request, link, mayRetry }: Failed,
): EventDraft {
  const currency = currencyById(request.currencyId);
  const failure = whyFailed(progress);
  invariant(currency !== undefined && failure !== undefined, 'an intent that failed says why');
  const payload = payloadOf({
    event: 'payment.failed',
    ...request,
    at: ctx.now(),
    link,
    currency,
    amountUnits: progress.deposit?.call?.units ?? request.expectedUnits,
    totalPaidUnits: request.paidUnits,
    failureReason: failure,
    retryAfter: mayRetry ? ctx.now() : undefined,
  });
  return draftOf(progress, link, payload);
}

function refundedDraft(ctx: Context, progress: Progress, link: SettlingLink): EventDraft {
  const refund = refundOf(progress);
  invariant(refund !== undefined, 'an intent that was refunded says how much');
  const { request } = progress.intent;
  const { to, units, token, chainId } = refund;
  const network = networkByChainId(chainId);
  const currency = network && currencyByToken(network.id, token);
  const payload = payloadOf({
    event: 'payment.refunded',
    ...request,
    at: ctx.now(),
    link,
    refundedTo: to,
    units,
    // A token that is not listed is named by its address, in its smallest units.
    currency: currency ?? { symbol: token, decimals: 0 },
  });
  return draftOf(progress, link, payload);
}

function draftOf(
  { intent }: Progress,
  link: SettlingLink,
  payload: EventDraft['payload'],
): EventDraft {
  return {
    accountId: intent.accountId,
    securePaymentToken: link.token,
    clientIdId: link.clientIdId,
    orchestratorId: link.orchestratorId,
    origin: link.origin,
    payload,
  };
}
