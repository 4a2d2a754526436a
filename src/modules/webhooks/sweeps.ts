import type { Context } from '#context.ts';
import type { Clock } from '#kit/clock.ts';
import { OUTBOX_CHANNEL } from '#modules/events/index.ts';
import type { OutboundPoster } from '#platform/outbound/outbound.ts';
import type { Sweep } from '#platform/sweep.ts';
import { openDeliverer } from './deliver-webhooks.ts';
import { fanOut, openFanOutRuns } from './fan-out.ts';
import { RETRY_DELAYS_MS } from './model/retry-schedule.ts';
import { pruneDeliveries } from './prune-deliveries.ts';
import { resetDeliveries } from './reset-deliveries.ts';
import { DELIVERY_CHANNEL, isDeliveryPending, skipDue } from './store/deliveries.ts';
import { isEventWaiting } from './store/outbox.ts';
import { openUnsubscribedWarnings } from './warn-unsubscribed.ts';

/** Both are woken by notifications; the slow poll is for lost notifications. */
const EVERY_MS = 1_000;

/** One transaction's worth of events; each becomes some deliveries. */
const FAN_OUT_BATCH_MAX = 200;

/** While one waits for the disk, another reads what came since. A third would mostly find nothing. */
const FAN_OUT_RUNS = 2;

/** As many as may run at once, so that a run that fills them all is followed by another. */
const DELIVER_BATCH_MAX = 256;

/** Far above what an attempt waits and what writing its end down takes. */
const LEASE_SLACK_MS = 10_000;

/** What waits at an endpoint when it is switched off is only set aside, so that takes its time. */
const SKIP_EVERY_MS = 10_000;

/** One statement's worth. */
const SKIP_BATCH_MAX = 1_000;

/** Not urgent. */
const PRUNE_EVERY_MS = 60 * 60 * 1000;

/** One statement's worth: with their attempts, its locks are held for some tens of milliseconds. */
const PRUNE_BATCH_MAX = 1_000;

/** A clock that is set back is rare, and half a minute of waiting then does no harm. */
const RESET_EVERY_MS = 30_000;

/** One statement's worth of row locks. */
const RESET_BATCH_MAX = 1_000;

/** The clocks of several machines differ a little; that alone must recall nothing. */
const RESET_SLACK_MS = 30_000;

/** What sending webhooks is made of; what is left out is as the specification has it. */
export interface WebhookParts {
  readonly outbound: OutboundPoster;
  /** For one attempt; the specification says five seconds. */
  readonly timeoutMs: number;
  /**
   * When attempts say that they were signed; by default the context's time. Receivers compare it with their own clocks, which a
   * moved clock of a sandbox does not move.
   */
  readonly signedAt?: Clock;
  /** The waits before each retry. */
  readonly delaysMs?: readonly number[];
  /** How long a claimed delivery may wait for its attempt; after twice as long it counts as lost. */
  readonly leaseSlackMs?: number;
  /** The prefix of a second family of headers with the same values. */
  readonly headerFamily?: string | undefined;
  /** Whether the headers of Standard Webhooks are sent too; the default is yes. */
  readonly standardHeaders?: boolean;
  /** After so long of nothing but failures an endpoint is switched off; 0, or left out, is never. */
  readonly switchOffAfterMs?: number;
  /** How long a delivery is stored after its end, in milliseconds; 0 or undefined is for ever. */
  readonly retentionMs?: number;
  /** Other names for the values of `paymentProcessor`. */
  readonly processorNames?: Readonly<Record<string, string>>;
  /** Whether `.client_id` and `.checkout` are sent beside the event itself; the default is yes. */
  readonly variants?: boolean;
  /** Whether `payment.reverted`, which is ours, is sent too. */
  readonly sendReversions?: boolean;
  /** Whether `payment.fees_outstanding`, which is ours, is sent too. */
  readonly sendOutstandingFees?: boolean;
}

/** What this module does unattended: turns events into deliveries, and delivers what is due. */
export function webhookSweeps(parts: WebhookParts): readonly Sweep<Context>[] {
  const rules = {
    sendReversions: parts.sendReversions ?? false,
    sendOutstandingFees: parts.sendOutstandingFees ?? false,
    processorNames: parts.processorNames ?? {},
    variants: parts.variants ?? true,
    warnUndelivered: openUnsubscribedWarnings(),
    runs: openFanOutRuns(),
  };
  const { retentionMs = 0, timeoutMs } = parts;
  const { delaysMs = RETRY_DELAYS_MS, leaseSlackMs = LEASE_SLACK_MS } = parts;
  const deliverer = openDeliverer({
    outbound: parts.outbound,
    timeoutMs,
    delaysMs,
    leaseSlackMs,
    headers: { secondFamily: parts.headerFamily, standard: parts.standardHeaders ?? true },
    switchOffAfterMs: parts.switchOffAfterMs ?? 0,
    signedAt: parts.signedAt,
  });
  return [
    {
      name: 'fan events out to webhooks',
      everyMs: EVERY_MS,
      due: isEventWaiting,
      channel: OUTBOX_CHANNEL,
      batchMax: FAN_OUT_BATCH_MAX,
      runsAtOnce: FAN_OUT_RUNS,
      run: (ctx) => fanOut(ctx, { ...rules, deliverer }, FAN_OUT_BATCH_MAX),
    },
    {
      name: 'deliver webhooks',
      everyMs: EVERY_MS,
      due: isDeliveryPending,
      channel: DELIVERY_CHANNEL,
      batchMax: DELIVER_BATCH_MAX,
      run: (ctx) => deliverer.begin(ctx),
      drain: (ctx) => deliverer.drain(ctx),
    },
    {
      name: 'set aside what waits for webhooks that are switched off',
      everyMs: SKIP_EVERY_MS,
      batchMax: SKIP_BATCH_MAX,
      run: (ctx) => skipDue(ctx, SKIP_BATCH_MAX),
    },
    {
      name: 'make webhooks due that a wrong clock postponed',
      everyMs: RESET_EVERY_MS,
      batchMax: RESET_BATCH_MAX,
      run: (ctx) => {
        const furthestMs = Math.max(...delaysMs, timeoutMs + leaseSlackMs * 2) + RESET_SLACK_MS;
        return resetDeliveries(ctx, { furthestMs, limit: RESET_BATCH_MAX });
      },
    },
    {
      name: 'prune webhooks that were sent long ago',
      everyMs: PRUNE_EVERY_MS,
      batchMax: PRUNE_BATCH_MAX,
      run: (ctx) => pruneDeliveries(ctx, { retentionMs, limit: PRUNE_BATCH_MAX }),
    },
  ];
}
