import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { chainTransferMachine } from './model/status.ts';
import { findThresholds } from './settle-transfers.ts';
import { moveFinalTransfers } from './store.ts';

/** Marks up to `limit` confirmed transfers that can no longer be taken back; answers how many. */
export async function finalizeTransfers(ctx: Context, limit: number): Promise<number> {
  const to = next(chainTransferMachine, 'confirmed', 'final');
  invariant(to !== undefined, 'a confirmed transfer can become final');
  return await moveFinalTransfers(ctx, await findThresholds(ctx, 'finalized'), { to, limit });
}
