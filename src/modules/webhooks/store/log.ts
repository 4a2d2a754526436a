import type { Context } from '#context.ts';

/** Ends what is still to be sent to an endpoint as skipped, whatever becomes of attempts under way. */
export async function skipPending(ctx: Context, endpointId: string): Promise<void> {
  await ctx.db
    .updateTable('webhook_delivery')
    .set({ status: 'skipped', finished_at: ctx.now() })
    .where('webhook_endpoint_id', '=', endpointId)
    .where('status', '=', 'pending')
    .execute();
}
