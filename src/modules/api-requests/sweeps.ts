import type { Context } from '#context.ts';
import type { Sweep } from '#platform/sweep.ts';
import { pruneApiRequests } from './prune-api-requests.ts';

/** Often enough that each run finds little. */
const EVERY_MS = 10 * 60_000;

/** One statement's worth: its locks are held for some milliseconds. */
const BATCH_MAX = 2_000;

/** What this module does unattended. */
export const apiRequestSweeps = ({
  retentionMs,
}: {
  /** After the call. */
  readonly retentionMs: number;
}): readonly Sweep<Context>[] => [
  {
    name: 'prune API requests',
    everyMs: EVERY_MS,
    batchMax: BATCH_MAX,
    run: (ctx) => pruneApiRequests(ctx, { retentionMs, limit: BATCH_MAX }),
  },
];
