import type { Context } from '#context.ts';
import { differenceOf } from './model/payload-difference.ts';
import { EVENT_RULES, type EventPayload } from './model/vocabulary.ts';
import { type EventKey, findRepeatable } from './store.ts';

/** An event whose payload is whole. */
interface WholeEvent {
  readonly accountId: string;
  readonly payload: string;
}

/**
 * Events as they are stored: one of a type that says nearly the same as an earlier one becomes its difference from that, where one is
 * found and the difference is shorter.
 */
export async function storedPayloads<Event extends WholeEvent>(
  ctx: Context,
  events: readonly Event[],
  payloads: readonly EventPayload[],
): Promise<readonly (Event & { readonly repeats: string | null })[]> {
  const keys = events.map(({ accountId }, at) => repeatedBy(accountId, payloads[at]));
  const sought = keys.filter((key) => key !== undefined);
  const types = new Set(sought.flatMap((key) => key.types));
  const earlier = new Map(
    (sought.length === 0 ? [] : await findRepeatable(ctx, sought, [...types])).map((event) => [
      keyText(event),
      event,
    ]),
  );
  return events.map((event, at) => {
    const key = keys[at];
    const other = key && earlier.get(keyText(key));
    if (other === undefined) return { ...event, repeats: null };
    const difference = JSON.stringify(differenceOf(event.payload, other.payload));
    return difference.length < event.payload.length
      ? { ...event, payload: difference, repeats: other.id }
      : { ...event, repeats: null };
  });
}

function repeatedBy(accountId: string, payload: EventPayload | undefined) {
  if (payload === undefined || !('txHash' in payload) || payload.txHash === undefined) return;
  const types = EVENT_RULES[payload.event].repeats;
  if (types === undefined) return;
  return { accountId, requestId: payload.requestId, txHash: payload.txHash, types };
}

function keyText({ accountId, requestId, txHash }: EventKey): string {
  return `${accountId} ${requestId} ${txHash}`;
}
