import { isIP } from 'node:net';
import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { isUlid } from '#kit/ulid.ts';
import { recordAdministration } from '#modules/audit/index.ts';
import { pruneBlocks } from '#platform/db/prune-blocks.ts';
import { transact } from '#platform/db/transact.ts';
import { subscriberOf } from '#platform/http/rate-limit.ts';
import { isClientId } from './model/client-id.ts';
import { SYSTEM_ACCOUNT_ID } from './model/system-account.ts';
import { apiKeyNotFound } from './revoke-api-key.ts';
import { findApiKeyById } from './store/clients.ts';
import { findClientIdRow } from './store/credentials.ts';
import { clientIdNotFound } from './view-client-id.ts';

/** Whose block is to end, and in whose log that stands. */
interface Blocked {
  readonly who: 'everybody' | { readonly name: string };
  readonly accountId: string;
  readonly object: { readonly kind: string; readonly id: string };
}

/**
 * Ends the block of a client ID, an API key (by its id) or an address, or of everybody where none is
 * named, and lets them count from zero; returns how many counts were removed. Refuses (404) a
 * credential that does not exist, and (400) a text that names none.
 */
export async function liftBlock(ctx: Context, name: string | undefined): Promise<number> {
  return await transact(ctx, async (ctx) => {
    const { who, accountId, object } = await blockedBy(ctx, name);
    const removed = await pruneBlocks(ctx, who);
    const details = { removed };
    await recordAdministration(ctx, { accountId, action: 'rate_limit.unblocked', object, details });
    return removed;
  });
}

async function blockedBy(ctx: Context, name: string | undefined): Promise<Blocked> {
  const nobodys = { accountId: SYSTEM_ACCOUNT_ID };
  if (name === undefined) {
    return { who: 'everybody', ...nobodys, object: { kind: 'rate_limit', id: 'everybody' } };
  }
  if (isClientId(name)) {
    const found = await findClientIdRow(ctx, name);
    if (found === undefined) throw clientIdNotFound();
    const { id, account_id: accountId } = found;
    return { who: { name }, accountId, object: { kind: 'client_id', id } };
  }
  if (isUlid(name)) {
    const found = await findApiKeyById(ctx, name);
    if (found === undefined) throw apiKeyNotFound();
    // A key counts by its hash: the table of counts is no place for keys.
    const hash = found.keyHash.toString('base64url');
    const object = { kind: 'api_key', id: name };
    return { who: { name: hash }, accountId: found.accountId, object };
  }
  if (isIP(name) !== 0) {
    // The log is permanent, so it does not have the address.
    const object = { kind: 'rate_limit', id: 'address' };
    return { who: { name: subscriberOf(name) }, ...nobodys, object };
  }
  throw noSuchCaller(name);
}

/** 400: a text that names no caller. */
export function noSuchCaller(name: string): Refusal {
  const message = `"${name}" is no client ID (cli_...), no id of an API key and no IP address`;
  return new Refusal('no_such_caller', 400, message);
}
