import { sql } from 'kysely';
import type { Clock } from '#kit/clock.ts';
import type { Vault } from '#kit/secret.ts';
import {
  idempotencyKeyInUse,
  idempotencyKeyReused,
  type NamedCall,
  type WrittenAnswer,
} from '../http/idempotency.ts';
import type { Database } from './database.ts';
import { transact } from './transact.ts';

/** How long an answer is given again. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** The part of a context that running a call once needs. */
interface OnceContext {
  readonly db: Database;
  readonly now: Clock;
  readonly vault: Vault;
}

/**
 * Does a named call once. The work and the memory of its answer are one transaction, so a killed
 * process leaves both or neither. What the work throws undoes both: a refused or failed call is
 * done anew when it is repeated.
 *
 * Refuses (409) while the same call runs, and (422) a key that named a call with another body.
 */
export async function runOnce<Ctx extends OnceContext>(
  ctx: Ctx,
  call: NamedCall,
  work: (ctx: Ctx) => Promise<WrittenAnswer>,
): Promise<WrittenAnswer & { readonly replayed: boolean }> {
  return await transact(ctx, async (ctx) => {
    if (!(await takeKey(ctx, call))) throw idempotencyKeyInUse();
    const found = await findAnswer(ctx, call);
    if (found !== undefined) {
      if (!found.fingerprint.equals(call.fingerprint)) throw idempotencyKeyReused();
      const text = ctx.vault.open({
        keyVersion: found.answer_key_version,
        bytes: found.answer_sealed,
      });
      return { status: found.status, text, replayed: true };
    }
    const answer = await work(ctx);
    await keepAnswer(ctx, call, answer);
    return { ...answer, replayed: false };
  });
}

/** Removes up to `limit` answers that are no longer given, and returns how many. */
export async function pruneAnswers(ctx: OnceContext, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotent_answer where (scope, key) in (
      select scope, key from idempotent_answer where created_at <= ${endOf(ctx)}
      order by created_at limit ${limit} for update skip locked
    )`.execute(ctx.db);
  return Number(numAffectedRows ?? 0n);
}

/** Locked until the transaction ends; 64 bits of a SHA-256, so two keys do not collide. */
async function takeKey({ db }: OnceContext, { scope, key }: NamedCall): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(
      ('x' || encode(substr(sha256(${scope}::bytea || convert_to(${key}, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint
    ) as taken`.execute(db);
  return rows[0]?.taken === true;
}

interface KeptAnswer {
  readonly fingerprint: Buffer;
  readonly status: number;
  readonly answer_sealed: Buffer;
  readonly answer_key_version: number;
}

async function findAnswer(ctx: OnceContext, call: NamedCall): Promise<KeptAnswer | undefined> {
  return await ctx.db
    .selectFrom('idempotent_answer')
    .select(['fingerprint', 'status', 'answer_sealed', 'answer_key_version'])
    .where('scope', '=', call.scope)
    .where('key', '=', call.key)
    .where('created_at', '>', endOf(ctx))
    .executeTakeFirst();
}

async function keepAnswer(ctx: OnceContext, call: NamedCall, answer: WrittenAnswer): Promise<void> {
  const sealed = ctx.vault.seal(answer.text);
  const row = {
    account_id: call.accountId,
    fingerprint: call.fingerprint,
    status: answer.status,
    answer_sealed: sealed.bytes,
    answer_key_version: sealed.keyVersion,
    created_at: ctx.now(),
  };
  await ctx.db
    .insertInto('idempotent_answer')
    .values({ scope: call.scope, key: call.key, ...row })
    // Only one that is too old to be given again can stand in the way.
    .onConflict((conflict) => conflict.columns(['scope', 'key']).doUpdateSet(row))
    .execute();
}

/** Answers stored at this time or before are no longer replayed. */
function endOf({ now }: OnceContext): Date {
  return new Date(now().getTime() - KEPT_MS);
}
