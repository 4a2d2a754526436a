import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BREAKS_ONCE,
  type NotesHost,
  notesHost,
  REFUSED,
  SLOW,
  SLOWER,
} from '../../../tests/support/named-calls.ts';
import { pruneCounts } from './prune-counts.ts';
import { pruneAnswers } from './run-once.ts';

let host: NotesHost;
beforeAll(async () => {
  host = await notesHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const DAY_MS = 24 * 60 * 60 * 1000;

/** A call of the first key that is named. */
const named = (name: string, more: Record<string, string> = {}) => ({
  'x-api-key': host.keys[0],
  'idempotency-key': name,
  ...more,
});
const codeOf = ({ text }: { readonly text: string }): unknown => JSON.parse(text).code;
const rows = () => host.ctx.db.selectFrom('idempotent_answer').selectAll().execute();
const rowsNow = async () => (await rows()).length;

describe('a named call', () => {
  it('that is repeated is answered again and not done again', async () => {
    const first = await host.write({ text: 'once' }, named('again'));
    expect(first.status).toBe(201);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    const second = await host.write({ text: 'once' }, named('again'));
    expect(second).toMatchObject({
      status: 201,
      text: first.text,
      headers: { 'content-type': first.headers['content-type'], 'idempotent-replayed': 'true' },
    });
    // A cookie is what was done, not what was answered.
    expect(first.headers['set-cookie']).toMatch(/^seen=/);
    expect(second.headers['set-cookie']).toBeUndefined();
    expect(await host.count('once')).toBe(1);
  });

  it('made a hundred times at once is done once', async () => {
    const calls = Array.from({ length: 100 }, () => host.write({ text: SLOW }, named('crowd')));
    const answers = await Promise.all(calls);
    const done = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 409);
    expect(done.length).toBeGreaterThan(0);
    expect(done.length + refused.length).toBe(100);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    expect(done.filter(({ headers }) => headers['idempotent-replayed'] === undefined).length).toBe(
      1,
    );
    expect(refused.every(({ headers }) => headers['retry-after'] === '1')).toBe(true);
    expect(new Set(refused.map(codeOf))).toEqual(new Set(['idempotency_key_in_use']));
    expect(await host.count(SLOW)).toBe(1);
    expect((await host.write({ text: SLOW }, named('crowd'))).text).toBe(done[0]?.text);
  });

  it('does not wait for a second connection, however many come at once', async () => {
    const calls = Array.from({ length: 100 }, (_, i) =>
      host.write({ text: 'apart' }, named(`apart-${i}`)),
    );
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([201]));
    expect(await host.count('apart')).toBe(100);
  }, 20_000);

  it('may have its members in another order, and no other difference', async () => {
    const said = { text: 'said', more: { a: [1, { b: 2, c: 3 }], d: null } };
    const first = await host.write(said, named('said'));
    const turned = { more: { d: null, a: [1, { c: 3, b: 2 }] }, text: 'said' };
    expect((await host.write(turned, named('said'))).text).toBe(first.text);
    const others = [
      { text: 'other' },
      { text: 'said' },
      { text: 'said', more: { a: [{ b: 2, c: 3 }, 1], d: null } },
      { text: 'said', more: { a: [1, { b: 2, c: '3' }], d: null } },
      { text: 'said', more: { a: [1, { b: 2, c: 3 }] } },
    ];
    for (const other of others) {
      const answer = await host.write(other, named('said'));
      expect([answer.status, codeOf(answer)]).toEqual([422, 'idempotency_key_reused']);
    }
    const asked = await host.write(said, named('said'), '/v1/notes?a=b');
    expect(asked.status).toBe(422);
    expect([await host.count('said'), await host.count('other')]).toEqual([1, 0]);
  });

  it('is another one for another credential and for another route', async () => {
    const body = { text: 'mine' };
    const name = { 'idempotency-key': 'mine' };
    const client = { 'x-client-id': host.clientId };
    const answers = [
      await host.write(body, { ...name, 'x-api-key': host.keys[0] }),
      await host.write(body, { ...name, 'x-api-key': host.keys[1] }),
      await host.write(body, { ...name, 'x-api-key': host.keys[2] }),
      await host.write(body, { ...name, ...client }),
      await host.write(body, { ...name, ...client, 'x-api-key': host.keys[0] }, '/v1/proven-notes'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(5);
    expect(await host.count('mine')).toBe(5);
  });

  it('of a proven caller is not answered to one without the proof', async () => {
    const bare = { 'x-client-id': host.clientId, 'idempotency-key': 'proven' };
    const proven = { ...bare, 'x-api-key': host.keys[0] };
    const path = '/v1/proven-notes';
    expect((await host.write({ text: 'proven' }, proven, path)).status).toBe(201);
    const guessed = await host.write({ text: 'proven' }, bare, path);
    expect(guessed.status).toBe(403);
    expect(guessed.text).not.toContain('hush');
    expect((await host.write({ text: 'proven' }, proven, path)).status).toBe(201);
    expect(await host.count('proven')).toBe(1);
  });

  it('of an unauthenticated caller is done each time: such callers share no stored answers', async () => {
    const name = { 'idempotency-key': 'public' };
    await host.write({ text: 'public' }, name, '/v1/public-notes');
    await host.write({ text: 'public' }, name, '/v1/public-notes');
    expect(await host.count('public')).toBe(2);
  });
});

describe('a named call that fails', () => {
  it('by a fault of ours leaves nothing, and is done when it is repeated', async () => {
    const before = await rowsNow();
    expect((await host.write({ text: BREAKS_ONCE }, named('broken'))).status).toBe(500);
    expect([await host.count(BREAKS_ONCE), await rowsNow()]).toEqual([0, before]);
    const again = await host.write({ text: BREAKS_ONCE }, named('broken'));
    expect(again.status).toBe(201);
    expect(again.headers['idempotent-replayed']).toBeUndefined();
    expect(await host.count(BREAKS_ONCE)).toBe(1);
  });

  it('by its input may be corrected under the same key', async () => {
    const wrong = await host.write({ text: 'x'.repeat(21) }, named('corrected'));
    expect(wrong.status).toBe(400);
    expect((await host.write({ text: REFUSED }, named('corrected'))).status).toBe(409);
    expect(await host.count(REFUSED)).toBe(0);
    const right = await host.write({ text: 'corrected' }, named('corrected'));
    expect(right.status).toBe(201);
    expect((await host.write({ text: 'corrected' }, named('corrected'))).text).toBe(right.text);
    expect(await host.count('corrected')).toBe(1);
  });

  it('because its connection was killed before the commit is done once when repeated', async () => {
    const cut = host.write({ text: SLOWER }, named('cut'));
    const before = await host.count(SLOWER);
    await expect
      .poll(
        async () => {
          const { rows: ended } = await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and state = 'idle in transaction'`.execute(
            host.ctx.db,
          );
          return ended.length;
        },
        { interval: 10 },
      )
      .toBeGreaterThan(0);
    const answer = await cut;
    expect(answer.status).toBe(503);
    // What was not committed set no cookie.
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await host.count(SLOWER)).toBe(before);
    expect((await host.write({ text: SLOWER }, named('cut'))).status).toBe(201);
    expect((await host.write({ text: SLOWER }, named('cut'))).status).toBe(201);
    expect(await host.count(SLOWER)).toBe(before + 1);
  });
});

describe('a key', () => {
  it.each([
    '',
    ' ',
    'two words',
    'x'.repeat(256),
    'kéy',
    'tab\tbed',
    'line\nbreak',
    'nul\0',
    '\u007f',
  ])('%j is refused, and nothing is written', async (name) => {
    const before = await rowsNow();
    const answer = await host.write({ text: 'hostile' }, named(name));
    expect([answer.status, codeOf(answer)]).toEqual([400, 'invalid_idempotency_key']);
    expect(answer.text).not.toContain('two words');
    expect([await host.count('hostile'), await rowsNow()]).toEqual([0, before]);
  });

  it.each([
    'x',
    'x'.repeat(255),
    '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
    "'; drop table note; --x".replaceAll(' ', ''),
  ])('%j is taken', async (name) => {
    expect((await host.write({ text: 'odd' }, named(name))).status).toBe(201);
    expect((await host.write({ text: 'odd' }, named(name))).headers).toHaveProperty(
      'idempotent-replayed',
    );
  });
});

describe('an answer', () => {
  it('is stored encrypted: the table shows no secret', async () => {
    const { text } = await host.write({ text: 'secret' }, named('sealed'));
    expect(text).toContain('hush-');
    const dump = await sql<{ row: string }>`
      select row_to_json(a)::text || encode(answer_sealed, 'escape') as row
      from idempotent_answer a`.execute(host.ctx.db);
    expect(dump.rows.length).toBeGreaterThan(0);
    expect(dump.rows.map(({ row }) => row).join()).not.toContain('hush');
  });

  it('is given again for 24 hours less a second, and at 24 hours the call is done anew', async () => {
    const first = await host.write({ text: 'aged' }, named('aged'));
    host.clock.advance(DAY_MS - 1_000);
    expect((await host.write({ text: 'aged' }, named('aged'))).text).toBe(first.text);
    host.clock.advance(1_000);
    const anew = await host.write({ text: 'aged' }, named('aged'));
    expect(anew.status).toBe(201);
    expect(anew.text).not.toBe(first.text);
    expect(await host.count('aged')).toBe(2);
    expect((await host.write({ text: 'aged' }, named('aged'))).text).toBe(anew.text);
    // Also with another body: the old name is free.
    host.clock.advance(DAY_MS);
    expect((await host.write({ text: 'aged, other' }, named('aged'))).status).toBe(201);
  });

  it('is pruned in batches once it is no longer replayed, and not before', async () => {
    await host.ctx.db.deleteFrom('idempotent_answer').execute();
    for (const name of ['f1', 'f2', 'f3']) await host.write({ text: 'forgotten' }, named(name));
    host.clock.advance(DAY_MS - 1);
    expect(await pruneAnswers(host.ctx, 10_000)).toBe(0);
    expect(await rowsNow()).toBe(3);
    host.clock.advance(1);
    expect(await pruneAnswers(host.ctx, 2)).toBe(2);
    expect(await pruneAnswers(host.ctx, 2)).toBe(1);
    expect(await pruneAnswers(host.ctx, 2)).toBe(0);
  });
});

describe('counts of callers', () => {
  it('are pruned in batches when they have expired', async () => {
    const { db, now } = host.ctx;
    await db.deleteFrom('rate_limit').execute();
    const at = BigInt(now().getTime());
    await db
      .insertInto('rate_limit')
      .values([
        { key: 'over', points: 1, expire: at - 1n },
        { key: 'over too', points: 1, expire: at },
        { key: 'running', points: 1, expire: at + 1n },
        { key: 'for good', points: 1, expire: null },
      ])
      .execute();
    expect(await pruneCounts(host.ctx, 1)).toBe(1);
    expect(await pruneCounts(host.ctx, 5)).toBe(1);
    expect(await pruneCounts(host.ctx, 5)).toBe(0);
    const left = await db.selectFrom('rate_limit').select('key').orderBy('key').execute();
    expect(left.map(({ key }) => key)).toEqual(['for good', 'running']);
  });

  it('are pruned with their windows and blocks, and not while one of them lasts', async () => {
    const { db, now } = host.ctx;
    for (const table of ['rate_limit', 'rate_limit_window'] as const) {
      await db.deleteFrom(table).execute();
    }
    const at = BigInt(now().getTime());
    const row = (key: string, slotEnd: bigint, refusalsEnd: bigint) => ({
      key,
      calls_max: 1,
      slot_ends_ms: [String(slotEnd - 1n), String(slotEnd)],
      slot_totals: ['1', '2'],
      granted: 1,
      refusals_end_ms: refusalsEnd,
    });
    const windows = [
      row('over', at - 60_000n, at),
      row('slides', at - 59_999n, 0n),
      row('refused', at - 60_000n, at + 1n),
    ];
    await db.insertInto('rate_limit_window').values(windows).execute();
    const blocks = [
      { key: 'ended', ends_at_ms: at },
      { key: 'blocked', ends_at_ms: at + 1n },
    ];
    await db.insertInto('rate_limit_block').values(blocks).execute();
    expect(await pruneCounts(host.ctx, 1)).toBe(1);
    expect(await pruneCounts(host.ctx, 5)).toBe(1);
    expect(await pruneCounts(host.ctx, 5)).toBe(0);
    const left = await db.selectFrom('rate_limit_window').select('key').orderBy('key').execute();
    expect(left.map(({ key }) => key)).toEqual(['refused', 'slides']);
    expect(await db.selectFrom('rate_limit_block').select('key').execute()).toEqual([
      { key: 'blocked' },
    ]);
  });
});
