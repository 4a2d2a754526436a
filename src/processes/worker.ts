import type { Context } from '#context.ts';
import { sweeps as identitySweeps } from '#modules/identity/sweeps.ts';
import { sweeps as bundleSweeps } from '#modules/multicall-payouts/sweeps.ts';
import { sweeps as partnerSweeps } from '#modules/orchestrators/sweeps.ts';
import { sweeps as linkSweeps } from '#modules/secure-payments/sweeps.ts';
import { sweeps as settlementSweeps } from '#modules/settlement/sweeps.ts';
import { webhookSweeps } from '#modules/webhooks/sweeps.ts';
import { forgetCounts } from '#platform/db/forget-counts.ts';
import { forgetAnswers } from '#platform/db/run-once.ts';
import { runSweeps, type Sweep } from '#platform/sweep.ts';
import type { Wiring } from './wiring.ts';

/** What is over is harmless, so this only keeps tables small. */
const FORGET_EVERY_MS = 60 * 60 * 1000;

/** One transaction's worth: its locks are held for some milliseconds. */
const FORGET_BATCH_MAX = 1_000;

/** What belongs to no room and is kept for a time only. */
const forgetting: readonly Sweep<Context>[] = [
  {
    name: 'forget answers of named calls',
    everyMs: FORGET_EVERY_MS,
    batchMax: FORGET_BATCH_MAX,
    run: (ctx) => forgetAnswers(ctx, FORGET_BATCH_MAX),
  },
  {
    name: 'forget counts of callers',
    everyMs: FORGET_EVERY_MS,
    batchMax: FORGET_BATCH_MAX,
    run: (ctx) => forgetCounts(ctx, FORGET_BATCH_MAX),
  },
];

/** Runs what every room does unattended, until the signal aborts. */
export function runWorker(wiring: Wiring, signal: AbortSignal): Promise<void> {
  const { ctx, facts, listening, outbound } = wiring;
  const { config } = facts;
  const sweeps: readonly Sweep<Context>[] = [
    ...identitySweeps,
    ...partnerSweeps,
    ...linkSweeps,
    ...bundleSweeps,
    ...forgetting,
    ...settlementSweeps,
    ...webhookSweeps({
      outbound,
      timeoutMs: config.webhookTimeoutMs,
      headerFamily: config.webhookSecondHeaderFamily,
      standardHeaders: config.webhookStandardHeaders,
      switchOffAfterMs: config.webhookSwitchOffAfterMs,
      retentionMs: config.webhookDeliveryRetentionMs,
      processorNames: ctx.settings.webhookProcessorNames,
      variants: config.webhookVariants,
      tellReversions: config.webhookTellReversions,
      tellOutstandingFees: config.webhookTellOutstandingFees,
    }),
  ];
  const parts = { ctx, wake: listening.wake, log: facts.log };
  return runSweeps(sweeps, parts, signal);
}
