import type { Context } from '#context.ts';
import { Outage, Refusal } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { recordRefusedWallets, refusedWalletsOf } from '#modules/compliance/index.ts';
import { findRelayed, reopenRelayed } from '#modules/relayer/index.ts';
import { transact } from '#platform/db/transact.ts';
import { carryOut, purposeOf } from './carry-out.ts';
import { endOpenOperation } from './end-open-operation.ts';
import { giveUp } from './execute-operation.ts';
import { chainOf } from './open-payment.ts';
import { refreshStatus } from './refresh-status.ts';
import { findEvents } from './store/events.ts';
import { deferOperation, type Operation, takeDueOperations } from './store/operations.ts';
import { lockPayment } from './store/payments.ts';

/** Longer than one sending takes; a process that was killed keeps them no longer. */
const LEASE_MS = 60_000;
/** About a block of the networks with an escrow. */
const CHECK_MS = 5_000;

/**
 * Carries on operations whose process was killed before it sent them, and ends those whose transaction was reverted or displaced. What was carried out
 * ends when its event counts. Returns how many were due.
 */
export async function followOperations(ctx: Context, limit: number): Promise<number> {
  const leasedUntil = new Date(ctx.now().getTime() + LEASE_MS);
  const due = await takeDueOperations(ctx, { leasedUntil, limit });
  const failures: unknown[] = [];
  for (const operation of due) {
    try {
      await follow(ctx, operation);
    } catch (error) {
      if (!(error instanceof Outage) && !(error instanceof Refusal)) failures.push(error);
    }
    await deferOperation(ctx, operation.id, new Date(ctx.now().getTime() + CHECK_MS));
  }
  // One operation keeps the others waiting for nothing.
  if (failures.length > 0) throw failures[0];
  return due.length;
}

async function follow(ctx: Context, operation: Operation): Promise<void> {
  const sent = await findRelayed(ctx, purposeOf(operation));
  if (sent === undefined) return await carryOn(ctx, operation);
  if (sent.outcome === 'succeeded') return await lookUpAgain(ctx, operation, sent.hashes);
  if (sent.outcome === undefined) return;
  const { transactionHash } = sent;
  await transact(ctx, async (ctx) => {
    const payment = await lockPayment(ctx, operation.paymentId);
    const end = { id: operation.id, outcome: 'failed', transactionHash } as const;
    if (!(await endOpenOperation(ctx, payment, end))) return;
    await refreshStatus(ctx, operation.paymentId);
  });
}

/** What had succeeded and has no event here was taken out of its block by a reorg, or will be read: it is looked up again, and sent again where it is in none. */
async function lookUpAgain(
  ctx: Context,
  operation: Operation,
  hashes: readonly Hex[],
): Promise<void> {
  const { paymentId: id, accountId } = operation;
  const events = await findEvents(ctx, { id, accountId });
  if (events.some(({ transactionHash }) => hashes.includes(transactionHash))) return;
  await reopenRelayed(ctx, purposeOf(operation));
}

async function carryOn(ctx: Context, operation: Operation): Promise<void> {
  const payment = await transact(ctx, (ctx) => lockPayment(ctx, operation.paymentId));
  const chain = chainOf(ctx, payment);
  // Without the key it waits: another process may have it.
  if (chain.sender === undefined) return;
  let refused: string | undefined;
  try {
    refused = await carryOut(ctx, chain, { payment, operation });
  } catch (error) {
    const wallets = refusedWalletsOf(error);
    await recordRefusedWallets(ctx, { wallets, operationId: null });
    // While it stays open nothing else can be done with the payment, not even to give it back.
    if (wallets.length > 0) await giveUp(ctx, operation);
    throw error;
  }
  if (refused !== undefined) await giveUp(ctx, operation);
}
