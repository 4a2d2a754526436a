import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { Refusal } from '#kit/failure.ts';
import { isUlid } from '#kit/ulid.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { addApiKey } from './add-api-key.ts';
import { checkExpiry } from './create-api-key.ts';
import {
  type ApiKeyCreated,
  type ApiKeyStatus,
  endOfOverlap,
  statusOfApiKey,
} from './model/shown-api-key.ts';
import { apiKeyNotFound } from './revoke-api-key.ts';
import { lockAccount, lockOwnApiKey, replaceApiKey } from './store/clients.ts';

interface Rotation {
  readonly accountId: string;
  readonly id: string;
  /** How long the old key keeps working. */
  readonly overlapSeconds: number;
  /** When the new key stops working; never, where it is left out. */
  readonly expiresAt?: Date | undefined;
}

/**
 * Makes a key of the same label in place of another, which keeps working for the overlap or to
 * its own earlier end, so that every server can change over without a gap.
 *
 * Refuses (404) a key that is not there for the account, and (409) one that no longer works or was
 * replaced before.
 */
export async function rotateApiKey(ctx: Context, input: Rotation): Promise<ApiKeyCreated> {
  const { accountId, id, overlapSeconds, expiresAt } = input;
  checkExpiry(ctx, expiresAt);
  if (!isUlid(id)) throw apiKeyNotFound();
  return await transact(ctx, async (ctx) => {
    await lockAccount(ctx, accountId);
    const old = await lockOwnApiKey(ctx, { accountId, id });
    if (old === undefined) throw apiKeyNotFound();
    const now = ctx.now();
    const status = statusOfApiKey(old, now);
    if (status !== 'active') throw apiKeyNotActive(status);
    const made = await addApiKey(ctx, { accountId, label: old.label, expiresAt });
    const end = endOfOverlap(old, { now, overlapSeconds });
    await replaceApiKey(ctx, { id, replacedBy: made.id, expiresAt: end });
    const object = { kind: 'api_key', id };
    const details = { replacedBy: made.id, expiresAt: isoTime(end) };
    await recordAudit(ctx, { accountId, action: 'api_key.rotated', object, details });
    return made;
  });
}

/** 409: a key that cannot be replaced, because it is at its end already. */
export function apiKeyNotActive(status: Exclude<ApiKeyStatus, 'active'>): Refusal {
  const message = {
    expiring: 'This API key was rotated before; rotate the one that replaced it',
    expired: 'This API key has expired; create another one',
    revoked: 'This API key is revoked; create another one',
  }[status];
  return new Refusal('api_key_not_active', 409, message);
}
