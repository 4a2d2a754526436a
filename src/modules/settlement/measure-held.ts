import type { Context } from '#context.ts';
import { countHeld } from './store/payer-checks.ts';

/** What is held because of who sent it. */
export type HeldMeasures = Awaited<ReturnType<typeof countHeld>>;

/** A few thousand say that it is many. */
const COUNT_MAX = 10_000;

/** Counts payments that are held. */
export async function measureHeld(ctx: Context): Promise<HeldMeasures> {
  return await countHeld(ctx, COUNT_MAX);
}
