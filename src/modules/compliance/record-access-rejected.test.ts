import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { manualClock } from '#kit/clock.ts';
import { idMaker } from '#kit/ulid.ts';
import { transact } from '#platform/db/transact.ts';
import { TEST_TIME, testContext, testDatabase } from '../../../tests/support/database.ts';
import {
  insertClientId,
  insertLink,
  type PayableLink,
} from '../../../tests/support/payable-link.ts';
import { recordAccessRejected } from './record-access-rejected.ts';

const WALLET = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';
const OTHER = '0x2222222222222222222222222222222222222222';
const TRON = 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8';
const MINUTE_MS = 60_000;

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

/** A context whose clock stands so many milliseconds behind the beginning. */
function at(milliseconds: number): Context {
  const now = manualClock(new Date(TEST_TIME.getTime() + milliseconds));
  return testContext({ db: database.db, now, newId: idMaker(now) });
}

const attemptOn = (link: PayableLink, walletAddress = WALLET) => ({
  accountId: link.accountId,
  securePaymentToken: link.token,
  requestId: link.requestId,
  walletAddress,
  clientIdId: null,
  clientId: null,
  orchestratorId: null,
  origin: null,
});

const reject = (milliseconds: number, link: PayableLink, wallet = WALLET) =>
  recordAccessRejected(at(milliseconds), attemptOn(link, wallet));

const eventsOf = (link: PayableLink) =>
  database.db
    .selectFrom('event')
    .leftJoin('outbox', 'outbox.event_id', 'event.id')
    .select(['event.id', 'type', 'payload', 'client_id_id', 'outbox.event_id as queued'])
    .where('secure_payment_token', '=', link.token)
    .orderBy('event.id')
    .execute();

/** As if the fan-out had made deliveries of the newest event that stand like this. */
async function deliver(link: PayableLink, ...statuses: string[]): Promise<void> {
  const event = (await eventsOf(link)).at(-1);
  if (event === undefined) throw new Error('nothing was reported');
  const ctx = at(0);
  for (const status of statuses) {
    const endpoint = ctx.newId() + status;
    await database.db
      .insertInto('webhook_endpoint')
      .values({
        id: endpoint,
        account_id: link.accountId,
        url: `https://hook.example/${endpoint}`,
        url_key: `https://hook.example/${endpoint}`,
        secret_sealed: Buffer.alloc(1),
        secret_key_version: 1,
        is_active: true,
        created_at: TEST_TIME,
      })
      .execute();
    await database.db
      .insertInto('webhook_delivery')
      .values({
        id: endpoint,
        account_id: link.accountId,
        event_id: event.id,
        webhook_endpoint_id: endpoint,
        event_type: event.type,
        status,
        attempts: status === 'pending' ? 0 : 4,
        due_at: TEST_TIME,
        created_at: TEST_TIME,
      })
      .execute();
  }
}

describe('a refused wallet is reported', () => {
  it('as receivers of the public API expect it, to be fanned out', async () => {
    const link = await insertLink(database.db);
    const client = await insertClientId(database.db, link.accountId);
    const attempt = { ...attemptOn(link), clientIdId: client.id, clientId: client.clientId };
    expect(await recordAccessRejected(at(0), attempt)).toBe(true);
    const [event, ...more] = await eventsOf(link);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: 'secure_payment.access_rejected',
      client_id_id: client.id,
      queued: event?.id,
    });
    expect(JSON.parse(event?.payload ?? '')).toEqual({
      event: 'secure_payment.access_rejected',
      requestId: link.requestId,
      attemptedPayerWalletAddress: WALLET.toLowerCase(),
      timestamp: TEST_TIME.toISOString(),
      clientId: client.clientId,
    });
  });

  it('in the spelling of its chain, where that has one case', async () => {
    const link = await insertLink(database.db);
    await reject(0, link, TRON);
    const [event] = await eventsOf(link);
    expect(JSON.parse(event?.payload ?? '')).toMatchObject({ attemptedPayerWalletAddress: TRON });
  });
});

describe('the same wallet on the same link (W15)', () => {
  it('is reported again after ten minutes, and not a millisecond before', async () => {
    const link = await insertLink(database.db);
    expect(await reject(0, link)).toBe(true);
    expect(await reject(1, link)).toBe(false);
    expect(await reject(10 * MINUTE_MS - 1, link)).toBe(false);
    expect(await reject(10 * MINUTE_MS, link)).toBe(true);
    // The interval counts from the last report, not from the first.
    expect(await reject(20 * MINUTE_MS - 1, link)).toBe(false);
    expect(await reject(20 * MINUTE_MS, link)).toBe(true);
    expect(await eventsOf(link)).toHaveLength(3);
  });

  it('does not silence another wallet, nor another link', async () => {
    const [link, another] = [await insertLink(database.db), await insertLink(database.db)];
    expect(await reject(0, link)).toBe(true);
    expect(await reject(1, link, OTHER)).toBe(true);
    expect(await reject(1, another)).toBe(true);
  });

  it.each([
    ['every endpoint failed', ['failed', 'failed'], true],
    ['the one that was on failed, and another was off', ['failed', 'skipped'], true],
    ['one of several took it', ['failed', 'delivered'], false],
    ['one of several is still tried', ['failed', 'pending'], false],
    ['it is still tried', ['pending'], false],
    ['it was taken', ['delivered'], false],
    ['all endpoints were off', ['skipped'], false],
    ['there is no endpoint, or it was not fanned out yet', [], false],
  ])(
    'is reported at the next attempt only when no endpoint accepted it: %s',
    async (_, statuses, again) => {
      const link = await insertLink(database.db);
      await reject(0, link);
      await deliver(link, ...statuses);
      expect(await reject(1, link)).toBe(again);
      // This report has not failed anywhere yet.
      expect(await reject(2, link)).toBe(false);
    },
  );

  it('is reported once by twenty attempts at once, at first and after the silence', async () => {
    const link = await insertLink(database.db);
    for (const [round, milliseconds] of [0, 10 * MINUTE_MS].entries()) {
      const results = await Promise.all(
        Array.from({ length: 20 }, () => reject(milliseconds, link)),
      );
      expect(results.filter(Boolean)).toHaveLength(1);
      expect(await eventsOf(link)).toHaveLength(round + 1);
    }
  });

  it('is reported once also by attempts at once after every endpoint failed', async () => {
    const link = await insertLink(database.db);
    await reject(0, link);
    await deliver(link, 'failed');
    const results = await Promise.all(Array.from({ length: 20 }, () => reject(1, link)));
    expect(results.filter(Boolean)).toHaveLength(1);
  });

  // Otherwise a crash between the two would suppress what was never reported.
  it('is silenced by nothing that was rolled back', async () => {
    const link = await insertLink(database.db);
    const broken = transact(at(0), async (ctx) => {
      await recordAccessRejected(ctx, attemptOn(link));
      throw new Error('the process dies here');
    });
    await expect(broken).rejects.toThrow('dies');
    expect(await eventsOf(link)).toEqual([]);
    expect(await reject(1, link)).toBe(true);
  });
});

describe('an attacker who names one wallet after another', () => {
  it('is reported 200 times on a link, and no more', async () => {
    const link = await insertLink(database.db);
    const wallets = Array.from({ length: 205 }, (_, i) => `0x9${String(i).padStart(39, '0')}`);
    let results = 0;
    for (const wallet of wallets) results += (await reject(0, link, wallet)) ? 1 : 0;
    expect(results).toBe(200);
    expect(await reject(10 * MINUTE_MS, link, wallets[0])).toBe(false);
    expect(await reject(0, await insertLink(database.db))).toBe(true);
  });
});
