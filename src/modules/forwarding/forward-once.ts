import { setTimeout as wait } from 'node:timers/promises';
import type {
  BroadcastResult,
  Chain,
  CheckedTransaction,
  TransactionRelay,
} from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { elapsedMs } from '#kit/clock.ts';
import { Refusal } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { transact } from '#platform/db/transact.ts';
import { endForwarded } from './end-forwarded.ts';
import { paymentAlreadySent } from './model/sent-transaction.ts';
import {
  claimPayments,
  endLease,
  findAnswer,
  findOpenForwarded,
  type Lease,
  type NewForwarded,
  recordAccepted,
  removeForwarded,
  takeForwarding,
} from './store.ts';

/** A transaction that was found right, and what it pays. */
export interface Forwarding {
  readonly chain: Chain;
  readonly relay: TransactionRelay;
  readonly checked: CheckedTransaction;
  readonly paymentReferences: readonly Hex[];
  /** Refuses what is not due any more. */
  readonly checkDue: () => Promise<unknown>;
  readonly accountId: string;
  readonly token: string;
}

/** What a node said. */
type Answer = Pick<BroadcastResult, 'isAccepted' | 'code' | 'message'>;

/** Longer than a node and another one take to answer; a process that was killed blocks no longer. */
const LEASE_MS = 30_000;
/** How long a call waits for the answer that another process is given to the same transaction. */
const WAIT_MS_MAX = 10_000;
/** Each wait is twice as long as the one before: while a node is slow, many may wait. */
const WAIT_STEP_MS = { least: 100, most: 1_600 } as const;

/**
 * Forwards a transaction once, however often and from wherever it comes: who comes second is given the answer of the
 * first. What was sent is stored before, so that a killed process forgets nothing. What a node refuses is forgotten;
 * what may have arrived, now or at an earlier attempt, is not, and may be sent again. What is due is checked again once
 * no other transaction can pay it, as one may have done so since.
 *
 * Refuses (409) while another transaction makes one of its payments and has not ended. Throws `Outage`.
 */
export async function forwardOnce(ctx: Context, forwarding: Forwarding): Promise<Answer> {
  const { chain, checked } = forwarding;
  const key = { network: chain.network.id, transactionHash: checked.transactionHash };
  const since = elapsedMs();
  for (let waitMs: number = WAIT_STEP_MS.least; elapsedMs() - since < WAIT_MS_MAX; ) {
    const known = await findAnswer(ctx, key);
    if (known) return { isAccepted: true, ...known };
    const right = await takeRight(ctx, forwarding);
    if (right) return await forward(ctx, forwarding, right);
    await wait(waitMs);
    waitMs = Math.min(2 * waitMs, WAIT_STEP_MS.most);
  }
  const message = 'The same transaction is being forwarded: send it again in a moment';
  throw new Refusal('broadcast_in_progress', 409, { message, retryAfterSeconds: 1 });
}

/** The right to send a transaction, and whether nobody had it before. */
interface Right {
  readonly lease: Lease;
  readonly isFirst: boolean;
}

/** Takes the right to send, with the claims of what the transaction pays, or neither. */
async function takeRight(ctx: Context, forwarding: Forwarding): Promise<Right | undefined> {
  try {
    return await take(ctx, forwarding);
  } catch (error) {
    if (!(error instanceof PaymentsClaimed)) throw error;
  }
  await checkNothingOpen(ctx, forwarding);
  return await take(ctx, forwarding).catch((error: unknown) => {
    throw error instanceof PaymentsClaimed ? paymentAlreadySent([]) : error;
  });
}

/** Ends a transaction that took the claims of others. */
class PaymentsClaimed extends Error {}

async function take(ctx: Context, forwarding: Forwarding): Promise<Right | undefined> {
  const { chain, checked, paymentReferences, accountId, token } = forwarding;
  const sent: NewForwarded = {
    network: chain.network.id,
    transactionHash: checked.transactionHash,
    accountId,
    token,
    expiresAt: checked.expiresAt,
    leasedUntil: new Date(ctx.now().getTime() + LEASE_MS),
  };
  return await transact(ctx, async (ctx) => {
    const right = await takeForwarding(ctx, sent);
    if (right === undefined) return undefined;
    const claimed = await claimPayments(ctx, sent, paymentReferences);
    if (claimed.length > 0) throw new PaymentsClaimed();
    return { lease: sent, ...right };
  });
}

/** Refuses (409) where another transaction that makes one of these payments has not ended. */
async function checkNothingOpen(
  ctx: Context,
  { chain, accountId, token, checked, paymentReferences }: Forwarding,
): Promise<void> {
  const query = { network: chain.network.id, token, paymentReferences };
  const others = (await findOpenForwarded(ctx, query)).filter(
    (sent) =>
      sent.transactionHash !== checked.transactionHash &&
      sent.paymentReferences.some((reference) => paymentReferences.includes(reference)),
  );
  const open = await endForwarded(ctx, { chain, accountId }, others);
  if (open.length > 0) throw paymentAlreadySent(open);
}

async function forward(
  ctx: Context,
  { relay, checked, paymentReferences, checkDue }: Forwarding,
  { lease, isFirst }: Right,
): Promise<Answer> {
  const release = isFirst ? removeForwarded : endLease;
  try {
    if (paymentReferences.length > 0) await checkDue();
  } catch (error) {
    await release(ctx, lease);
    throw error;
  }
  let answer: BroadcastResult;
  try {
    answer = await relay.forward(checked);
  } catch (error) {
    await endLease(ctx, lease);
    throw error;
  }
  const { isAccepted, isTransient, code, message } = answer;
  if (isAccepted) await recordAccepted(ctx, lease, { code, message });
  else if (isTransient) await endLease(ctx, lease);
  else await release(ctx, lease);
  return { isAccepted, code, message };
}
