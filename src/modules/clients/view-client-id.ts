import { accountOf, type Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { isUlid } from '#kit/ulid.ts';
import { type ShownClientId, showClientId } from './model/shown-client-id.ts';
import { findOwnClientIdRow } from './store/clients.ts';

/** One client ID of the caller's account by its row. Refuses (404) one that is not there for them. */
export async function viewClientId(ctx: Context, id: string): Promise<ShownClientId> {
  const row = isUlid(id)
    ? await findOwnClientIdRow(ctx, { accountId: accountOf(ctx), id })
    : undefined;
  if (row === undefined) throw clientIdNotFound();
  return showClientId(ctx.settings, row);
}

/** 404: no client ID, or none of this account. */
export function clientIdNotFound(): Refusal {
  return new Refusal('client_id_not_found', 404, 'Client ID not found');
}
