import { accountOf, type Context } from '#context.ts';
import { type ShownClientId, showClientId } from './model/shown-client-id.ts';
import { findClientIdsOf } from './store/clients.ts';

/** The client IDs of the caller's account, whatever their status, the newest last. */
export async function listClientIds(ctx: Context): Promise<ShownClientId[]> {
  const rows = await findClientIdsOf(ctx, accountOf(ctx));
  return rows.map((row) => showClientId(ctx.settings, row));
}
