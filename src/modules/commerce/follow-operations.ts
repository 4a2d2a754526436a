import type { Context } from '#context.ts';
import { Outage, Refusal } from '#kit/failure.ts';
import { findRelayed } from '#modules/relayer/index.ts';
import { transact } from '#platform/db/transact.ts';
import { carryOut, purposeOf } from './carry-out.ts';
import { giveUp } from './execute-operation.ts';
import { chainOf } from './open-payment.ts';
import { refreshStatus } from './refresh-status.ts';
import {
  deferOperation,
  endOperation,
  type Operation,
  takeDueOperations,
} from './store/operations.ts';
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
  if (sent.outcome !== 'failed' && sent.outcome !== 'displaced') return;
  const { transactionHash } = sent;
  await transact(ctx, async (ctx) => {
    await lockPayment(ctx, operation.paymentId);
    if (!(await endOperation(ctx, operation.id, { outcome: 'failed', transactionHash }))) return;
    await refreshStatus(ctx, operation.paymentId);
  });
}

async function carryOn(ctx: Context, operation: Operation): Promise<void> {
  const payment = await transact(ctx, (ctx) => lockPayment(ctx, operation.paymentId));
  const chain = chainOf(ctx, payment);
  // Without the key it waits: another process may have it.
  if (chain.sender === undefined) return;
  const refused = await carryOut(ctx, chain, { payment, operation });
  if (refused !== undefined) await giveUp(ctx, operation);
}
