import type { Insertable, RawBuilder } from 'kysely';
import pg from 'pg';
import { insertRows } from './insert-rows.ts';
import type { IdempotentAnswerTable } from './tables.generated.ts';

/** The row of an answer that is given again to who repeats its call. */
export type KeptAnswer = Insertable<IdempotentAnswerTable>;

/**
 * Makes the row of what a named call answers; ends the operation where the call was answered before. An operation that is given this inserts the row in the statement that
 * writes its effect, so that both are there or neither.
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
