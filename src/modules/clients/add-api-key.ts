import type { Context } from '#context.ts';
import { personOf } from '#kit/actor.ts';
import { isoTime } from '#kit/clock.ts';
import { Refusal } from '#kit/failure.ts';
import { hashSecret } from '#kit/secret.ts';
import { checkStillMember } from '#modules/identity/index.ts';
import { makeApiKey, shownPrefix } from './model/api-key.ts';
import type { ApiKeyCreated } from './model/shown-api-key.ts';
import { countLiveApiKeys, insertApiKey } from './store/clients.ts';

/** How many keys of an account may work at a time. An estimate: one for each of many servers. */
const LIVE_KEYS_PER_ACCOUNT_MAX = 100;

interface NewKey {
  readonly accountId: string;
  readonly label: string;
  readonly expiresAt?: Date | undefined;
}

/** Adds a key to an account that the caller has locked. Refuses (400) one too many, and (403) somebody who may make none by now. */
export async function addApiKey(ctx: Context, input: NewKey): Promise<ApiKeyCreated> {
  await checkStillMember(ctx, 'developer');
  if ((await countLiveApiKeys(ctx, input.accountId)) >= LIVE_KEYS_PER_ACCOUNT_MAX) {
    throw tooManyApiKeys();
  }
  const id = ctx.newOrderedId();
  const apiKey = makeApiKey(ctx.settings.mode, ctx.random);
  const row = {
    id,
    account_id: input.accountId,
    label: input.label,
    prefix: shownPrefix(apiKey),
    key_hash: hashSecret(apiKey),
    created_at: ctx.now(),
    created_by: personOf(ctx.actor),
    expires_at: input.expiresAt ?? null,
  };
  await insertApiKey(ctx, row);
  return {
    id,
    apiKey,
    label: row.label,
    prefix: row.prefix,
    createdAt: isoTime(row.created_at),
    expiresAt: row.expires_at && isoTime(row.expires_at),
    lastUsedAt: null,
  };
}

/** 400: the account has as many working keys as one may have. */
export function tooManyApiKeys(): Refusal {
  const message = `An account can have ${LIVE_KEYS_PER_ACCOUNT_MAX} API keys that work; revoke one first`;
  return new Refusal('too_many_api_keys', 400, message);
}
