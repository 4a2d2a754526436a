import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { manualClock } from '#kit/clock.ts';
import { TEST_TIME } from '../../../../tests/support/context.ts';
import { testContext, testDatabase } from '../../../../tests/support/database.ts';
import { keyedAccount } from '../../../../tests/support/keyed-account.ts';
import { moduleHost } from '../../../../tests/support/module-host.ts';
import {
  insertBankPayout,
  insertHeldPayment,
  insertPayoutImport,
  insertRecurringPayout,
  insertReverted,
  insertWebhook,
} from '../../../../tests/support/problems.ts';
import { signedIn } from '../../../../tests/support/signed-in.ts';
import { connected, stillChain } from '../../../../tests/support/still-chain.ts';
import { listNotificationsEndpoint } from './list-notifications.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const hours = (count: number) => new Date(TEST_TIME.getTime() + count * HOUR_MS);

const clock = manualClock(TEST_TIME);
let database: Awaited<ReturnType<typeof testDatabase>>;
let host: Awaited<ReturnType<typeof moduleHost>>;
let ctx: Context;
beforeAll(async () => {
  database = await testDatabase();
  const chains = connected(stillChain('base'), stillChain('sepolia'), stillChain('tron'));
  ctx = testContext({ db: database.db, now: clock, chains });
  const endpoints = [listNotificationsEndpoint];
  host = await moduleHost({ ctx, counts: database.pool, host: 'api', endpoints });
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});
afterEach(async () => {
  await ctx.db.deleteFrom('chain_cursor').execute();
});

/** An account with somebody who is signed in to it. */
async function newAccount() {
  const { accountId, apiKey, apiKeyId } = await keyedAccount(ctx);
  return { accountId, apiKey, apiKeyId, session: await signedIn(ctx.db, { accountId }) };
}

type Account = Awaited<ReturnType<typeof newAccount>>;

const send = (headers: Record<string, string>, query = '') =>
  host.app.inject({ url: `/v2/dashboard/notifications${query}`, headers });

async function list({ session }: Account) {
  const answer = await send(session);
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

/** What an account is notified of, without its texts. */
async function kindsFor(account: Account) {
  const { notifications } = await list(account);
  return notifications.map(
    ({ kind, level, subject }: { kind: string; level: string; subject: { id: string } }) =>
      [kind, level, subject.id] as const,
  );
}

describe('200', () => {
  it('is empty where nothing needs anybody', async () => {
    const account = await newAccount();
    await insertWebhook(ctx, account);
    await insertWebhook(ctx, account, { is_active: false, switched_off_by: 'person' });
    await insertHeldPayment(ctx, account, 'cleared');
    await insertRecurringPayout(ctx, account, {});
    await insertPayoutImport(ctx, account, { rows: [] });
    await insertBankPayout(ctx, account, { status: 'confirmed', returnedAt: null });
    await insertReverted(ctx, account, 'paid');
    expect(await list(account)).toEqual({
      at: TEST_TIME.toISOString(),
      notifications: [],
      isComplete: true,
    });
  });

  it('warns of an endpoint that only fails, and says when it is switched off', async () => {
    const account = await newAccount();
    const { id, url } = await insertWebhook(ctx, account, { failing_since: hours(-2) });
    expect((await list(account)).notifications).toEqual([
      {
        id: `webhook_failing:${id}`,
        kind: 'webhook_failing',
        level: 'warn',
        message: `Deliveries to ${url} only fail. It is switched off by itself unless one arrives before.`,
        subject: { kind: 'webhook', id },
        since: hours(-2).toISOString(),
        endsAt: new Date(hours(-2).getTime() + 5 * DAY_MS).toISOString(),
      },
    ]);
  });

  it('shows errors before warnings, each the newest first', async () => {
    const account = await newAccount();
    const older = await insertWebhook(ctx, account, { failing_since: hours(-3) });
    const newer = await insertWebhook(ctx, account, { failing_since: hours(-1) });
    const off = { is_active: false, switched_off_by: 'failures' };
    const oldest = await insertWebhook(ctx, account, { ...off, failing_since: hours(-9) });
    const gone = { ...off, removed_at: TEST_TIME };
    await insertWebhook(ctx, account, gone);
    expect(await kindsFor(account)).toEqual([
      ['webhook_disabled', 'error', oldest.id],
      ['webhook_failing', 'warn', newer.id],
      ['webhook_failing', 'warn', older.id],
    ]);
  });

  it('names held payments by their requests, with their amounts', async () => {
    const account = await newAccount();
    const refused = await insertHeldPayment(ctx, account, 'refused');
    const undecided = await insertHeldPayment(ctx, account, 'undecided');
    const { notifications } = await list(account);
    expect(notifications).toHaveLength(2);
    expect(notifications).toContainEqual(
      expect.objectContaining({
        id: `payment_held:${refused.id}`,
        message: expect.stringContaining('1.25 USDC does not count because its payer was refused'),
        subject: { kind: 'request', id: refused.link.requestId },
      }),
    );
    expect(notifications).toContainEqual(
      expect.objectContaining({
        id: `payment_held:${undecided.id}`,
        message: expect.stringContaining('checked again by itself'),
      }),
    );
  });

  it('shows recurring payouts that are paused or cannot pay, until they can', async () => {
    const account = await newAccount();
    const paused = await insertRecurringPayout(ctx, account, {
      ...{ status: 'paused', paused_at: hours(-1), failure_reason: 'No allowance' },
      reference: 'Rent',
    });
    const short = await insertRecurringPayout(ctx, account, { shortage: 'allowance' });
    await insertRecurringPayout(ctx, account, {
      ...{ status: 'cancelled', shortage: 'balance' },
      ended_at: TEST_TIME,
    });
    expect((await list(account)).notifications).toMatchObject([
      {
        ...{ kind: 'recurring_payout_paused', level: 'error', since: hours(-1).toISOString() },
        message: 'The recurring payout “Rent” is paused and pays nothing: No allowance',
        subject: { kind: 'recurring_payout', id: paused },
      },
      {
        ...{ kind: 'recurring_payout_short', level: 'warn' },
        message: expect.stringContaining('its payer allows too little'),
        subject: { kind: 'recurring_payout', id: short },
      },
    ]);
  });

  it('shows lists of payouts with rows left, and not those that are paid again by a later one', async () => {
    const account = await newAccount();
    const bad = await insertPayoutImport(ctx, account, { rows: ['refused', 'refused'] });
    const repeated = await insertPayoutImport(ctx, account, { rows: ['refused'] });
    await insertPayoutImport(ctx, account, { set: { repeat_of: repeated } });
    const running = { status: 'running', ended_at: null, problem: 'The node is away' };
    const waits = await insertPayoutImport(ctx, account, {
      ...{ rows: ['waiting'], dueAt: hours(1), set: running },
    });
    await insertPayoutImport(ctx, account, { rows: ['waiting'], dueAt: hours(-1), set: running });
    const { notifications } = await list(account);
    expect(notifications).toHaveLength(2);
    expect(notifications).toContainEqual(
      expect.objectContaining({
        kind: 'payout_import_incomplete',
        message: 'The file “pay.csv” has 2 rows for which no payout was created.',
        subject: { kind: 'payout_import', id: bad },
      }),
    );
    expect(notifications).toContainEqual(
      expect.objectContaining({
        kind: 'payout_import_waiting',
        message: 'The file “pay.csv” waits: The node is away',
        subject: { kind: 'payout_import', id: waits },
      }),
    );
  });

  it('shows payouts to banks that came back and payments that were taken back, for two weeks', async () => {
    const account = await newAccount();
    const bounced = await insertBankPayout(ctx, account, {
      status: 'bounced',
      returnedAt: hours(-1),
    });
    await insertBankPayout(ctx, account, { status: 'failed', returnedAt: hours(-15 * 24) });
    const unpaid = await insertReverted(ctx, account, 'created');
    const found = await list(account);
    expect(found.notifications).toMatchObject([
      {
        ...{ kind: 'payment_reverted', level: 'error', subject: { kind: 'request', id: unpaid } },
        message: expect.stringContaining('A payment of 12.5 USDC was taken back'),
      },
      {
        ...{ kind: 'bank_payout_returned', subject: { kind: 'request', id: bounced } },
        message: expect.stringContaining('2 USDC to a bank account came back'),
      },
    ]);
    try {
      clock.advance(15 * DAY_MS);
      expect((await list(account)).notifications).toEqual([]);
    } finally {
      clock.advance(-15 * DAY_MS);
    }
  });

  it('warns of keys in use that end within a week', async () => {
    const account = await newAccount();
    const set = (values: { expires_at: Date | null; last_used_at: Date | null }) =>
      ctx.db.updateTable('api_key').set(values).where('id', '=', account.apiKeyId).execute();
    const cases = [
      { expires_at: hours(24), last_used_at: hours(-1), isShown: true },
      { expires_at: hours(24), last_used_at: null, isShown: false },
      { expires_at: hours(-1), last_used_at: hours(-2), isShown: false },
      { expires_at: hours(24 * 8), last_used_at: hours(-1), isShown: false },
      { expires_at: null, last_used_at: hours(-1), isShown: false },
    ];
    for (const { isShown, ...values } of cases) {
      await set(values);
      expect((await list(account)).notifications).toMatchObject(
        isShown ? [{ kind: 'api_key_expiring', since: null, endsAt: hours(24).toISOString() }] : [],
      );
    }
  });

  it('shows to everybody which networks are late, and nothing of why', async () => {
    const at = { block_hash: Buffer.alloc(32), updated_at: TEST_TIME, halted_reason: null };
    await ctx.db
      .insertInto('chain_cursor')
      .values([
        { ...at, network: 'base', block_number: 7n, head_number: 7n },
        { ...at, network: 'sepolia', block_number: 7n, head_number: 99n },
        {
          ...{ ...at, network: 'tron', block_number: 7n, head_number: 7n },
          ...{ halted_at: TEST_TIME, halted_reason: 'https://node.example/secret' },
        },
      ])
      .execute();
    const answer = await send((await newAccount()).session);
    expect(answer.body).not.toContain('secret');
    expect(await kindsFor(await newAccount())).toEqual([
      ['network_late', 'error', 'tron'],
      ['network_late', 'warn', 'sepolia'],
    ]);
  });

  it('shows nothing of other accounts', async () => {
    const [one, other] = [await newAccount(), await newAccount()];
    await insertWebhook(ctx, other, { failing_since: hours(-1) });
    await insertHeldPayment(ctx, other, 'refused');
    await insertRecurringPayout(ctx, other, { status: 'paused', paused_at: hours(-1) });
    await insertPayoutImport(ctx, other, { rows: ['refused'] });
    await insertBankPayout(ctx, other, { status: 'bounced', returnedAt: hours(-1) });
    await insertReverted(ctx, other, 'created');
    const key = { expires_at: hours(24), last_used_at: hours(-1) };
    await ctx.db.updateTable('api_key').set(key).where('id', '=', other.apiKeyId).execute();
    expect((await list(other)).notifications).toHaveLength(7);
    expect((await list(one)).notifications).toEqual([]);
  });

  it('shows 20 of a kind, and says that there are more', async () => {
    const account = await newAccount();
    for (let i = 0; i < 21; i += 1) {
      await insertRecurringPayout(ctx, account, { status: 'paused', paused_at: hours(-i) });
    }
    await insertWebhook(ctx, account, { failing_since: hours(-1) });
    const { notifications, isComplete } = await list(account);
    expect(notifications).toHaveLength(21);
    expect(isComplete).toBe(false);
  });
});

describe('texts of others', () => {
  it('are cut, so that what is wrong stays readable', async () => {
    const account = await newAccount();
    const url = `https://shop.example/${'x'.repeat(1_500)}`;
    await insertWebhook(ctx, account, { url, failing_since: hours(-1) });
    const [{ message }] = (await list(account)).notifications;
    expect(message).toMatch(/^Deliveries to https:\/\/shop\.example\/x{50,}… only fail\./);
    expect(message.length).toBeLessThan(255);
  });
});

describe('400', () => {
  it('refuses a filter, which would be ignored', async () => {
    const answer = await send((await newAccount()).session, '?kind=payment_held');
    expect(answer.statusCode).toBe(400);
  });
});

describe('401', () => {
  it('requires a session', async () => {
    expect((await send({})).statusCode).toBe(401);
    expect((await send({ authorization: 'Bearer nothing' })).statusCode).toBe(401);
  });
});

describe('403', () => {
  it('refuses an API key', async () => {
    const { apiKey } = await newAccount();
    expect((await send({ 'x-api-key': apiKey })).statusCode).toBe(403);
  });
});
