import type { Context } from '#context.ts';
import type { Deliverer } from './deliver-webhooks.ts';
import { audienceOf, recipientsOf } from './model/recipients.ts';
import { shareBodies } from './model/shared-bodies.ts';
import { type DeliveryRules, variantsOf } from './model/variants.ts';
import {
  fillDeliveries,
  findWaiting,
  type NewBody,
  type NewDelivery,
  type QueuedEvent,
} from './store/outbox.ts';
import type { FoundReceiver } from './store/receivers.ts';
import type { WarnUnsubscribed } from './warn-unsubscribed.ts';

/**
 * How many characters of bodies one statement has. Many large events are more text
 * than fits into the memory of a process, and then no event would be fanned out any more.
 */
const BODY_CHARACTERS_MAX = 8 * 1024 * 1024;

/** Nor has it more deliveries than it can write in some tenths of a second; usual batches have a few hundred. */
const DELIVERIES_MAX = 2_000;

/** What is sent, the warning for events without a receiver, and who makes first attempts. */
interface FanOutRules extends DeliveryRules {
  readonly warnUndelivered?: WarnUnsubscribed;
  /** Attempts at once what its lanes have a place for; without it all are left to a claim. */
  readonly deliverer?: Pick<Deliverer, 'fill'>;
  /** The other runs of this process, where there are any. */
  readonly runs?: FanOutRuns;
}

/** Runs of one process that may be in progress at once. */
export interface FanOutRuns {
  /** The read that began last: the next one waits for it, so that it knows what that found. */
  reading: Promise<unknown>;
  /** The events that one of them read and has not ended with. */
  readonly eventIds: Set<string>;
}

/** None in progress. */
export const openFanOutRuns = (): FanOutRuns => ({
  reading: Promise.resolve(),
  eventIds: new Set(),
});

/**
 * Turns up to `limit` recorded events into one delivery for each endpoint and variant, and returns
 * how many events it fanned out. Any number of processes may do this at once: of those that read the
 * same events, the first to write fans them out, and the others skip them. Runs of one process read different ones.
 */
export async function fanOut(ctx: Context, rules: FanOutRules, limit: number): Promise<number> {
  const { runs = openFanOutRuns() } = rules;
  const reading = runs.reading.then(async () => {
    const waiting = await findWaiting(ctx, { limit, except: [...runs.eventIds] });
    for (const { id } of waiting.events) runs.eventIds.add(id);
    return waiting;
  });
  runs.reading = reading.catch(() => undefined);
  const waiting = await reading;
  try {
    return await storeDeliveries(ctx, rules, waiting);
  } finally {
    for (const { id } of waiting.events) runs.eventIds.delete(id);
  }
}

/** Stores their deliveries in as few statements as sizes allow, and begins those that have a place. */
async function storeDeliveries(
  ctx: Context,
  rules: FanOutRules,
  { events, receivers }: Awaited<ReturnType<typeof findWaiting>>,
): Promise<number> {
  const { deliverer = LEAVING_ALL } = rules;
  let turned = 0;
  let batch = emptyBatch();
  for (const event of events) {
    const { deliveries, bodies } = deliveriesOf(ctx, event, { receivers, rules });
    batch.eventIds.push(event.id);
    batch.deliveries.push(...deliveries);
    batch.bodies.push(...bodies);
    batch.characters += charactersOf(bodies);
    const isFull =
      batch.characters >= BODY_CHARACTERS_MAX || batch.deliveries.length >= DELIVERIES_MAX;
    if (!isFull && event !== events.at(-1)) continue;
    const full = batch;
    await deliverer.fill(ctx, async (leases) => {
      const deliveries = full.deliveries.map(({ body, ...delivery }) => {
        const leaseUntil = leases.lease(delivery.endpointId);
        return leaseUntil === undefined ? delivery : { ...delivery, leaseUntil };
      });
      const filled = await fillDeliveries(ctx, full.eventIds, { ...full, deliveries });
      turned += filled.events;
      const bodyOf = new Map(full.deliveries.map(({ id, body }) => [id, body]));
      return filled.leased.map((leased) => ({
        ...leased,
        ...FIRST,
        body: bodyOf.get(leased.id) ?? '',
      }));
    });
    batch = emptyBatch();
  }
  return turned;
}

/** What every delivery of an event is before its first attempt. */
const FIRST = { attempts: 0, isTest: false, replayOf: null };

/** Leases nothing. */
const LEAVING_ALL: Pick<Deliverer, 'fill'> = {
  fill: async (_ctx, store) => {
    await store({ lease: () => undefined });
  },
};

/** The deliveries of an event, and the bodies that they are sent. */
interface Filled {
  readonly deliveries: readonly (NewDelivery & { readonly body: string })[];
  readonly bodies: readonly NewBody[];
}

/** What one statement will write. */
interface Batch {
  readonly eventIds: string[];
  readonly deliveries: (NewDelivery & { readonly body: string })[];
  readonly bodies: NewBody[];
  characters: number;
}

const emptyBatch = (): Batch => ({ eventIds: [], deliveries: [], bodies: [], characters: 0 });

function deliveriesOf(
  ctx: Context,
  event: QueuedEvent,
  {
    receivers,
    rules,
  }: { readonly receivers: readonly FoundReceiver[]; readonly rules: FanOutRules },
): Filled {
  const variants = variantsOf(event, rules);
  if (variants.length > 0) rules.warnUndelivered?.(ctx, event, receivers);
  const deliveries = recipientsOf(event, receivers).flatMap((receiver) =>
    variants
      .filter(({ audiences }) => audiences.includes(audienceOf(receiver)))
      .map(({ type, body }) => ({
        body,
        id: ctx.newOrderedId(),
        eventId: event.id,
        endpointId: receiver.id,
        type,
      })),
  );
  const sent = new Set(deliveries.map(({ type }) => type));
  const bodies = shareBodies(
    event,
    variants.filter(({ type }) => sent.has(type)),
  );
  return {
    deliveries,
    bodies: bodies.map((body, number) => ({ eventId: event.id, number, ...body })),
  };
}

function charactersOf(bodies: readonly NewBody[]): number {
  return bodies.reduce(
    (sum, { textBeforeType, textAtEnd }) => sum + textBeforeType.length + textAtEnd.length,
    0,
  );
}
