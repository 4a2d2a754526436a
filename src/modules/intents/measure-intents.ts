import type { Context } from '#context.ts';
import { countOpen, countOverdue, type IntentCount } from './store/measures.ts';

/** Counting that many takes some milliseconds, and above it no exact number is needed. */
const COUNTED_MAX = 10_000;

/** A bridge delivers in seconds; past its deadline only the finality of a slow network is waited for. */
const LATE_MS_MAX = 2 * 60 * 60 * 1_000;

/** Bridges refund within hours. */
const REFUND_MS_MAX = 24 * 60 * 60 * 1_000;

/** The intents that are followed, by state, and how many of them have taken too long. */
export interface IntentMeasures {
  readonly open: readonly IntentCount[];
  readonly overdue: number;
}

/** How many intents are on their way, and how many should have ended. */
export async function measureIntents(ctx: Context): Promise<IntentMeasures> {
  const now = ctx.now().getTime();
  const [open, overdue] = await Promise.all([
    countOpen(ctx, COUNTED_MAX),
    countOverdue(ctx, {
      deadlineBefore: new Date(now - LATE_MS_MAX),
      unfilledSince: new Date(now - REFUND_MS_MAX),
      countMax: COUNTED_MAX,
    }),
  ]);
  return { open, overdue };
}
