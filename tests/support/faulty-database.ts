import {
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import type { Database } from '#platform/db/database.ts';
import type { Tables } from '#platform/db/tables.generated.ts';
import { type Activity, newActivity } from './activity.ts';

/** The process was killed: nothing it does from now on has an effect. */
export class Killed extends Error {
  override name = 'Killed';
}

/** The connection broke; the process lives on. Its code is that of a server that went away. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost';
  readonly code = '57P01';
}

/** What becomes of a point at which a process reaches outside: a statement, or a call of a port. */
export type Fate =
  | 'well'
  /** The process dies before it asks. */
  | 'killed_before'
  /** It was done, and the process dies before it hears so. */
  | 'killed_after'
  /** The connection breaks before it is asked. */
  | 'lost_before'
  /** It was done, and the connection breaks before the answer arrives. */
  | 'lost_after';

/** A point at which a process reaches outside. */
export interface Reach {
  readonly what: string;
  readonly inTransaction: boolean;
}

/** One process, as far as its death is concerned. */
export interface Mortal {
  /** Decides the fate of the next point; may let others act first. */
  fateOf: (reach: Reach) => Promise<Fate>;
  /** What is sent in a statement's place; undefined seems to be carried out and is not. */
  sends: (text: string) => string | undefined;
  isDead: boolean;
  /** What it does outside of its own time: statements, and what others do in between. */
  readonly activity: Activity;
}

/** A process to which nothing happens yet. */
export function newMortal(): Mortal {
  return {
    fateOf: async () => 'well',
    sends: (text) => text,
    isDead: false,
    activity: newActivity(),
  };
}

/**
 * The database as one process has it: one connection at a time, so that its statements come in one
 * order, and each of them may be where the process dies or its connection breaks.
 */
export function faultyDatabase(pool: PostgresPool, mortal: Mortal): Database {
  let queue: Promise<void> = Promise.resolve();
  const connect = async () => {
    const before = queue;
    const { promise, resolve } = Promise.withResolvers<void>();
    queue = promise;
    await before;
    return new FaultyClient(await during(mortal, () => pool.connect()), mortal, resolve);
  };
  return new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: { options: pool.options, connect, end: async () => undefined },
    }),
  });
}

/** Does something that takes none of the process's own time. */
async function during<Answer>({ activity }: Mortal, work: () => Promise<Answer>): Promise<Answer> {
  activity.begin();
  try {
    return await work();
  } finally {
    activity.end();
  }
}

/** Calls a port as a process does that may die over it. */
export async function reachPort<Answer>(
  mortal: Mortal,
  what: string,
  call: () => Promise<Answer>,
): Promise<Answer> {
  if (mortal.isDead) throw new Killed(`${what}: the process is dead`);
  const fate = await during(mortal, () => mortal.fateOf({ what, inTransaction: false }));
  if (fate === 'killed_before') mortal.isDead = true;
  if (fate === 'killed_before') throw new Killed(`killed before ${what}`);
  const answer = await call();
  if (fate === 'killed_after') mortal.isDead = true;
  if (fate === 'killed_after') throw new Killed(`killed after ${what}`);
  return answer;
}

class FaultyClient implements PostgresPoolClient {
  readonly #client: PostgresPoolClient;
  readonly #mortal: Mortal;
  readonly #done: () => void;
  #inTransaction = false;
  #isBroken = false;

  constructor(client: PostgresPoolClient, mortal: Mortal, done: () => void) {
    this.#client = client;
    this.#mortal = mortal;
    this.#done = done;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('rows are read whole, not through cursors');
    return during(this.#mortal, () => this.#query(text, values));
  }

  release(): void {
    this.#client.release();
    this.#done();
  }

  async #query(text: string, values: readonly unknown[]): Promise<unknown> {
    const mortal = this.#mortal;
    if (mortal.isDead) {
      // It may have died in a call of a port meanwhile; its connection goes back to a pool that others use.
      await this.#undo();
      throw new Killed('the process is dead');
    }
    if (this.#isBroken) throw new ConnectionLost('the connection is broken');
    const fate = await mortal.fateOf({ what: text, inTransaction: this.#inTransaction });
    if (fate === 'killed_before' || fate === 'lost_before') await this.#break(fate);
    const sent = mortal.sends(text);
    if (sent === undefined) return { command: 'SELECT', rowCount: 0, rows: [] };
    const answer = await this.#client.query(sent, values);
    if (text === 'begin') this.#inTransaction = true;
    if (text === 'commit' || text === 'rollback') this.#inTransaction = false;
    if (fate === 'killed_after' || fate === 'lost_after') await this.#break(fate);
    return answer;
  }

  async #undo(): Promise<void> {
    if (this.#inTransaction) await this.#client.query('rollback', []);
    this.#inTransaction = false;
  }

  /** What a server does when a connection goes away, done at once so that every run is alike. */
  async #break(fate: Fate): Promise<never> {
    await this.#undo();
    this.#isBroken = true;
    if (fate === 'lost_before' || fate === 'lost_after') throw new ConnectionLost(fate);
    this.#mortal.isDead = true;
    throw new Killed(fate);
  }
}
