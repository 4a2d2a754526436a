import type { Context } from '#context.ts';
import { mapLimited } from '#kit/map-limited.ts';
import { CHECK_LEASE_MS } from './model/next-check.ts';
import { readCheck } from './read-check.ts';
import { startCheck } from './start-check.ts';
import { takeDuePayers } from './store/payers.ts';

/** Providers count requests. */
const AT_ONCE_MAX = 4;

/** Starts and reads the checks that are due, up to `limit`; returns how many. */
export async function runIdentityChecks(ctx: Context, limit: number): Promise<number> {
  const payers = await takeDuePayers(ctx, { limit, leaseMs: CHECK_LEASE_MS });
  await mapLimited(payers, AT_ONCE_MAX, async (payer) => {
    if (payer.identityStatus === 'not_started') await startCheck(ctx, payer);
    else await readCheck(ctx, payer);
  });
  return payers.length;
}
