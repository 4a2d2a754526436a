import type { Context } from '#context.ts';
import { countRefusedWallets } from './store.ts';

/** A few thousand say that it is many. */
const COUNT_MAX = 10_000;
const REJECTED_WITHIN_MS = 24 * 60 * 60 * 1_000;
/** Callers try again within minutes; an older failure says nothing of now. */
const FAILED_WITHIN_MS = 15 * 60 * 1_000;

/** Counts wallets because of which calls were refused: those that were rejected in the last day, and those about which vendors failed in the last quarter of an hour. */
export async function measureRefusedWallets(ctx: Context) {
  const nowMs = ctx.now().getTime();
  return await countRefusedWallets(ctx, {
    countMax: COUNT_MAX,
    rejectedSince: new Date(nowMs - REJECTED_WITHIN_MS),
    failedSince: new Date(nowMs - FAILED_WITHIN_MS),
    vendors: [...ctx.screeners.keys()],
  });
}
