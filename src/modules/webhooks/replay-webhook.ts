import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { Refusal } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { findOwnWebhook, webhookInactive } from './find-own-webhook.ts';
import { reachOfActor } from './scope-of-actor.ts';
import { lockAccount } from './store/endpoints.ts';
import { countPending, findReplayable, insertReplays } from './store/log.ts';

/** As many as one transaction makes without others noticing; who has more calls again. */
const REPLAYS_MAX = 1_000;

/**
 * With so many pending at an endpoint nothing is replayed: more would only lengthen the
 * queue before new events. An estimate of a few minutes' work.
 */
const WAITING_MAX = 10_000;
/** When a new call may succeed. */
const RETRY_AFTER_SECONDS = 60;

const STATUSES = {
  failed: ['failed'],
  skipped: ['skipped'],
  all: ['delivered', 'failed', 'skipped'],
} as const;

/** Which deliveries are to be reported again. */
export interface ReplayInput {
  readonly webhookId: string;
  /** Created at this time or later. */
  readonly from: Date | undefined;
  /** Created before this time. */
  readonly to: Date | undefined;
  readonly status: keyof typeof STATUSES;
}

/**
 * Sends deliveries to an endpoint again, oldest first and a thousand at most, and returns how many and
 * whether more are left. What was sent again since is left out, so that calling again continues where
 * the last call ended, and sends nothing twice.
 *
 * Refuses (404) an endpoint that is not the caller's, (409) one that is switched off, and (429) one
 * at which very many wait already.
 */
export async function replayWebhook(
  ctx: Context,
  { webhookId, from, to, status }: ReplayInput,
): Promise<{ readonly replayed: number; readonly more: boolean }> {
  const reach = await reachOfActor(ctx);
  return await transact(ctx, async (ctx) => {
    await lockAccount(ctx, reach.accountId);
    const endpoint = await findOwnWebhook(ctx, reach, webhookId);
    if (!endpoint.isActive) throw webhookInactive();
    if ((await countPending(ctx, endpoint.id, WAITING_MAX)) >= WAITING_MAX) throw tooManyWaiting();
    const found = await findReplayable(ctx, {
      endpointId: endpoint.id,
      from,
      to,
      statuses: STATUSES[status],
      // One more than the limit shows whether more are left.
      limit: REPLAYS_MAX + 1,
    });
    const replays = found.slice(0, REPLAYS_MAX).map((of) => ({ id: ctx.newOrderedId(), of }));
    const replayed = replays.length === 0 ? 0 : await insertReplays(ctx, replays);
    if (replayed > 0) {
      await recordAudit(ctx, {
        accountId: reach.accountId,
        action: 'webhook.replayed',
        object: { kind: 'webhook', id: endpoint.id },
        details: { status, ...timesOf(from, to), replayed },
      });
    }
    return { replayed, more: found.length > REPLAYS_MAX };
  });
}

/** 429: an endpoint that is sent a great deal already. */
export function tooManyWaiting(): Refusal {
  return new Refusal('too_many_waiting', 429, {
    message: `${WAITING_MAX} deliveries wait at this webhook; replay more when they have ended`,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

function timesOf(from: Date | undefined, to: Date | undefined) {
  return { ...(from && { from: isoTime(from) }), ...(to && { to: isoTime(to) }) };
}
