import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '#context.ts';
import { elapsedMs } from '#kit/clock.ts';
import { Refusal } from '#kit/failure.ts';
import type { TestEventType } from '#modules/events/index.ts';
import { queueTests } from './queue-tests.ts';
import { scopeOfActor } from './scope-of-actor.ts';
import { countArrived } from './store/tests.ts';

/** What one attempt may take, and a second to be claimed and written down. */
const FIRST_ATTEMPTS_MS = 6_000;
const POLL_EVERY_MS = 50;

/**
 * Sends a test to every active endpoint of a partner, waits for the first attempt of each, and returns
 * how many arrived. The others are retried like any delivery.
 *
 * Refuses (429) when an endpoint had too many tests, and (400) a call with an idempotency key: within its
 * transaction no deliverer would see the tests, and the answer to a repeated one would report old ones.
 */
export async function testOrchestratorWebhooks(
  ctx: Context,
  input: { readonly eventType: TestEventType },
): Promise<{ readonly sent: number; readonly failed: number }> {
  if (ctx.db.isTransaction) throw testsAreNotNamed();
  const holder = await scopeOfActor(ctx, undefined);
  const ids = await queueTests(ctx, { holder, eventType: input.eventType });
  const sent = ids.length === 0 ? 0 : await arrivedOf(ctx, ids);
  return { sent, failed: ids.length - sent };
}

async function arrivedOf(ctx: Context, ids: readonly string[]): Promise<number> {
  const end = elapsedMs() + FIRST_ATTEMPTS_MS;
  for (;;) {
    const { arrived, waiting } = await countArrived(ctx, ids);
    if (waiting === 0 || elapsedMs() >= end) return arrived;
    await wait(POLL_EVERY_MS);
  }
}

/** 400: a test is sent anew by every call. */
export function testsAreNotNamed(): Refusal {
  const message = 'A test is sent anew by every call; leave Idempotency-Key out';
  return new Refusal('idempotency_key_not_taken', 400, message);
}
