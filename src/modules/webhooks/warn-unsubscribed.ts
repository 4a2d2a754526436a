import type { Context } from '#context.ts';
import { AUDIENCES, hasRecipient, type Receiver } from './model/recipients.ts';
import type { QueuedEvent } from './store/outbox.ts';

/** Often enough to be seen in a log, and seldom enough not to fill it. */
const WARN_EVERY_MS = 60 * 60 * 1000;

/** How many accounts and client IDs are remembered; beyond it all of them may be warned of again. */
const REMEMBERED_MAX = 10_000;

/** Warns in the log of an event's link, if no endpoint receives events of it. */
export type WarnUnsubscribed = (
  ctx: Context,
  event: QueuedEvent,
  receivers: readonly Receiver[],
) => void;

/**
 * Warns in the log of links that no endpoint receives events of: at most once an hour for each account and
 * client ID. The token of the link is left out, as it is a right to read it.
 */
export function openUnsubscribedWarnings(): WarnUnsubscribed {
  const warnedAt = new Map<string, number>();
  return (ctx, event, receivers) => {
    if (!AUDIENCES[event.type].includes('platform') || hasRecipient(event, receivers)) return;
    const key = `${event.accountId} ${event.clientIdId}`;
    const now = ctx.now().getTime();
    if (now - (warnedAt.get(key) ?? Number.NEGATIVE_INFINITY) < WARN_EVERY_MS) return;
    if (warnedAt.size >= REMEMBERED_MAX) warnedAt.clear();
    warnedAt.set(key, now);
    const { accountId, clientIdId, id, type } = event;
    ctx.log.warn(
      { accountId, clientIdId, event: type, eventId: id },
      'no webhook endpoint receives events of this link, as npx florin doctor explains',
    );
  };
}
