import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { EVENT_RULES, EventPayload } from './model/vocabulary.ts';
import { insertEvents } from './store.ts';
import { storedPayloads } from './stored-payloads.ts';

/** An event that is about to be recorded. */
export interface EventDraft {
  /** Its id, where something written before it had to name it; left out, a new one. */
  readonly id?: string;
  readonly accountId: string;
  readonly payload: EventPayload;
  /** The link that it is about, where there is one. */
  readonly securePaymentToken: string | null;
  /** The client ID's row, where the link was created with one. */
  readonly clientIdId: string | null;
  /** The partner that created the link, or whose news it is; what changes later changes nothing. */
  readonly orchestratorId: string | null;
  readonly origin: string | null;
  /** The customer data as a JSON text, stored apart from the event, so that it can be erased. */
  readonly customerInfo?: string | null;
}

/**
 * Records events in the transaction of the change that they report, so that neither exists without
 * the other, and wakes the fan-out. Returns their ids, in the order of the drafts.
 *
 * Throws `Bug` outside a transaction, or when a payload does not match its schema.
 */
export async function recordEvents(
  ctx: Context,
  drafts: readonly EventDraft[],
): Promise<readonly string[]> {
  invariant(ctx.db.isTransaction, 'an event is recorded in the transaction of its change');
  if (drafts.length === 0) return [];
  const payloads = drafts.map((draft) => draft.payload);
  const rows = drafts.map((draft) => {
    const checked = EventPayload.safeParse(draft.payload);
    invariant(checked.success, `the payload of ${draft.payload.event} is not as declared`);
    const rule = EVENT_RULES[draft.payload.event];
    return {
      id: draft.id ?? ctx.newOrderedId(),
      accountId: draft.accountId,
      type: draft.payload.event,
      schemaVersion: rule.schemaVersion,
      securePaymentToken: draft.securePaymentToken,
      clientIdId: draft.clientIdId,
      orchestratorId: draft.orchestratorId,
      origin: draft.origin,
      payload: JSON.stringify(draft.payload),
      customerInfo: draft.customerInfo ?? null,
      createdAt: ctx.now(),
      toFanOut: rule.reach !== 'feed',
    };
  });
  await insertEvents(ctx, await storedPayloads(ctx, rows, payloads));
  return rows.map((row) => row.id);
}

/** Records one event; see `recordEvents`. */
export async function recordEvent(ctx: Context, draft: EventDraft): Promise<string> {
  const [id] = await recordEvents(ctx, [draft]);
  invariant(id !== undefined, 'a recorded event has an id');
  return id;
}
