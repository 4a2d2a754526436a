import type { Context } from '#context.ts';
import { type KytPlan, readPlan } from './model/kyt-plan.ts';
import { findKytPlan } from './store/links.ts';

/** Who judges the wallets of payments that are created with a client ID, by its active link to a partner; null where nobody does. */
export async function findLinkPlan(ctx: Context, clientIdId: string): Promise<KytPlan | null> {
  return readPlan(await findKytPlan(ctx, clientIdId));
}
