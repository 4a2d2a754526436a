import type { Context } from '#context.ts';
import { transact } from '#platform/db/transact.ts';
import { audienceOf, receives } from './model/recipients.ts';
import { type TellingRules, variantsOf } from './model/variants.ts';
import { claimOutbox, findReceivers, insertDeliveries } from './store/deliveries.ts';

/**
 * Turns up to `limit` recorded events into one delivery for each endpoint and variant, in one
 * transaction, and answers how many events it took. Any number of processes may do this at once.
 */
export async function fanOut(ctx: Context, rules: TellingRules, limit: number): Promise<number> {
  return await transact(ctx, async (ctx) => {
    const events = await claimOutbox(ctx, limit);
    if (events.length === 0) return 0;
    const receivers = await findReceivers(ctx, events);
    const deliveries = events.flatMap((event) => {
      const variants = variantsOf(event, rules);
      return receivers
        .filter((receiver) => receives(receiver, event))
        .flatMap((receiver) =>
          variants
            .filter(({ audiences }) => audiences.includes(audienceOf(receiver)))
            .map(({ type, body }) => ({
              id: ctx.newId(),
              // Whose endpoint it is: a partner's deliveries are the partner's to see.
              accountId: receiver.accountId,
              eventId: event.id,
              endpointId: receiver.id,
              type,
              body,
              status: receiver.isActive ? ('pending' as const) : ('skipped' as const),
            })),
        );
    });
    await insertDeliveries(
      ctx,
      deliveries,
      events.map((event) => event.id),
    );
    return events.length;
  });
}
