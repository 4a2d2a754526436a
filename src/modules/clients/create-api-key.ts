import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { type Refusal, refuseField } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { addApiKey } from './add-api-key.ts';
import type { ApiKeyCreated } from './model/shown-api-key.ts';
import { lockAccount } from './store/clients.ts';

/** An estimate: keys with a later expiry would not be rotated. */
const LIFE_MAX_MS = 5 * 366 * 24 * 60 * 60 * 1000;

/** What an API key is to be like. */
interface CreateApiKeyInput {
  readonly accountId: string;
  readonly label: string;
  /** When it stops working; never, where it is left out. */
  readonly expiresAt?: Date | undefined;
}

/**
 * Makes an API key. The text is answered this once and kept nowhere: only its SHA-256 is stored,
 * and its first characters for people to recognise it by.
 *
 * Refuses (400) an expiry that is not ahead or too far ahead, and more keys that work than an
 * account may have.
 */
export async function createApiKey(ctx: Context, input: CreateApiKeyInput): Promise<ApiKeyCreated> {
  const { accountId } = input;
  checkExpiry(ctx, input.expiresAt);
  return await transact(ctx, async (ctx) => {
    await lockAccount(ctx, accountId);
    const made = await addApiKey(ctx, input);
    const object = { kind: 'api_key', id: made.id };
    const details = { prefix: made.prefix, expiresAt: made.expiresAt };
    await recordAudit(ctx, { accountId, action: 'api_key.created', object, details });
    return made;
  });
}

/** Refuses (400) an expiry that is not ahead, or further ahead than any plan. */
export function checkExpiry(ctx: Pick<Context, 'now'>, expiresAt: Date | undefined): void {
  if (expiresAt === undefined) return;
  const now = ctx.now();
  const latest = new Date(now.getTime() + LIFE_MAX_MS);
  if (expiresAt.getTime() <= now.getTime()) throw badExpiry('must be in the future');
  if (expiresAt.getTime() > latest.getTime()) {
    throw badExpiry(`must be at most five years ahead, so before ${isoTime(latest)}`);
  }
}

/** 400: an expiry at which a key cannot end, with the reason. */
export function badExpiry(problem: string): Refusal {
  const message = `expiresAt ${problem}`;
  return refuseField('expiresAt', message, 'invalid_expiry');
}
