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
import type { Database } from './database.ts';
import {
  type FoundAnswer,
  findAnswers,
  isKeyTaken,
  type KeepAnswer,
  type KeptAnswer,
  nameOfAnswer,
} from './kept-answers.ts';
import { openLookUp } from './look-up.ts';
import { openRecentNames, type RecentNames } from './recent-names.ts';
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
  await call.allowed;
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

/** A call is mostly repeated within seconds; a hash of each is kept. */
const ANSWERED_MAX = 5_000;

/** The calls of this process. */
interface ProcessCalls {
  readonly running: Set<string>;
  /** Those that were answered last: their repetitions must not reach the primary key, as PostgreSQL logs what it refuses. */
  readonly answered: RecentNames;
}

const callsOf = new WeakMap<Database, ProcessCalls>();

function openCalls(db: Database): ProcessCalls {
  const known = callsOf.get(db);
  if (known !== undefined) return known;
  const calls = { running: new Set<string>(), answered: openRecentNames(ANSWERED_MAX) };
  callsOf.set(db, calls);
  return calls;
}

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
  const { running, answered } = openCalls(ctx.db);
  const name = nameOfAnswer(call);
  if (running.has(name)) throw idempotencyKeyInUse();
  running.add(name);
  try {
    const again = answered.has(name) ? await answerAgain(ctx, call) : undefined;
    const once = again ?? (await keepingAnswer(ctx, call, { work, write }));
    if (once !== undefined) answered.add(name);
    return once;
  } finally {
    running.delete(name);
  }
}

/** What this process has answered lately, where it is there and not too old. */
async function answerAgain(ctx: OnceContext, call: NamedCall): Promise<Once | undefined> {
  await call.allowed;
  const found = await lookUpAnswer(ctx.db, call);
  return found !== undefined && found.created_at > endOf(ctx)
    ? replay(ctx, call, found)
    : undefined;
}

/** No answer is looked up before: the primary key refuses the statement of a call that another process has answered. */
async function keepingAnswer<Ctx extends OnceContext>(
  ctx: Ctx,
  call: NamedCall,
  { work, write }: KeepingWork<Ctx>,
): Promise<Once | undefined> {
  let isKept = false;
  const keepAnswer: KeepAnswer = async (answered) => {
    await call.allowed;
    isKept = true;
    return rowOf(ctx, call, write(answered));
  };
  try {
    const answer = await work({ ...ctx, keepAnswer });
    invariant(isKept, 'an operation that keeps its answer has kept it');
    return { ...answer, replayed: false };
  } catch (error) {
    // Who may not call is given no answer of before.
    await call.allowed;
    // A call that was answered is answered again, also where it would be refused now; who does not know says so.
    const found = await lookUpAnswer(ctx.db, call);
    if (found === undefined) throw isKeyTaken(error) ? idempotencyKeyInUse() : error;
    return found.created_at > endOf(ctx) ? replay(ctx, call, found) : undefined;
  }
}

/** What was answered before. Refuses (422) another body. */
function replay(ctx: OnceContext, call: NamedCall, found: StoredAnswer): Once {
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

type StoredAnswer = Omit<FoundAnswer, 'scope' | 'key'>;

/** Locked until the transaction ends; 64 bits of a SHA-256, so two keys do not collide. */
async function takeKey({ db }: OnceContext, { scope, key }: NamedCall): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(
      ('x' || encode(substr(sha256(${scope}::bytea || convert_to(${key}, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint
    ) as taken`.execute(db);
  return rows[0]?.taken === true;
}

/** The answer of a key however old it is; simultaneous calls share the statement. */
const lookUpAnswer = openLookUp<NamedCall, FoundAnswer>({
  nameOf: nameOfAnswer,
  find: findAnswers,
});

async function findAnswer(ctx: OnceContext, call: NamedCall): Promise<StoredAnswer | undefined> {
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
