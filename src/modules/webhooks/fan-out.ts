import type { Context } from '#context.ts';
import { audienceOf, receives } from './model/recipients.ts';
import { type TellingRules, variantsOf } from './model/variants.ts';
import { fillDeliveries, findWaiting } from './store/outbox.ts';

/**
 * Turns up to `limit` recorded events into one delivery for each endpoint and variant, and answers
 * how many events it turned. Any number of processes may do this at once: of those that read the
 * same events, the first to write turns them, and the others leave them.
 */
export async function fanOut(ctx: Context, rules: TellingRules, limit: number): Promise<number> {
  const { events, receivers } = await findWaiting(ctx, limit);
  if (events.length === 0) return 0;
  const deliveries = events.flatMap((event) => {
    const variants = variantsOf(event, rules);
    return receivers
      .filter((receiver) => receives(receiver, event))
      .flatMap((receiver) =>
        variants
          .filter(({ audiences }) => audiences.includes(audienceOf(receiver)))
          .map(({ type, body }) => ({
            id: ctx.newId(),
            eventId: event.id,
            endpointId: receiver.id,
            type,
            body,
          })),
      );
  });
  const eventIds = events.map(({ id }) => id);
  return await fillDeliveries(ctx, eventIds, deliveries);
}
