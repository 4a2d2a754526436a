import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { type ClientIdStatus, isClientId, isClientIdStatus } from './model/client-id.ts';
import { isUseDue } from './model/last-use.ts';
import { findClientIdRow, noteUse } from './store.ts';

/** A client ID as the door of the API needs to know it. */
interface FoundClientId {
  readonly accountId: string;
  /** The row, not the public `cli_...` text. */
  readonly clientIdId: string;
  readonly clientId: string;
  /** An empty list is a backend client ID. */
  readonly allowedDomains: readonly string[];
  readonly status: ClientIdStatus;
}

/** The client ID with this text, whatever its status, or undefined when there is none. */
export async function findClientId(ctx: Context, raw: string): Promise<FoundClientId | undefined> {
  if (!isClientId(raw)) return undefined;
  const found = await findClientIdRow(ctx, raw);
  if (found === undefined) return undefined;
  invariant(isClientIdStatus(found.status), `no client ID may be "${found.status}"`);
  if (isUseDue(found.last_used_at, ctx.now())) await noteUse(ctx, 'client_id', found.id);
  return {
    accountId: found.account_id,
    clientIdId: found.id,
    clientId: found.client_id,
    allowedDomains: found.allowed_domains,
    status: found.status,
  };
}
