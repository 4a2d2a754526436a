import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { manualClock } from '#kit/clock.ts';
import { idMaker } from '#kit/ulid.ts';
import { endpoints } from '#modules/screening/http/index.ts';
import { sweeps } from '#modules/screening/sweeps.ts';
import { TEST_TIME, testContext, testDatabase } from '../../../tests/support/database.ts';
import { FAKE_ALERT_KEY, fakeScreener } from '../../../tests/support/fake-screener.ts';
import { moduleHost } from '../../../tests/support/module-host.ts';
import { paySingle } from '../../../tests/support/pay-single.ts';
import { insertLink } from '../../../tests/support/payable-link.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let database: Awaited<ReturnType<typeof testDatabase>>;
let first: ReturnType<typeof fakeScreener>;
let now: ReturnType<typeof manualClock>;
let ctx: Context;
let host: Awaited<ReturnType<typeof moduleHost>>;
beforeAll(async () => {
  database = await testDatabase();
  first = fakeScreener('hypernative');
  now = manualClock(TEST_TIME);
  ctx = testContext({
    db: database.db,
    chains: connected(stillChain('base')),
    screeners: new Map([['hypernative', first]]),
    now,
    newId: idMaker(now),
  });
  host = await moduleHost({ ctx, counts: database.pool, host: 'api', endpoints });
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

/** Nothing of an earlier test is due. */
async function settle(): Promise<void> {
  while ((await queryAgain()) !== 0) await finish();
}
beforeEach(async () => {
  await settle();
});

let count = 0;
/** A wallet of which nothing is kept yet. */
const someone = () => {
  count += 1;
  return `0x${'7'.repeat(34)}${count.toString().padStart(6, '0')}`;
};

async function sweep(name: string): Promise<number | undefined> {
  const found = sweeps.find((one) => one.name.startsWith(name));
  return await found?.run(ctx, new AbortController().signal);
}
const finish = () => sweep('finish screenings');
const queryAgain = () => sweep('ask vendors again');

const pay = (token: string, wallet: string) => paySingle(ctx, { token, query: { wallet } });
/** An open link on Base that a wallet may pay. */
async function approved(wallet: string): Promise<string> {
  const { token } = await insertLink(database.db, {
    currencyId: 'USDC-base',
    screenedBy: ['hypernative'],
    expiresAt: new Date(now().getTime() + 90 * 24 * HOUR_MS),
  });
  await pay(token, wallet);
  return token;
}

async function report(body: object): Promise<{ status: number; body: unknown }> {
  const answer = await host.app.inject({
    method: 'POST',
    url: '/v2/callbacks/screening/hypernative',
    headers: { 'content-type': 'application/json', 'x-webhook-key': FAKE_ALERT_KEY },
    payload: JSON.stringify(body),
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function statusesOf(token: string): Promise<readonly unknown[]> {
  const rows = await database.db
    .selectFrom('event')
    .select(['payload', 'id'])
    .where('secure_payment_token', '=', token)
    .orderBy('id')
    .execute();
  return rows.map(({ payload }) => JSON.parse(payload).status);
}

const queriesAbout = (wallet: string) =>
  first.queries.filter(({ walletAddress }) => walletAddress === wallet).length;
const refused = (code: string) => ({ status: 403, code });
const RECEIVED = { status: 200, body: { received: true } };

describe('an alert of a vendor', () => {
  it('has the wallet judged again on each open link, reported where that changed, and refused', async () => {
    const wallet = someone();
    const [one, two] = [await approved(wallet), await approved(wallet)];
    first.outcomes.set(wallet, 'rejected');
    now.advance(1_000);
    expect(await report({ address: wallet })).toEqual(RECEIVED);
    // What was decided before counts no more.
    await expect(pay(one, wallet)).rejects.toMatchObject(refused('screening_running'));
    now.advance(1_000);
    expect(await finish()).toBe(2);
    for (const token of [one, two]) {
      expect(await statusesOf(token)).toEqual(['approved', 'rejected']);
      await expect(pay(token, wallet)).rejects.toMatchObject(refused('screening_rejected'));
    }
    // The first link, then once for both.
    expect(queriesAbout(wallet)).toBe(2);
  });

  it('changes nothing where the vendor says the same, and only its answer counts', async () => {
    const wallet = someone();
    const token = await approved(wallet);
    await report({ address: wallet, recommendation: 'Deny' });
    await finish();
    expect(await statusesOf(token)).toEqual(['approved']);
    await pay(token, wallet);
  });

  it('counts once in a day, however often and together it comes', async () => {
    const wallet = someone();
    await approved(wallet);
    const alert = { id: 'once', address: wallet };
    expect(await Promise.all([1, 2, 3].map(() => report(alert)))).toEqual(
      [1, 2, 3].map(() => RECEIVED),
    );
    expect(await finish()).toBe(1);
    expect(await report(alert)).toEqual(RECEIVED);
    expect(await finish()).toBe(0);
    now.advance(24 * HOUR_MS);
    await report(alert);
    expect(await finish()).toBe(1);
    now.advance(25 * HOUR_MS);
    expect(await sweep('remove old alerts')).toBeGreaterThan(0);
  });

  it('is believed in no order: what the vendor says last stands', async () => {
    const wallet = someone();
    const token = await approved(wallet);
    first.outcomes.set(wallet, 'rejected');
    await report({ at: 2, address: wallet });
    await finish();
    first.outcomes.delete(wallet);
    now.advance(MINUTE_MS);
    await report({ at: 1, address: wallet });
    await finish();
    expect(await statusesOf(token)).toEqual(['approved', 'rejected', 'approved']);
    await pay(token, wallet);
  });

  it('has a wallet judged once more that a job had begun with before it', async () => {
    const wallet = someone();
    const token = await approved(wallet);
    await report({ at: 1, address: wallet });
    const { screen } = first;
    const begun = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    Object.assign(first, {
      screen: async (query: Parameters<typeof screen>[0]) => {
        begun.resolve();
        await answered.promise;
        return await screen(query);
      },
    });
    const job = finish();
    await begun.promise;
    await report({ at: 2, address: wallet });
    answered.resolve();
    await job;
    Object.assign(first, { screen });
    await expect(pay(token, wallet)).rejects.toMatchObject(refused('screening_running'));
    now.advance(1_000);
    expect(await finish()).toBe(1);
    await pay(token, wallet);
  });

  it('leaves a wallet refused while its vendor fails, and it is asked again', async () => {
    const wallet = someone();
    const token = await approved(wallet);
    first.outcomes.set(wallet, 'failed');
    now.advance(1_000);
    await report({ address: wallet });
    await finish();
    await expect(pay(token, wallet)).rejects.toMatchObject(refused('provider_error'));
    expect(await queryAgain()).toBe(0);
    first.outcomes.set(wallet, 'rejected');
    now.advance(5 * MINUTE_MS);
    expect(await queryAgain()).toBe(1);
    await finish();
    expect(await statusesOf(token)).toEqual(['approved', 'rejected']);
  });

  it('asks nobody about wallets that no open link has, nor about another vendor’s', async () => {
    const wallet = someone();
    const token = await approved(wallet);
    await database.db
      .updateTable('link_screening')
      .set({ watched_until: new Date(now().getTime() - 1) })
      .where('secure_payment_token', '=', token)
      .execute();
    expect(
      await report({ address: wallet, and: [someone(), '0x12', `0x${'0'.repeat(40)}`] }),
    ).toEqual(RECEIVED);
    expect(await report({ nothing: true })).toEqual(RECEIVED);
    expect(await finish()).toBe(0);
  });
});

describe('a decision about a wallet of an open link', () => {
  it('is asked for again once it is older than the setting, and its new time counts', async () => {
    const wallet = someone();
    const token = await approved(wallet);
    now.advance(24 * HOUR_MS);
    const before = queriesAbout(wallet);
    now.advance(1_000);
    await settle();
    const once = queriesAbout(wallet);
    expect(once - before).toBe(1);
    await settle();
    expect(queriesAbout(wallet)).toBe(once);
    first.outcomes.set(wallet, 'rejected');
    now.advance(24 * HOUR_MS + 1_000);
    await settle();
    expect(await statusesOf(token)).toEqual(['approved', 'rejected']);
  });

  it('is one of eight at most in a minute', async () => {
    for (let i = 0; i < 9; i += 1) await approved(someone());
    now.advance(25 * HOUR_MS);
    expect(await queryAgain()).toBe(8);
    const found = sweeps.find(({ name }) => name.startsWith('ask vendors again'));
    expect(found).toMatchObject({ everyMs: MINUTE_MS, batchMax: 9 });
  });
});
