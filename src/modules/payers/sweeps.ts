import type { Context } from '#context.ts';
import type { Sweep } from '#platform/sweep.ts';
import { pruneIdentityCallbacks } from './prune-identity-callbacks.ts';
import { runIdentityChecks } from './run-identity-checks.ts';
import { sealCheckPages } from './seal-check-pages.ts';
import { isPayerDue } from './store/payers.ts';

/** A callback makes a payer due; somebody may be waiting for what comes of it. */
const CHECK_EVERY_MS = 1_000;
/** Each asks a provider, and all are done within their lease. */
const CHECK_BATCH_MAX = 8;
const PRUNE_EVERY_MS = 3_600_000;
const PRUNE_BATCH_MAX = 500;
/** Only releases before this one leave something to seal, while both run. */
const SEAL_EVERY_MS = 60_000;
const SEAL_BATCH_MAX = 100;

/** What this module does unattended. */
export const sweeps: readonly Sweep<Context>[] = [
  {
    name: 'run identity checks',
    everyMs: CHECK_EVERY_MS,
    due: isPayerDue,
    batchMax: CHECK_BATCH_MAX,
    run: (ctx) => runIdentityChecks(ctx, CHECK_BATCH_MAX),
  },
  {
    name: 'prune identity callbacks',
    everyMs: PRUNE_EVERY_MS,
    batchMax: PRUNE_BATCH_MAX,
    run: (ctx) => pruneIdentityCallbacks(ctx, PRUNE_BATCH_MAX),
  },
  {
    name: 'seal pages of identity checks',
    everyMs: SEAL_EVERY_MS,
    batchMax: SEAL_BATCH_MAX,
    run: (ctx) => sealCheckPages(ctx, SEAL_BATCH_MAX),
  },
];
