import type { Context } from '#context.ts';
import { hasUserEvent, type ReportedStep } from './store.ts';

/** Whether a payer of a link has reported a step. What a browser reports proves nothing. */
export async function hasReported(ctx: Context, step: ReportedStep): Promise<boolean> {
  return await hasUserEvent(ctx, step);
}
