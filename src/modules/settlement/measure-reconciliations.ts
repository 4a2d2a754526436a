import type { Context } from '#context.ts';
import { findReconciliations, type ReconciliationProgress } from './store/reconciliation.ts';

export type { ReconciliationProgress } from './store/reconciliation.ts';

/** A count stops here, which bounds its cost: an operator needs no exact number beyond it. */
const COUNTED_MAX = 10_000;

/** How far the stored payments of every network were compared with its chain, and what differs. */
export async function measureReconciliations(
  ctx: Context,
): Promise<readonly ReconciliationProgress[]> {
  return await findReconciliations(ctx, COUNTED_MAX);
}
