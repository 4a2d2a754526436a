import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { manualClock } from '#kit/clock.ts';
import { Refusal } from '#kit/failure.ts';
import { createApiKey, createClientId } from '#modules/clients/index.ts';
import { transact } from '#platform/db/transact.ts';
import { AnswerWithHeaders, type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import type { Context } from '../../src/context.ts';
import { TEST_TIME, testContext, testDatabase } from './database.ts';
import { moduleHost } from './module-host.ts';
import { insertAccount } from './payable-link.ts';

/** What a note says to make its writing end in some way. */
export const SLOW = 'slow';
export const SLOWER = 'slower';
export const BREAKS_ONCE = 'breaks once';
export const REFUSED = 'refused';

/** A host that writes notes, with the real authentication, the real memory of calls and a database. */
export interface NotesHost extends AsyncDisposable {
  readonly ctx: Context;
  readonly clock: ReturnType<typeof manualClock>;
  /** A key, another key of its account, and one of another account. */
  readonly keys: readonly [string, string, string];
  /** A client ID of the first account. */
  readonly clientId: string;
  /** How many notes of a text were written. */
  count(text: string): Promise<number>;
  write(body: unknown, headers: Readonly<Record<string, string>>, path?: string): Promise<Written>;
}

interface Written {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Opens the host on a database of its own. */
export async function notesHost(): Promise<NotesHost> {
  const database = await testDatabase();
  const clock = manualClock(TEST_TIME);
  const ctx = testContext({ db: database.db, now: clock });
  await sql`create table note (id text primary key, text text not null)`.execute(ctx.db);
  const [one, two] = [await insertAccount(ctx.db), await insertAccount(ctx.db)];
  const keyOf = async (accountId: string) =>
    (await createApiKey(ctx, { accountId, label: 'Till' })).apiKey;
  const input = { accountId: one, label: 'Till', allowedDomains: [] };
  const endpoints = noteEndpoints();
  const host = await moduleHost({ ctx, counts: database.pool, host: 'auth', endpoints });
  return {
    ctx,
    clock,
    keys: [await keyOf(one), await keyOf(one), await keyOf(two)],
    clientId: (await createClientId(ctx, input)).clientId,
    count: (text) => countNotes(ctx.db, text),
    write: async (body, headers, path = '/v1/notes') => {
      const answer = await host.app.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/json', ...headers },
        payload: JSON.stringify(body),
      });
      return { status: answer.statusCode, text: answer.body, headers: answer.headers };
    },
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

async function countNotes<T>(db: Kysely<T>, text: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from note where text = ${text}`.execute(db);
  return rows[0]?.n ?? 0;
}

function noteEndpoints(): readonly Endpoint<Context>[] {
  let broken = false;
  const write = async (ctx: Context, text: string) => {
    const id = ctx.newId();
    // An operation opens its own transactions, which must not need another connection.
    await transact(ctx, async (inside) => {
      await sql`insert into note (id, text) values (${id}, ${text})`.execute(inside.db);
    });
    if (text === SLOW) await wait(50);
    if (text === SLOWER) await wait(300);
    if (text === REFUSED) throw new Refusal('refused', 409, 'This note is refused');
    if (text === BREAKS_ONCE && !broken) {
      broken = true;
      throw new Error('the pen broke');
    }
    const body = { id, secret: `hush-${id}` };
    return new AnswerWithHeaders(body, { 'set-cookie': `seen=${id}` });
  };
  const shared = {
    host: 'auth',
    method: 'post',
    tag: 'Notes',
    summary: 'Writes a note.',
    accepts: ['api_key', 'client_id'],
    alsoReads: ['api_key'],
    params: z.object({}),
    query: z.object({}),
    body: z.strictObject({ text: z.string().max(20), more: z.unknown().optional() }),
    answer: { status: 201, schema: z.object({ id: z.string(), secret: z.string() }) },
    refusals: [],
  } as const;
  return [
    endpoint({
      ...shared,
      operationId: 'writeNote',
      path: '/v1/notes',
      run: (ctx: Context, { body }) => write(ctx, body.text),
    }),
    endpoint({
      ...shared,
      operationId: 'writeProvenNote',
      path: '/v1/proven-notes',
      accepts: ['client_id'],
      run: (ctx: Context, { body }) => {
        const { actor } = ctx;
        const proven = actor.kind === 'client_id' && actor.provenBy !== undefined;
        if (!proven) throw new Refusal('proof_required', 403, 'Prove it');
        return write(ctx, body.text);
      },
    }),
    endpoint({
      ...shared,
      operationId: 'writePublicNote',
      path: '/v1/public-notes',
      accepts: ['none'],
      run: (ctx: Context, { body }) => write(ctx, body.text),
    }),
  ];
}
