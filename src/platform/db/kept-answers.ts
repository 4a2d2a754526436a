import { type Insertable, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { arrayText, byteaText } from './array-text.ts';
import type { Database } from './database.ts';
import { insertRows } from './insert-rows.ts';
import type { IdempotentAnswerTable } from './tables.generated.ts';

/** The row of an answer that is given again to who repeats its call. */
export type KeptAnswer = Insertable<IdempotentAnswerTable>;

/**
 * Makes the row of what a named call answers, once its caller is authorized; ends the operation where it is not. An operation that is
 * given this calls it before it writes, and inserts the row in the statement of its effect, so that both are there or neither.
 */
export type KeepAnswer = (answered: unknown) => Promise<KeptAnswer>;

const COLUMNS = {
  scope: 'bytea',
  key: 'text',
  account_id: 'text',
  fingerprint: 'bytea',
  status: 'integer',
  answer_sealed: 'bytea',
  answer_key_version: 'integer',
  created_at: 'timestamptz',
} as const;

/** The statement that adds answers, to stand in a `with` clause; it fails where a key has an answer. */
export function insertAnswers(rows: readonly KeptAnswer[]): RawBuilder<unknown> {
  return insertRows({ into: 'idempotent_answer', columns: COLUMNS, rows });
}

/** Whether a statement was refused because a key has an answer already. */
export function isKeyTaken(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.constraint === 'idempotent_answer_pkey';
}

/** What names an answer. */
type AnswerName = Pick<KeptAnswer, 'scope' | 'key'>;

/** An answer that is kept. */
export interface FoundAnswer extends AnswerName {
  readonly fingerprint: Buffer;
  readonly status: number;
  readonly answer_sealed: Buffer;
  readonly answer_key_version: number;
  readonly created_at: Date;
}

/** One text for the two parts of a name. */
export function nameOfAnswer({ scope, key }: AnswerName): string {
  return `${scope.toString('base64url')} ${key}`;
}

/**
 * The answers that these names have, however old they are, by their name. Laterally, so that each is found by the
 * primary key, whatever the planner knows of the table.
 */
export async function findAnswers(
  db: Database,
  names: readonly AnswerName[],
): Promise<ReadonlyMap<string, FoundAnswer>> {
  const scopes = arrayText(names.map(({ scope }) => byteaText(scope)));
  const keys = arrayText(names.map(({ key }) => key));
  const { rows } = await sql<FoundAnswer>`
    select answer.* from unnest(${scopes}::bytea[], ${keys}::text[]) as called (scope, key)
    cross join lateral (
      select * from idempotent_answer as kept
      where kept.scope = called.scope and kept.key = called.key limit 1
    ) as answer`.execute(db);
  return new Map(rows.map((row) => [nameOfAnswer(row), row]));
}

/**
 * Writes effects with their answers by one statement. Where some of them were answered before, it fails and the others
 * are written by a second one: a call that is repeated costs its neighbours one statement, and a new one no look-up.
 * Returns the error of each that was answered before.
 */
export async function writeUnanswered<Effect extends { readonly answer?: KeptAnswer | undefined }>(
  db: Database,
  effects: readonly Effect[],
  write: (effects: readonly Effect[]) => Promise<void>,
): Promise<(effect: Effect) => unknown> {
  try {
    await write(effects);
    return () => undefined;
  } catch (error) {
    if (effects.length === 1 || !isKeyTaken(error)) throw error;
    const found = await findAnswers(
      db,
      effects.flatMap(({ answer }) => answer ?? []),
    );
    const isAnswered = ({ answer }: Effect) =>
      answer !== undefined && found.has(nameOfAnswer(answer));
    const unanswered = effects.filter((effect) => !isAnswered(effect));
    if (unanswered.length === effects.length) throw error;
    if (unanswered.length > 0) await write(unanswered);
    return (effect) => (isAnswered(effect) ? error : undefined);
  }
}
