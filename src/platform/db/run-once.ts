import { sql } from 'kysely';
import type { Clock } from '#kit/clock.ts';
import { invariant } from '#kit/failure.ts';
import type { Vault } from '#kit/secret.ts';
import {
  idempotencyKeyInUse,
  idempotencyKeyReused,
  type NamedCall,
  type WrittenAnswer,
} from '../http/idempotency.ts';
import { arrayText } from './array-text.ts';
import type { Database } from './database.ts';
import { isKeyTaken, type KeepAnswer, type KeptAnswer } from './kept-answers.ts';
import { openLookUp } from './look-up.ts';
import { transact } from './transact.ts';

/** How long an answer is given again. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** The part of a context that running a call once needs. */
interface OnceContext {
  readonly db: Database;
  readonly now: Clock;
  readonly vault: Vault;
  readonly keepAnswer?: KeepAnswer | undefined;
}

/**
 * Does a named call once. The work and the memory of its answer are one transaction, so a killed
 * process leaves both or neither. What the work throws undoes both: a refused or failed call is
 * done anew when it is repeated. Where the call brings `write`, its operation writes the answer in the statement of its effect.
 *
 * Refuses (409) while the same call runs, and (422) a key that named a call with another body.
 */
export async function runOnce<Ctx extends OnceContext>(
  ctx: Ctx,
  call: NamedCall,
  work: (ctx: Ctx) => Promise<WrittenAnswer>,
): Promise<Once> {
  const { write } = call;
  const once =
    write !== undefined && !ctx.db.isTransaction
      ? await runKeeping(ctx, call, { work, write })
      : undefined;
  return once ?? (await runInTransaction(ctx, call, work));
}

type Once = WrittenAnswer & { readonly replayed: boolean };

async function runInTransaction<Ctx extends OnceContext>(
  ctx: Ctx,
  call: NamedCall,
  work: (ctx: Ctx) => Promise<WrittenAnswer>,
): Promise<Once> {
  return await transact(ctx, async (ctx) => {
    if (!(await takeKey(ctx, call))) throw idempotencyKeyInUse();
    const found = await findAnswer(ctx, call);
    if (found !== undefined) return replay(ctx, call, found);
    const answer = await work(ctx);
    await replaceAnswer(ctx, rowOf(ctx, call, answer));
    return { ...answer, replayed: false };
  });
}

interface KeepingWork<Ctx> {
  readonly work: (ctx: Ctx) => Promise<WrittenAnswer>;
  readonly write: (answered: unknown) => WrittenAnswer;
}

/** The keys that name calls of this process now. */
const running = new WeakMap<Database, Set<string>>();

/**
 * Does a call whose operation writes its answer in the one statement of its effect, by `keepAnswer`. Both then share
 * their statement with other calls, and the primary key lets only one of two statements have a key. Undefined where an
 * answer is in the way that is too old to be given again.
 */
async function runKeeping<Ctx extends OnceContext>(
  ctx: Ctx,
  call: NamedCall,
  { work, write }: KeepingWork<Ctx>,
): Promise<Once | undefined> {
  const names = running.get(ctx.db) ?? new Set();
  running.set(ctx.db, names);
  const name = nameOf(call);
  if (names.has(name)) throw idempotencyKeyInUse();
  names.add(name);
  try {
    return await keepingAnswer(ctx, call, { work, write });
  } finally {
    names.delete(name);
  }
}

/** Ends work whose call was answered before. */
class AnsweredBefore extends Error {}

/** The answer is looked up while the work reads what it needs: only the statement that writes waits for both. */
async function keepingAnswer<Ctx extends OnceContext>(
  ctx: Ctx,
  call: NamedCall,
  { work, write }: KeepingWork<Ctx>,
): Promise<Once | undefined> {
  const finding = lookUpAnswer(ctx.db, call);
  // Whoever waits for it learns of a failure.
  finding.catch(() => undefined);
  let isKept = false;
  const keepAnswer: KeepAnswer = async (answered) => {
    if ((await finding) !== undefined) throw new AnsweredBefore();
    isKept = true;
    return rowOf(ctx, call, write(answered));
  };
  try {
    const answer = await work({ ...ctx, keepAnswer });
    invariant(isKept, 'an operation that keeps its answer has kept it');
    return { ...answer, replayed: false };
  } catch (error) {
    if (isKeyTaken(error)) {
      // Another process did the same call in the meantime, and its statement has ended.
      const found = await findAnswer(ctx, call);
      if (found === undefined) throw idempotencyKeyInUse();
      return replay(ctx, call, found);
    }
    // A call that was answered is answered again, also where it would be refused now; who does not know says so.
    const found = await finding;
    if (found === undefined) throw error;
    return found.created_at > endOf(ctx) ? replay(ctx, call, found) : undefined;
  }
}

/** What was answered before. Refuses (422) another body. */
function replay(ctx: OnceContext, call: NamedCall, found: FoundAnswer): Once {
  if (!found.fingerprint.equals(call.fingerprint)) throw idempotencyKeyReused();
  const { answer_key_version: keyVersion, answer_sealed: bytes, status } = found;
  return { status, text: ctx.vault.open({ keyVersion, bytes }), replayed: true };
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

interface FoundAnswer {
  readonly fingerprint: Buffer;
  readonly status: number;
  readonly answer_sealed: Buffer;
  readonly answer_key_version: number;
  readonly created_at: Date;
}

const nameOf = ({ scope, key }: Pick<NamedCall, 'scope' | 'key'>): string =>
  `${scope.toString('base64url')} ${key}`;

/**
 * The answer of a key however old it is; simultaneous calls share the statement. Laterally, so that each is found by
 * the primary key, whatever the planner knows of the table.
 */
const lookUpAnswer = openLookUp<NamedCall, FoundAnswer>({
  nameOf,
  find: async (db, calls) => {
    const scopes = arrayText(calls.map(({ scope }) => `\\x${scope.toString('hex')}`));
    const keys = arrayText(calls.map(({ key }) => key));
    const { rows } = await sql<FoundAnswer & Pick<NamedCall, 'scope' | 'key'>>`
      select answer.* from unnest(${scopes}::bytea[], ${keys}::text[]) as called (scope, key)
      cross join lateral (
        select * from idempotent_answer as kept
        where kept.scope = called.scope and kept.key = called.key limit 1
      ) as answer`.execute(db);
    return new Map(rows.map((row) => [nameOf(row), row]));
  },
});

async function findAnswer(ctx: OnceContext, call: NamedCall): Promise<FoundAnswer | undefined> {
  return await ctx.db
    .selectFrom('idempotent_answer')
    .select(['fingerprint', 'status', 'answer_sealed', 'answer_key_version', 'created_at'])
    .where('scope', '=', call.scope)
    .where('key', '=', call.key)
    .where('created_at', '>', endOf(ctx))
    .executeTakeFirst();
}

function rowOf(ctx: OnceContext, call: NamedCall, { status, text }: WrittenAnswer): KeptAnswer {
  const { bytes, keyVersion } = ctx.vault.seal(text);
  return {
    scope: call.scope,
    key: call.key,
    account_id: call.accountId,
    fingerprint: call.fingerprint,
    status,
    answer_sealed: bytes,
    answer_key_version: keyVersion,
    created_at: ctx.now(),
  };
}

/** Only an answer that is too old to be given again may stand in the way. */
async function replaceAnswer(ctx: OnceContext, row: KeptAnswer): Promise<void> {
  const { scope: _scope, key: _key, ...answer } = row;
  const { numInsertedOrUpdatedRows: written } = await ctx.db
    .insertInto('idempotent_answer')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'key'])
        .doUpdateSet(answer)
        .where('idempotent_answer.created_at', '<=', endOf(ctx)),
    )
    .executeTakeFirstOrThrow();
  if (written !== 1n) throw idempotencyKeyInUse();
}

/** Answers stored at this time or before are no longer replayed. */
function endOf({ now }: OnceContext): Date {
  return new Date(now().getTime() - KEPT_MS);
}
