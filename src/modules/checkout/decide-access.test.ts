import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NETWORKS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { manualClock } from '#kit/clock.ts';
import { idMaker } from '#kit/ulid.ts';
import { findByToken } from '#modules/secure-payments/index.ts';
import { TEST_TIME, testContext, testDatabase } from '../../../tests/support/database.ts';
import { paySingle } from '../../../tests/support/pay-single.ts';
import { insertClientId, insertLink, TEST_PAYEE } from '../../../tests/support/payable-link.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { decideAccess } from './decide-access.ts';
import { viewSecurePayment } from './view-secure-payment.ts';

const ALLOWED = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';
const UNRELATED = '0x2222222222222222222222222222222222222222';
const MASK = '0x****…****';
const DESTINATION = `${TEST_PAYEE}@eip155:8453#34790435:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913`;

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

function payer(milliseconds = 0) {
  const base = stillChain('base');
  const now = manualClock(new Date(TEST_TIME.getTime() + milliseconds));
  const chains = connected(base);
  const ctx = testContext({ db: database.db, chains, now, newId: idMaker(now) });
  return { ctx, base };
}

type Parts = Parameters<typeof insertLink>[1];

const guarded = (parts: Parts) =>
  insertLink(database.db, { currencyId: 'USDC-base', destinationId: DESTINATION, ...parts });

const view = (token: string, wallet?: string, ctx: Context = payer().ctx) =>
  viewSecurePayment(ctx, { token, query: wallet === undefined ? {} : { wallet } });

const pay = (token: string, wallet?: string, ctx: Context = payer().ctx) =>
  paySingle(ctx, { token, query: wallet === undefined ? {} : { wallet } });

const rejectionsOf = async (token: string) => {
  const rows = await database.db
    .selectFrom('event')
    .select('payload')
    .where('secure_payment_token', '=', token)
    .execute();
  return rows.map(({ payload }) => JSON.parse(payload).attemptedPayerWalletAddress);
};

const decision = (status: string, reasonCode: string, walletAddress: string) => ({
  status,
  reasonCode,
  provider: null,
  walletResults: [
    {
      walletAddress,
      walletType: 'eoa',
      parentWalletAddress: null,
      status,
      reasonCode,
      provider: null,
    },
  ],
});

describe('a link with an allowlist', () => {
  it.each([
    ['as the list has it', ALLOWED],
    ['in lower case', ALLOWED.toLowerCase()],
    ['in upper case', `0x${ALLOWED.slice(2).toUpperCase()}`],
  ])('lets a wallet of the list pay, written %s', async (_, wallet) => {
    const { token } = await guarded({ allowedPayers: [UNRELATED, ALLOWED] });
    expect(await view(token, wallet)).toMatchObject({
      payee: TEST_PAYEE,
      isPayeeAddressMasked: false,
      paymentOptions: { BASE: {} },
      accessDecision: decision('approved', 'approved', ALLOWED),
    });
    expect((await pay(token, wallet)).transactions.length).toBeGreaterThan(0);
    expect(await rejectionsOf(token)).toEqual([]);
  });

  it('compares Tron addresses exactly, and reports them as they are', async () => {
    const [tron, other] = [
      'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd',
      'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
    ] as const;
    const { token } = await insertLink(database.db, {
      currencyId: 'USDT-tron',
      allowedPayers: [tron],
    });
    const link = await findByToken(payer().ctx, token);
    if (link === undefined) throw new Error('the link is there');
    const decide = (wallet: string) =>
      decideAccess(payer().ctx, link, {
        wallet,
        holder: wallet,
        isSafe: false,
        networks: [NETWORKS.tron],
      });
    expect(await decide(tron)).toEqual(decision('approved', 'approved', tron));
    expect(await decide(other)).toMatchObject({ status: 'rejected' });
    expect(await decide(tron.toLowerCase())).toMatchObject({ status: 'rejected' });
    expect((await rejectionsOf(token)).sort()).toEqual([other, tron.toLowerCase()].sort());
  });

  it('shows itself to another wallet, returns that it may not pay, and notifies the integrator', async () => {
    const { token } = await guarded({ allowedPayers: [ALLOWED] });
    expect(await view(token, UNRELATED)).toMatchObject({
      payee: TEST_PAYEE,
      amount: '12500000',
      accessDecision: decision('rejected', 'wallet_not_allowed', UNRELATED),
    });
    expect(await rejectionsOf(token)).toEqual([UNRELATED]);
  });

  it('prepares nothing for another wallet, queries no node for it, and notifies the integrator', async () => {
    const link = await guarded({ allowedPayers: [ALLOWED] });
    const { ctx, base } = payer();
    await expect(pay(link.token, UNRELATED, ctx)).rejects.toMatchObject({
      status: 403,
      code: 'wallet_not_allowed',
      message: 'Wallet is not allowed to pay this secure payment',
      body: { accessDecision: decision('rejected', 'wallet_not_allowed', UNRELATED) },
    });
    expect(base.reads).toBe(0);
    expect(await rejectionsOf(link.token)).toEqual([UNRELATED]);
  });

  // Otherwise leaving the wallet out would be the way around the list.
  it('prepares nothing without a wallet', async () => {
    const { token } = await guarded({ allowedPayers: [ALLOWED] });
    await expect(pay(token)).rejects.toMatchObject({
      status: 400,
      errors: [{ field: 'wallet', message: expect.stringContaining('wallet is required') }],
    });
    expect(await view(token)).not.toHaveProperty('accessDecision');
    expect(await rejectionsOf(token)).toEqual([]);
  });

  // An erased list must not open the link.
  it('lets nobody pay once its list was erased', async () => {
    const { token } = await guarded({ allowedPayers: [] });
    await expect(pay(token, ALLOWED)).rejects.toMatchObject({ status: 403 });
  });

  it('reports repeated calls of a page once in ten minutes', async () => {
    const { token } = await guarded({ allowedPayers: [ALLOWED] });
    for (const milliseconds of [0, 3_000, 6_000, 599_999]) {
      const { ctx } = payer(milliseconds);
      await view(token, UNRELATED, ctx);
      await expect(pay(token, UNRELATED, ctx)).rejects.toMatchObject({ status: 403 });
    }
    expect(await rejectionsOf(token)).toEqual([UNRELATED]);
    await view(token, UNRELATED, payer(600_000).ctx);
    expect(await rejectionsOf(token)).toEqual([UNRELATED, UNRELATED]);
  });

  it.each([
    ['completed', 409],
    ['expired', 403],
  ])('reports nobody once it is %s: there is nothing to pay', async (status, answer) => {
    const { token } = await guarded({ allowedPayers: [ALLOWED], status });
    await expect(pay(token, UNRELATED)).rejects.toMatchObject({ status: answer });
    expect(await rejectionsOf(token)).toEqual([]);
  });

  it('names in the event what the link was created with', async () => {
    const other = await insertLink(database.db);
    const { id, clientId } = await insertClientId(database.db, other.accountId);
    const { accountId } = other;
    const link = await guarded({ accountId, clientIdId: id, allowedPayers: [ALLOWED] });
    await view(link.token, UNRELATED);
    const event = await database.db
      .selectFrom('event')
      .selectAll()
      .where('secure_payment_token', '=', link.token)
      .executeTakeFirstOrThrow();
    expect(event).toMatchObject({ account_id: accountId, client_id_id: id });
    expect(JSON.parse(event.payload)).toMatchObject({ requestId: link.requestId, clientId });
  });
});

/** Texts that would give the payee away. */
const traces = [TEST_PAYEE.slice(2).toLowerCase(), DESTINATION.toLowerCase()];

describe('a link that hides its payee', () => {
  it.each([
    ['no wallet', undefined],
    ['a wallet that may not pay', UNRELATED],
  ])('shows everything else to %s', async (_, wallet) => {
    const { token, requestId, tokenAddress } = await guarded({
      hidesPayee: true,
      allowedPayers: [ALLOWED],
    });
    const shown = await view(token, wallet);
    expect(shown).toMatchObject({
      payee: MASK,
      isPayeeAddressMasked: true,
      amount: '12500000',
      requestIds: [requestId],
      analytics: { numberOfPaymentsExcludingFees: 1 },
    });
    expect(shown).toHaveProperty('destination', {
      payeeAddress: MASK,
      walletAddress: MASK,
      tokenAddress,
      network: 'base',
      isMasked: true,
    });
    for (const trace of traces) expect(JSON.stringify(shown).toLowerCase()).not.toContain(trace);
  });

  it('shows it to a wallet that may pay', async () => {
    const { token } = await guarded({ hidesPayee: true, allowedPayers: [ALLOWED] });
    expect(await view(token, ALLOWED)).toMatchObject({
      payee: TEST_PAYEE,
      isPayeeAddressMasked: false,
      destination: { destinationId: DESTINATION, isMasked: false },
      analytics: { destinationIds: [DESTINATION] },
    });
  });

  it('without a list shows it to every wallet, and to nobody without one', async () => {
    const { token } = await guarded({ hidesPayee: true });
    expect(await view(token)).toMatchObject({ payee: MASK });
    await expect(pay(token)).rejects.toMatchObject({ status: 400, code: 'wallet_required' });
    expect(await view(token, UNRELATED)).toMatchObject({
      payee: TEST_PAYEE,
      accessDecision: { status: 'approved' },
    });
    expect((await pay(token, UNRELATED)).transactions.length).toBeGreaterThan(0);
  });
});

describe('a link that hides itself until a wallet is approved', () => {
  it.each([
    ['no wallet', undefined],
    ['a wallet that may not pay', UNRELATED],
  ])('shows %s neither payee nor amount nor requests', async (_, wallet) => {
    const expiresAt = new Date('2026-01-05T06:07:08Z');
    const { token } = await guarded({
      hidesUntilApproved: true,
      hidesPayee: true,
      allowedPayers: [ALLOWED],
      expiresAt,
    });
    const { ctx, base } = payer();
    expect(await view(token, wallet, ctx)).toEqual({
      paymentType: 'single',
      status: 'pending',
      redirectUrl: null,
      redirectLabel: null,
      branding: null,
      expiresAt: expiresAt.toISOString(),
      analytics: { creationTimestamp: TEST_TIME.toISOString() },
      ...(wallet && { accessDecision: decision('rejected', 'wallet_not_allowed', wallet) }),
    });
    expect(base.reads).toBe(0);
  });

  it('is shown whole to a wallet that may pay', async () => {
    const { token } = await guarded({ hidesUntilApproved: true, allowedPayers: [ALLOWED] });
    expect(await view(token, ALLOWED)).toMatchObject({ payee: TEST_PAYEE, amount: '12500000' });
  });
});
