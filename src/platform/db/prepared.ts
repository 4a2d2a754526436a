import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { invariant } from '#kit/failure.ts';

/**
 * How many different statements a connection keeps prepared. Florin has about a hundred; lists of
 * varying length make more, and each costs the server some memory on every connection.
 */
const STATEMENTS_MAX = 300;

/**
 * A text without parameters that is one query. Others are migrations, which are many statements in one text, or
 * begin and end transactions.
 */
const LONE_QUERY = /^\s*(select|with|insert|update|delete)\b[^;]*$/i;

/**
 * A pool whose connections plan a statement once and not on each call: planning a join takes the
 * server longer than running it. Statements beyond the first `STATEMENTS_MAX`, and what is not one query, are
 * sent as they are.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const name = names.get(text);
    if (name !== undefined || names.size >= STATEMENTS_MAX) return name;
    const next = `florin_${names.size + 1}`;
    names.set(text, next);
    return next;
  };
  return {
    options: pool.options,
    connect: async () => new PreparingClient(await pool.connect(), nameOf),
    end: () => pool.end(),
  };
}

class PreparingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #nameOf: (text: string) => string | undefined;

  constructor(client: pg.PoolClient, nameOf: (text: string) => string | undefined) {
    this.#client = client;
    this.#nameOf = nameOf;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(text: unknown, values: readonly unknown[] = []): unknown {
    invariant(typeof text === 'string', 'rows are read whole, not through cursors');
    const name = values.length > 0 || LONE_QUERY.test(text) ? this.#nameOf(text) : undefined;
    return this.#client.query({ text, values: [...values], ...(name !== undefined && { name }) });
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }
}
