import type { Context } from '#context.ts';
import { systemClock } from '#kit/clock.ts';
import { apiRequestSweeps } from '#modules/api-requests/sweeps.ts';
import { sweeps as commerceSweeps } from '#modules/commerce/sweeps.ts';
import { sweeps as complianceSweeps } from '#modules/compliance/sweeps.ts';
import { sweeps as crosschainSweeps } from '#modules/crosschain/sweeps.ts';
import { sweeps as destinationSweeps } from '#modules/destinations/sweeps.ts';
import { sweeps as identitySweeps } from '#modules/identity/sweeps.ts';
import { sweeps as intentSweeps } from '#modules/intents/sweeps.ts';
import { sweeps as memberSweeps } from '#modules/members/sweeps.ts';
import { openWebsiteReaders } from '#modules/merchant-profiles/index.ts';
import { merchantProfileSweeps } from '#modules/merchant-profiles/sweeps.ts';
import { sweeps as bundleSweeps } from '#modules/multicall-payouts/sweeps.ts';
import { sweeps as offRampSweeps } from '#modules/off-ramps/sweeps.ts';
import { sweeps as partnerSweeps } from '#modules/orchestrators/sweeps.ts';
import { sweeps as payerSweeps } from '#modules/payers/sweeps.ts';
import { sweeps as paymentDetailSweeps } from '#modules/payment-details/sweeps.ts';
import { sweeps as payoutImportSweeps } from '#modules/payout-imports/sweeps.ts';
import { sweeps as recurringSweeps } from '#modules/recurring-payouts/sweeps.ts';
import { sweeps as relayerSweeps } from '#modules/relayer/sweeps.ts';
import { sweeps as requestSweeps } from '#modules/requests/sweeps.ts';
import { sweeps as screeningSweeps } from '#modules/screening/sweeps.ts';
import { sweeps as overrideSweeps } from '#modules/screening-overrides/sweeps.ts';
import { sweeps as linkSweeps } from '#modules/secure-payments/sweeps.ts';
import { sweeps as settlementSweeps } from '#modules/settlement/sweeps.ts';
import { webhookSweeps } from '#modules/webhooks/sweeps.ts';
import { findDue } from '#platform/db/find-due.ts';
import { pruneCounts } from '#platform/db/prune-counts.ts';
import { pruneAnswers } from '#platform/db/run-once.ts';
import { type DueCondition, runSweeps, type Sweep } from '#platform/sweep.ts';
import type { Wiring } from './wiring.ts';

/** What is over is harmless, so this only keeps tables small. */
const PRUNE_EVERY_MS = 60 * 60 * 1000;

/** One transaction's worth: its locks are held for some milliseconds. */
const PRUNE_BATCH_MAX = 1_000;

/** What belongs to no module and is kept for a time only. */
const pruning: readonly Sweep<Context>[] = [
  {
    name: 'forget answers of named calls',
    everyMs: PRUNE_EVERY_MS,
    batchMax: PRUNE_BATCH_MAX,
    run: (ctx) => pruneAnswers(ctx, PRUNE_BATCH_MAX),
  },
  {
    name: 'forget counts of callers',
    everyMs: PRUNE_EVERY_MS,
    batchMax: PRUNE_BATCH_MAX,
    run: (ctx) => pruneCounts(ctx, PRUNE_BATCH_MAX),
  },
];

/** Runs what every module does unattended, until the signal aborts. */
export async function runWorker(wiring: Wiring, signal: AbortSignal): Promise<void> {
  const { ctx, input, listening, outbound, meter } = wiring;
  const websites = openWebsiteReaders({ meter });
  const { config } = input;
  const sweeps: readonly Sweep<Context>[] = [
    ...identitySweeps,
    ...memberSweeps,
    ...merchantProfileSweeps(websites),
    ...destinationSweeps,
    ...partnerSweeps,
    ...linkSweeps,
    ...bundleSweeps,
    ...payoutImportSweeps,
    ...crosschainSweeps,
    ...intentSweeps,
    ...relayerSweeps,
    ...screeningSweeps,
    ...overrideSweeps,
    ...complianceSweeps,
    ...offRampSweeps,
    ...commerceSweeps,
    ...payerSweeps,
    ...paymentDetailSweeps,
    ...recurringSweeps,
    ...requestSweeps,
    ...pruning,
    ...settlementSweeps,
    ...apiRequestSweeps({ retentionMs: config.apiRequestRetentionMs }),
    ...webhookSweeps({
      outbound,
      timeoutMs: config.webhookTimeoutMs,
      signedAt: systemClock,
      headerFamily: config.webhookSecondHeaderFamily,
      standardHeaders: config.webhookStandardHeaders,
      switchOffAfterMs: config.webhookSwitchOffAfterMs,
      retentionMs: config.webhookDeliveryRetentionMs,
      processorNames: ctx.settings.webhookProcessorNames,
      variants: config.webhookVariants,
      sendReversions: config.webhookSendReversions,
      sendOutstandingFees: config.webhookSendOutstandingFees,
    }),
  ];
  const { log, clock } = input;
  const parts = {
    ctx,
    wake: listening.wake,
    findDue: (conditions: readonly DueCondition[]) => findDue(ctx.db, conditions),
    onTimeMoved: clock?.onMove,
    log,
  };
  try {
    await runSweeps(sweeps, parts, signal);
  } finally {
    await websites.close();
  }
}
