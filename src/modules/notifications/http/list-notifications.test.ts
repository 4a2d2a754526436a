import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { manualClock } from '#kit/clock.ts';
import { TEST_TIME } from '../../../../tests/support/context.ts';
import { testContext, testDatabase } from '../../../../tests/support/database.ts';
import { keyedAccount } from '../../../../tests/support/keyed-account.ts';
import { moduleHost } from '../../../../tests/support/module-host.ts';
import { insertLink } from '../../../../tests/support/payable-link.ts';
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

/** What a person is told, without its texts. */
async function kindsFor(account: Account) {
  const { notifications } = await list(account);
  return notifications.map(
    ({ kind, level, subject }: { kind: string; level: string; subject: { id: string } }) =>
      [kind, level, subject.id] as const,
  );
}

/** An endpoint, with what is set of it. */
async function webhook({ accountId }: Account, set: Record<string, unknown> = {}) {
  const id = ctx.newId();
  const url = `https://shop.example/${id}`;
  const row = {
    ...{ id, account_id: accountId, url, url_key: url, is_active: true, created_at: TEST_TIME },
    ...{ secret_sealed: Buffer.from('x'), secret_key_version: 1 },
  };
  await ctx.db
    .insertInto('webhook_endpoint')
    .values({ ...row, ...set })
    .execute();
  return { id, url };
}

/** A payment of a link that is held. */
async function heldPayment({ accountId }: Account, status: 'undecided' | 'refused' | 'cleared') {
  const link = await insertLink(ctx.db, { accountId, currencyId: 'USDC-base' });
  const id = ctx.newOrderedId();
  const shared = { account_id: accountId, request_id: link.requestRowId, network: 'base' };
  const hash = { transaction_hash: ctx.random(32) };
  await ctx.db
    .insertInto('chain_transfer')
    .values({
      ...{ ...shared, ...hash, id, status: 'held', block_number: 1n, block_hash: ctx.random(32) },
      ...{ block_time: TEST_TIME, log_index: 0, payer_address: '0x2222' },
      ...{ claimed_units: 1_250_000n, credited_units: 1_250_000n, fee_units: 0n },
      ...{ fee_address: '0x3333', seen_at: TEST_TIME },
    })
    .execute();
  await ctx.db
    .insertInto('payer_check')
    .values({ ...shared, ...hash, chain_transfer_id: id, status, held_at: TEST_TIME })
    .execute();
  return { id, link };
}

/** A schedule that its payer has signed. */
async function recurringPayout({ accountId }: Account, set: Record<string, unknown>) {
  const id = ctx.newId();
  await ctx.db
    .insertInto('recurring_payout')
    .values({
      ...{ id, account_id: accountId, page_token: id, status: 'active', network: 'base' },
      ...{ currency_id: 'USDC-base', payer_address: '0x2222', payee_address: '0x3333' },
      ...{ amount_units: 1n, fee_units: 0n, relayer_fee_units: 0n, frequency: 'DAILY' },
      ...{ period_seconds: 86_400, first_due_at: TEST_TIME, total_payments: 2, permit: '{}' },
      ...{ expires_at: hours(48), digest: ctx.random(32), spender_address: '0x4444' },
      ...{ signature: ctx.random(65), signed_block: 1n, activated_at: TEST_TIME },
      ...{ created_at: TEST_TIME, ...set },
    })
    .execute();
  return id;
}

interface List {
  readonly rows?: readonly ('waiting' | 'created' | 'refused')[];
  readonly dueAt?: Date;
  readonly set?: Record<string, unknown>;
}

/** A list of payouts that ended, unless it is set otherwise. */
async function payoutImport({ accountId, apiKeyId }: Account, { rows = [], dueAt, set }: List) {
  const id = ctx.newId();
  const found = { payout_import_id: id, account_id: accountId, network: 'base', recipient: '0x22' };
  await ctx.db
    .insertInto('payout_import')
    .values({
      ...{ id, account_id: accountId, status: 'completed', file_name: 'pay.csv' },
      ...{ creator_wallet_address: '0x2222', makes_bundles: false, fingerprint: ctx.random(32) },
      ...{ api_key_id: apiKeyId, created_at: ctx.now(), ended_at: ctx.now(), ...set },
    })
    .execute();
  for (const [position, status] of rows.entries()) {
    await ctx.db
      .insertInto('payout_import_row')
      .values({
        ...{ ...found, position, status, line: position + 2, currency_id: 'USDC-base' },
        ...{ amount_units: 1n, due_at: dueAt ?? TEST_TIME },
        problem: status === 'refused' ? 'No' : null,
      })
      .execute();
  }
  return id;
}

/** An order to pay a request out to a bank. */
async function bankPayout({ accountId }: Account, status: string, returnedAt: Date | null) {
  const link = await insertLink(ctx.db, { accountId, currencyId: 'USDC-base' });
  const of = { account_id: accountId, request_id: link.requestRowId, created_at: TEST_TIME };
  const names = { client_user_id: 'payer', payment_details_id: 'bank' };
  await ctx.db
    .insertInto('bank_payout')
    .values({ ...of, ...names })
    .execute();
  const id = ctx.newId();
  await ctx.db
    .insertInto('off_ramp_order')
    .values({
      ...{ ...of, id, status, network: 'base', currency_id: 'USDC-base', amount_units: 2_000_000n },
      ...{ payout_currency: 'EUR', provider_account_id: 'a', provider_order_id: id },
      ...{ deposit_address: '0x55', ends_at: hours(1), returned_at: returnedAt },
    })
    .execute();
  return link.requestId;
}

/** An event that says that a payment of a link was taken back, as its reference a text that breaks functions of JSON. */
async function reverted({ accountId }: Account, requestStatus: 'created' | 'paid') {
  const { requestId, requestRowId } = await insertLink(ctx.db, { accountId });
  const payload = `{"event":"payment.reverted","requestId":"${requestId}","amount":"12.5","currency":"USDC","reference":"\\u0000"}`;
  const event = { type: 'payment.reverted', schema_version: 1, payload, created_at: ctx.now() };
  const id = ctx.newId();
  await ctx.db
    .insertInto('event')
    .values({ id, account_id: accountId, ...event })
    .execute();
  if (requestStatus === 'paid') {
    const paid = { status: 'paid' };
    await ctx.db.updateTable('request').set(paid).where('id', '=', requestRowId).execute();
  }
  return requestId;
}

describe('200', () => {
  it('is empty where nothing needs anybody', async () => {
    const account = await newAccount();
    await webhook(account);
    await webhook(account, { is_active: false, switched_off_by: 'person' });
    await heldPayment(account, 'cleared');
    await recurringPayout(account, {});
    await payoutImport(account, { rows: [] });
    await bankPayout(account, 'confirmed', null);
    await reverted(account, 'paid');
    expect(await list(account)).toEqual({
      at: TEST_TIME.toISOString(),
      notifications: [],
      isComplete: true,
    });
  });

  it('warns of an endpoint that only fails, and says when it is switched off', async () => {
    const account = await newAccount();
    const { id, url } = await webhook(account, { failing_since: hours(-2) });
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
    const older = await webhook(account, { failing_since: hours(-3) });
    const newer = await webhook(account, { failing_since: hours(-1) });
    const off = { is_active: false, switched_off_by: 'failures' };
    const oldest = await webhook(account, { ...off, failing_since: hours(-9) });
    const gone = { ...off, removed_at: TEST_TIME };
    await webhook(account, gone);
    expect(await kindsFor(account)).toEqual([
      ['webhook_disabled', 'error', oldest.id],
      ['webhook_failing', 'warn', newer.id],
      ['webhook_failing', 'warn', older.id],
    ]);
  });

  it('names held payments by their requests, with their amounts', async () => {
    const account = await newAccount();
    const refused = await heldPayment(account, 'refused');
    const undecided = await heldPayment(account, 'undecided');
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
    const paused = await recurringPayout(account, {
      ...{ status: 'paused', paused_at: hours(-1), failure_reason: 'No allowance' },
      reference: 'Rent',
    });
    const short = await recurringPayout(account, { shortage: 'allowance' });
    await recurringPayout(account, { ...{ status: 'cancelled', shortage: 'balance' }, ended_at: TEST_TIME });
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
    const bad = await payoutImport(account, { rows: ['refused', 'refused'] });
    const repeated = await payoutImport(account, { rows: ['refused'] });
    await payoutImport(account, { set: { repeat_of: repeated } });
    const running = { status: 'running', ended_at: null, problem: 'The node is away' };
    const waits = await payoutImport(account, {
      ...{ rows: ['waiting'], dueAt: hours(1), set: running },
    });
    await payoutImport(account, { rows: ['waiting'], dueAt: hours(-1), set: running });
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
    const bounced = await bankPayout(account, 'bounced', hours(-1));
    await bankPayout(account, 'failed', hours(-15 * 24));
    const unpaid = await reverted(account, 'created');
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
      { expires_at: hours(24), last_used_at: hours(-1), isTold: true },
      { expires_at: hours(24), last_used_at: null, isTold: false },
      { expires_at: hours(-1), last_used_at: hours(-2), isTold: false },
      { expires_at: hours(24 * 8), last_used_at: hours(-1), isTold: false },
      { expires_at: null, last_used_at: hours(-1), isTold: false },
    ];
    for (const { isTold, ...values } of cases) {
      await set(values);
      expect((await list(account)).notifications).toMatchObject(
        isTold
          ? [{ kind: 'api_key_expiring', since: null, endsAt: hours(24).toISOString() }]
          : [],
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
    await webhook(other, { failing_since: hours(-1) });
    await heldPayment(other, 'refused');
    await recurringPayout(other, { status: 'paused', paused_at: hours(-1) });
    await payoutImport(other, { rows: ['refused'] });
    await bankPayout(other, 'bounced', hours(-1));
    await reverted(other, 'created');
    const key = { expires_at: hours(24), last_used_at: hours(-1) };
    await ctx.db.updateTable('api_key').set(key).where('id', '=', other.apiKeyId).execute();
    expect((await list(other)).notifications).toHaveLength(7);
    expect((await list(one)).notifications).toEqual([]);
  });

  it('shows 20 of a kind, and says that there are more', async () => {
    const account = await newAccount();
    for (let i = 0; i < 21; i += 1) {
      await recurringPayout(account, { status: 'paused', paused_at: hours(-i) });
    }
    await webhook(account, { failing_since: hours(-1) });
    const { notifications, isComplete } = await list(account);
    expect(notifications).toHaveLength(21);
    expect(isComplete).toBe(false);
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
