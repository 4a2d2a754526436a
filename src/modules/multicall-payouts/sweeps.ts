import type { Context } from '#context.ts';
import type { Sweep } from '#platform/sweep.ts';
import { endMulticallPayouts } from './end-multicall-payouts.ts';
import { isMulticallDue } from './store.ts';

/** Deadlines have seconds; more frequent runs would change nothing. */
const ENDING_EVERY_MS = 1_000;

/** Each may have a thousand children to count, so a turn is some tens of milliseconds at most. */
const ENDING_BATCH_MAX = 20;

/** What this module does unattended. */
export const sweeps: readonly Sweep<Context>[] = [
  {
    name: 'end multicall payouts',
    everyMs: ENDING_EVERY_MS,
    due: isMulticallDue,
    batchMax: ENDING_BATCH_MAX,
    run: (ctx) => endMulticallPayouts(ctx, ENDING_BATCH_MAX),
  },
];
