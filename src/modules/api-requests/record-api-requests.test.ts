import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { pruneApiRequests } from './prune-api-requests.ts';
import { openApiRequestRecorder } from './record-api-requests.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let ctx: Context;
beforeAll(async () => {
  database = await testDatabase();
  ctx = testContext({ db: database.db });
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(async () => {
  await ctx.db.deleteFrom('api_request').execute();
});

const callOf = (correlationId: string) => ({
  credential: { accountId: 'acc_1', kind: 'api_key' as const, id: 'key_1' },
  ...{ method: 'GET', path: '/v2/request/{requestId}', status: 404 },
  ...{ errorCode: 'request_not_found', durationMs: 7, correlationId },
});

/** Carries out what it is asked, and then has no answer. */
const losing = () =>
  database.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: () => Promise.reject(new Error('the answer is lost')),
  });

const stored = () => ctx.db.selectFrom('api_request').selectAll().orderBy('id').execute();
const countStored = async () => (await stored()).length;

describe('calls', () => {
  it('are written soon, by any number of processes', async () => {
    const recorders = [openApiRequestRecorder(ctx), openApiRequestRecorder(ctx)];
    for (const [i, recorder] of recorders.entries()) recorder.record(callOf(`call-${i}`));
    await expect.poll(countStored, { timeout: 120_000 }).toBe(2);
    expect((await stored())[0]).toMatchObject({
      ...{ account_id: 'acc_1', credential_kind: 'api_key', credential_id: 'key_1' },
      ...{ method: 'GET', path: '/v2/request/{requestId}', status: 404 },
      ...{ error_code: 'request_not_found', duration_ms: 7, created_at: ctx.now() },
    });
    for (const recorder of recorders) await recorder.close();
  });

  it('are all written at the end, more than one batch of them, and none afterwards', async () => {
    const recorder = openApiRequestRecorder(ctx);
    for (let i = 0; i < 2_500; i += 1) recorder.record(callOf(`call-${i}`));
    await recorder.close();
    recorder.record(callOf('late'));
    await recorder.close();
    expect(new Set((await stored()).map((row) => row.correlation_id)).size).toBe(2_500);
  });

  it('wait while the database is away, and are then written once', async () => {
    let isAway = true;
    const recorder = openApiRequestRecorder({
      ...ctx,
      get db() {
        if (isAway) throw new Error('the database is away');
        return database.db;
      },
    });
    for (let i = 0; i < 1_000; i += 1) recorder.record(callOf(`call-${i}`));
    await expect(recorder.close()).rejects.toThrow('away');
    expect(await countStored()).toBe(0);
    isAway = false;
    await recorder.close();
    expect(await countStored()).toBe(1_000);
  });

  it('are written once where the answer of the database is lost', async () => {
    let isLost = true;
    const recorder = openApiRequestRecorder({
      ...ctx,
      get db(): Context['db'] {
        if (!isLost) return database.db;
        isLost = false;
        return losing();
      },
    });
    for (const id of ['a', 'b']) recorder.record(callOf(id));
    await expect(recorder.close()).rejects.toThrow('lost');
    expect(await countStored()).toBe(2);
    await recorder.close();
    expect(await countStored()).toBe(2);
  });

  it('are dropped and counted where too many wait', async () => {
    const counted: string[] = [];
    const recorder = openApiRequestRecorder({
      ...ctx,
      meter: { ...ctx.meter, count: (name) => void counted.push(name) },
      get db(): Context['db'] {
        throw new Error('the database is away');
      },
    });
    for (let i = 0; i < 10_003; i += 1) recorder.record(callOf(`call-${i}`));
    expect(counted).toEqual(Array.from({ length: 3 }, () => 'api_requests_dropped_total'));
    await expect(recorder.close()).rejects.toThrow('away');
  });
});

describe('old calls', () => {
  it('are deleted a batch at a time, and younger ones stay', async () => {
    const dayMs = 24 * 60 * 60 * 1000;
    for (const days of [31, 31, 31, 29]) {
      const at = new Date(ctx.now().getTime() - days * dayMs);
      const recorder = openApiRequestRecorder({ ...ctx, now: () => at });
      recorder.record(callOf(`${days} days`));
      await recorder.close();
    }
    const prune = () => pruneApiRequests(ctx, { retentionMs: 30 * dayMs, limit: 2 });
    expect([await prune(), await prune(), await prune()]).toEqual([2, 1, 0]);
    expect(await stored()).toMatchObject([{ correlation_id: '29 days' }]);
  });
});
