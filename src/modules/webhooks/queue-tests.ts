import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { type TestEventType, testPayload } from '#modules/events/index.ts';
import { transact } from '#platform/db/transact.ts';
import type { Holder } from './model/holder.ts';
import { withProcessorNames } from './model/variants.ts';
import { findActiveEndpoints, lockAccount } from './store/endpoints.ts';
import { countTests, insertTests } from './store/tests.ts';

/** A person tests a receiver a few times a minute; in the sandbox, programs do. */
const TESTS_PER_MINUTE = { production: 10, sandbox: 100 };
const MINUTE_MS = 60_000;

/**
 * Queues a test for every active endpoint of a holder, to be delivered as an event would be: signed,
 * marked as a test, and with placeholders for everything that names something. Returns the
 * delivery ids; none where there is no active endpoint.
 *
 * Refuses (429) when one of the endpoints had its fill of tests in the last minute.
 */
export async function queueTests(
  ctx: Context,
  input: { readonly holder: Holder; readonly eventType: TestEventType },
): Promise<readonly string[]> {
  const { holder, eventType } = input;
  const { accountId } = holder;
  return await transact(ctx, async (ctx) => {
    // The count is exact, because an account's tests come one after the other.
    await lockAccount(ctx, accountId);
    const endpointIds = await findActiveEndpoints(ctx, holder);
    if (endpointIds.length === 0) return [];
    const now = ctx.now().getTime();
    const { count, firstAt } = await countTests(ctx, endpointIds, new Date(now - MINUTE_MS));
    if (firstAt !== null && count >= TESTS_PER_MINUTE[ctx.settings.mode]) {
      throw tooManyTests(Math.max(1, Math.ceil((firstAt.getTime() + MINUTE_MS - now) / 1000)));
    }
    const tests = endpointIds.map((endpointId) => ({ id: ctx.newOrderedId(), endpointId }));
    const payload = testPayload(eventType);
    const names = ctx.settings.webhookProcessorNames;
    const body = JSON.stringify(withProcessorNames(payload, names));
    await insertTests(ctx, tests, { accountId, type: eventType, body });
    return tests.map(({ id }) => id);
  });
}

/** 429: more tests than the limit allows. */
export function tooManyTests(seconds: number): Refusal {
  return new Refusal('too_many_tests', 429, {
    message: `Too many tests; try again in ${seconds} seconds`,
    retryAfterSeconds: seconds,
  });
}
