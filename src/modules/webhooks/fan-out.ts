import type { Context } from '#context.ts';
import { audienceOf, recipientsOf } from './model/recipients.ts';
import { type DeliveryRules, variantsOf } from './model/variants.ts';
import { fillDeliveries, findWaiting, type NewDelivery, type QueuedEvent } from './store/outbox.ts';
import type { FoundReceiver } from './store/receivers.ts';
import type { WarnUnsubscribed } from './warn-unsubscribed.ts';

/**
 * How many characters of bodies one statement has. Many large events of many endpoints are more text
 * than fits into the memory of a process, and then no event would be fanned out any more.
 */
const BODY_CHARACTERS_MAX = 8 * 1024 * 1024;

/** What is sent, and the warning for events without a receiver. */
interface FanOutRules extends DeliveryRules {
  readonly warnUndelivered?: WarnUnsubscribed;
}

/**
 * Turns up to `limit` recorded events into one delivery for each endpoint and variant, and returns
 * how many events it fanned out. Any number of processes may do this at once: of those that read the
 * same events, the first to write fans them out, and the others skip them.
 */
export async function fanOut(ctx: Context, rules: FanOutRules, limit: number): Promise<number> {
  const { events, receivers } = await findWaiting(ctx, limit);
  if (events.length === 0) return 0;
  let turned = 0;
  let [eventIds, deliveries, characters]: [string[], NewDelivery[], number] = [[], [], 0];
  for (const event of events) {
    const pending = deliveriesOf(ctx, event, { receivers, rules });
    eventIds.push(event.id);
    deliveries.push(...pending);
    characters += pending.reduce((sum, { body }) => sum + body.length, 0);
    if (characters < BODY_CHARACTERS_MAX && event !== events.at(-1)) continue;
    turned += await fillDeliveries(ctx, eventIds, deliveries);
    [eventIds, deliveries, characters] = [[], [], 0];
  }
  return turned;
}

function deliveriesOf(
  ctx: Context,
  event: QueuedEvent,
  {
    receivers,
    rules,
  }: { readonly receivers: readonly FoundReceiver[]; readonly rules: FanOutRules },
): NewDelivery[] {
  const variants = variantsOf(event, rules);
  if (variants.length > 0) rules.warnUndelivered?.(ctx, event, receivers);
  return recipientsOf(event, receivers).flatMap((receiver) =>
    variants
      .filter(({ audiences }) => audiences.includes(audienceOf(receiver)))
      .map(({ type, body }) => ({
        id: ctx.newOrderedId(),
        eventId: event.id,
        endpointId: receiver.id,
        type,
        body,
      })),
  );
}
