import type { Context } from '#context.ts';
import { sweeps as identitySweeps } from '#modules/identity/sweeps.ts';
import { sweeps as linkSweeps } from '#modules/secure-payments/sweeps.ts';
import { sweeps as settlementSweeps } from '#modules/settlement/sweeps.ts';
import { webhookSweeps } from '#modules/webhooks/sweeps.ts';
import { runSweeps, type Sweep } from '#platform/sweep.ts';
import type { Wiring } from './wiring.ts';

/** Runs what every room does unattended, until the signal aborts. */
export function runWorker(wiring: Wiring, signal: AbortSignal): Promise<void> {
  const { ctx, facts, listening, outbound } = wiring;
  const { config } = facts;
  const sweeps: readonly Sweep<Context>[] = [
    ...identitySweeps,
    ...linkSweeps,
    ...settlementSweeps,
    ...webhookSweeps({
      outbound,
      timeoutMs: config.webhookTimeoutMs,
      headerFamily: config.webhookSecondHeaderFamily,
      processorNames: {
        'service-network': `${config.webhookProcessorPrefix}-network`,
        'service-tech': `${config.webhookProcessorPrefix}-tech`,
      },
      tellReversions: config.webhookTellReversions,
    }),
  ];
  const parts = { ctx, wake: listening.wake, log: facts.log };
  return runSweeps(sweeps, parts, signal);
}
