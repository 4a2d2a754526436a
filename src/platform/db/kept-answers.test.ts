import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { manualClock } from '#kit/clock.ts';
import { invariant } from '#kit/failure.ts';
import { openLog } from '#platform/log.ts';
import { TEST_TIME, testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertAccount } from '../../../tests/support/payable-link.ts';
import type { Context } from '../../context.ts';
import { endpoint } from '../http/endpoint.ts';
import { type NamedCall, namedCall, type WrittenAnswer } from '../http/idempotency.ts';
import { insertAnswers } from './kept-answers.ts';
import { type OpenDatabase, openDatabase } from './pool.ts';
import { runOnce } from './run-once.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let elsewhere: OpenDatabase;
let accountId: string;
const clock = manualClock(TEST_TIME);
let here: Context;
/** A process of its own, as far as what is shared in memory goes. */
let there: Context;

beforeAll(async () => {
  database = await testDatabase();
  elsewhere = openDatabase(database.url, { log: openLog({ level: 'silent', mode: 'production' }) });
  here = testContext({ db: database.db, now: clock });
  there = { ...here, db: elsewhere.db };
  await sql`create table note (text text not null)`.execute(here.db);
  accountId = await insertAccount(here.db);
});
afterAll(async () => {
  await elsewhere.close();
  await database[Symbol.asyncDispose]();
});

const writeNote = endpoint({
  operationId: 'writeNote',
  host: 'api',
  method: 'post',
  path: '/v2/notes',
  tag: 'Notes',
  summary: 'Writes a note.',
  accepts: ['api_key'],
  params: z.object({}),
  query: z.object({}),
  body: z.object({}),
  answer: { status: 201, schema: z.object({}) },
  refusals: [],
  run: async () => ({}),
});

function callNamed(header: string, body: unknown = { text: header }): NamedCall {
  const actor = { kind: 'api_key', accountId, apiKeyId: 'key' } as const;
  const call = namedCall(writeNote, { actor, header, method: 'POST', url: '/v2/notes', body });
  invariant(call !== undefined, 'the call has a name');
  return { ...call, write };
}

const write = (answered: unknown): WrittenAnswer => ({
  status: 201,
  text: JSON.stringify(answered),
});

/** Writes a note with its answer by one statement, once `ready` has come. */
const noting =
  (text: string, ready: Promise<unknown> = Promise.resolve()) =>
  async (ctx: Context) => {
    await ready;
    const answered = { id: ctx.newId() };
    const row = await ctx.keepAnswer?.(answered);
    const answer = row && sql`with kept as (${insertAnswers([row])})`;
    await sql`${answer ?? sql``} insert into note values (${text})`.execute(ctx.db);
    return write(answered);
  };

async function notes(text: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from note where text = ${text}`.execute(here.db);
  return rows[0]?.n ?? 0;
}

const answers = async (key: string) =>
  await here.db.selectFrom('idempotent_answer').selectAll().where('key', '=', key).execute();

describe('a named call whose operation keeps its answer', () => {
  it('is done once, and answered again to its repetition', async () => {
    const first = await runOnce(here, callNamed('once'), noting('once'));
    const second = await runOnce(there, callNamed('once'), noting('once'));
    expect(second).toEqual({ ...first, replayed: true });
    expect([first.replayed, await notes('once')]).toEqual([false, 1]);
    expect((await answers('once'))[0]?.answer_sealed.includes(first.text)).toBe(false);
  });

  it('is refused with another body', async () => {
    await runOnce(here, callNamed('body'), noting('body'));
    const other = runOnce(here, callNamed('body', { text: 'other' }), noting('other'));
    await expect(other).rejects.toMatchObject({ status: 422, code: 'idempotency_key_reused' });
    expect(await notes('other')).toBe(0);
  });

  it('is answered again where its work would be refused now', async () => {
    const first = await runOnce(here, callNamed('late'), noting('late'));
    const refused = async () => Promise.reject(new Error('no longer'));
    expect(await runOnce(there, callNamed('late'), refused)).toEqual({ ...first, replayed: true });
    const other = runOnce(there, callNamed('late', { text: 'other' }), refused);
    await expect(other).rejects.toMatchObject({ status: 422 });
    clock.advance(24 * 60 * 60 * 1000);
    await expect(runOnce(here, callNamed('late'), refused)).rejects.toThrow('no longer');
  });

  it('begins its work while its answer is looked up', async () => {
    let isFound = false;
    const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
    const waiting = here.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        await hasBegun;
        isFound = true;
        return result;
      },
    });
    const done = await runOnce({ ...here, db: waiting }, callNamed('begins'), async (ctx) => {
      begin();
      expect(isFound).toBe(false);
      const answered = await noting('begins')({ ...ctx, db: here.db });
      expect(isFound).toBe(true);
      return answered;
    });
    expect([done.replayed, await notes('begins')]).toEqual([false, 1]);
  });

  it('fails where its answer cannot be looked up, and does nothing', async () => {
    const failing = here.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: () => Promise.reject(new Error('the answer is lost')),
    });
    const lost = runOnce({ ...here, db: failing }, callNamed('lost'), (ctx) =>
      noting('lost')({ ...ctx, db: here.db }),
    );
    await expect(lost).rejects.toThrow('the answer is lost');
    expect(await notes('lost')).toBe(0);
    // A refusal would be untrue where the call was answered before.
    const refused = runOnce({ ...here, db: failing }, callNamed('lost'), async () =>
      Promise.reject(new Error('no longer')),
    );
    await expect(refused).rejects.toThrow('the answer is lost');
  });

  it('is refused while the same call runs in this process', async () => {
    const first = runOnce(here, callNamed('runs'), noting('runs', wait(30)));
    const second = runOnce(here, callNamed('runs'), noting('runs'));
    await expect(second).rejects.toMatchObject({ status: 409, code: 'idempotency_key_in_use' });
    await first;
    expect(await notes('runs')).toBe(1);
  });

  it('is done by one of two processes and answered alike by both', async () => {
    const bothRead = wait(50);
    const done = await Promise.all([
      runOnce(here, callNamed('both'), noting('both', bothRead)),
      runOnce(there, callNamed('both'), noting('both', bothRead)),
    ]);
    expect(done[0]?.text).toBe(done[1]?.text);
    expect(done.map(({ replayed }) => replayed).sort()).toEqual([false, true]);
    expect(await notes('both')).toBe(1);
  });

  it('with another body is refused where a second process was faster', async () => {
    const bothRead = wait(50);
    const done = await Promise.allSettled([
      runOnce(here, callNamed('race'), noting('race', bothRead)),
      runOnce(there, callNamed('race', { text: 'x' }), noting('race', bothRead)),
    ]);
    const refused = done.find(({ status }) => status === 'rejected');
    expect(refused).toMatchObject({ reason: { status: 422 } });
    expect(await notes('race')).toBe(1);
  });

  it('leaves nothing when it fails, and is done when it is repeated', async () => {
    const failing = runOnce(here, callNamed('fails'), () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await answers('fails')).toEqual([]);
    expect((await runOnce(here, callNamed('fails'), noting('fails'))).replayed).toBe(false);
  });

  it('whose operation kept no answer is a fault of ours', async () => {
    const careless = runOnce(here, callNamed('careless'), async () => write({}));
    await expect(careless).rejects.toThrow('has kept it');
  });

  it('is done anew after a day, also where its answer is still there', async () => {
    const first = await runOnce(here, callNamed('day'), noting('day'));
    clock.advance(24 * 60 * 60 * 1000);
    const second = await runOnce(here, callNamed('day'), noting('day'));
    expect([second.replayed, await notes('day')]).toEqual([false, 2]);
    expect(second.text).not.toBe(first.text);
    expect(await answers('day')).toHaveLength(1);
    expect((await runOnce(here, callNamed('day'), noting('day'))).text).toBe(second.text);
  });
});

it('an answer that is still given is never replaced', async () => {
  const slow = async (ctx: Context) => {
    await noting('replaced')({ ...ctx, db: there.db, keepAnswer: undefined });
    await runOnce(there, callNamed('replaced'), noting('replaced'));
    return write({ id: 'late' });
  };
  const late = runOnce(here, { ...callNamed('replaced'), write: undefined }, slow);
  await expect(late).rejects.toMatchObject({ code: 'idempotency_key_in_use' });
  expect(await answers('replaced')).toHaveLength(1);
});
