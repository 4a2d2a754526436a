import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { readPlan } from './model/kyt-plan.ts';
import { orchestratorOfActor } from './orchestrator-of-actor.ts';
import { findIntents } from './store/intents.ts';

interface LinkIntentQuery {
  readonly limit: number;
  /** The last id of the page before; undefined begins with the newest. */
  readonly cursor: string | undefined;
}

/** A page of the partner's invitations, newest first: open ones, accepted ones, and for 30 days those that nobody accepted in time. */
export async function listLinkIntents(ctx: Context, { limit, cursor }: LinkIntentQuery) {
  const { orchestratorId } = orchestratorOfActor(ctx);
  // One more than the page size shows whether another page follows.
  const found = await findIntents(ctx, { orchestratorId, cursor, limit: limit + 1 });
  const intents = found.slice(0, limit).map(({ kyt, usedAt, ...intent }) => ({
    ...intent,
    orchestratorId,
    kyt: readPlan(kyt),
    used: usedAt !== null,
    expiresAt: isoTime(intent.expiresAt),
    createdAt: isoTime(intent.createdAt),
    updatedAt: isoTime(intent.updatedAt),
  }));
  return { intents, nextCursor: found.length > limit ? (intents.at(-1)?.id ?? null) : null };
}
