import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NETWORKS, type NetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { manualClock } from '#kit/clock.ts';
import { idMaker } from '#kit/ulid.ts';
import { listScreenedWalletsOfAll } from '#modules/compliance/index.ts';
import { type FakeSanctions, fakeSanctions } from '../../../tests/chains/fake/sanctions.ts';
import { TEST_SETTINGS } from '../../../tests/support/context.ts';
import { TEST_TIME, testContext, testDatabase } from '../../../tests/support/database.ts';
import { paySingle } from '../../../tests/support/pay-single.ts';
import { insertAccount, insertClientId, insertLink } from '../../../tests/support/payable-link.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { viewSecurePayment } from './view-secure-payment.ts';

const MINUTE_MS = 60_000;

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

let count = 0;
/** A wallet of which nothing is kept yet. */
const someone = () => {
  count += 1;
  return `0x${'5'.repeat(34)}${count.toString().padStart(6, '0')}`;
};

function oracleOf(network: NetworkId): FakeSanctions {
  const oracle = fakeSanctions(network);
  if (oracle === undefined) throw new Error(`${network} has an oracle`);
  return oracle;
}

function world(sanctionsOracle: 'off' | 'available' | 'required' = 'available') {
  const base = { ...stillChain('base'), sanctions: oracleOf('base') };
  const mainnet = { ...stillChain('mainnet'), sanctions: oracleOf('mainnet') };
  const others = [stillChain('sepolia'), stillChain('tron')];
  const now = manualClock(TEST_TIME);
  const ctx = testContext({
    db: database.db,
    chains: connected(base, mainnet, ...others),
    settings: { ...TEST_SETTINGS, sanctionsOracle },
    now,
    newId: idMaker(now),
  });
  return { ctx, base: base.sanctions, mainnet: mainnet.sanctions, now, others };
}

type Query = Parameters<typeof paySingle>[1]['query'];

const view = (ctx: Context, token: string, query: Query = {}) =>
  viewSecurePayment(ctx, { token, query });
const pay = (ctx: Context, token: string, query: Query = {}) => paySingle(ctx, { token, query });

const onBase = (parts: Parameters<typeof insertLink>[1] = {}) =>
  insertLink(database.db, { currencyId: 'USDC-base', ...parts });

async function eventsOf(token: string): Promise<readonly Record<string, unknown>[]> {
  const rows = await database.db
    .selectFrom('event')
    .select('payload')
    .where('secure_payment_token', '=', token)
    .execute();
  return rows.map(({ payload }) => JSON.parse(payload));
}

/** The decision about one key. */
const decision = (walletAddress: string, status: 'rejected' | 'error', reasonCode: string) => {
  const decided = { status, reasonCode, provider: 'sanctions_oracle' };
  const result = { walletAddress, walletType: 'eoa', parentWalletAddress: null, ...decided };
  return { ...decided, walletResults: [{ ...result, evaluatedAt: TEST_TIME.toISOString() }] };
};

describe('a wallet that is on a list of sanctioned addresses', () => {
  it.each(['base', 'mainnet'] as const)('of %s may not pay a link on Base', async (network) => {
    const { ctx, ...lists } = world();
    const wallet = someone();
    lists[network].listed.add(wallet);
    const { token } = await onBase();
    const accessDecision = decision(wallet, 'rejected', 'screening_rejected');
    await expect(pay(ctx, token, { wallet })).rejects.toMatchObject({
      status: 403,
      code: 'screening_rejected',
      message: 'Wallet is not allowed to pay this secure payment',
      body: { accessDecision },
    });
    expect(await view(ctx, token, { wallet })).toMatchObject({ accessDecision });
  });

  it('may neither sign nor hold the tokens that another wallet pays with', async () => {
    const { ctx, base } = world();
    const [listed, other] = [someone(), someone()];
    base.listed.add(listed);
    const { token } = await onBase();
    for (const query of [
      { wallet: listed, eoaWallet: other },
      { wallet: other, eoaWallet: listed },
    ]) {
      const refused = pay(ctx, token, query);
      await expect(refused).rejects.toMatchObject({ status: 403, code: 'screening_rejected' });
    }
    const shown = await view(ctx, token, { wallet: other, eoaWallet: listed });
    expect(shown).toMatchObject({
      accessDecision: {
        status: 'rejected',
        walletResults: [
          { walletAddress: listed, walletType: 'eoa', status: 'rejected' },
          {
            walletAddress: other,
            walletType: 'smart_account',
            parentWalletAddress: listed,
            status: 'approved',
            provider: null,
          },
        ],
      },
    });
  });

  it('is reported once for a link, to whoever created it', async () => {
    const { ctx, base } = world();
    const wallet = someone();
    base.listed.add(wallet);
    const accountId = await insertAccount(database.db);
    const { id: clientIdId, clientId } = await insertClientId(database.db, accountId);
    const { token } = await onBase({ accountId, clientIdId });
    await expect(pay(ctx, token, { wallet })).rejects.toMatchObject({ status: 403 });
    await view(ctx, token, { wallet });
    const both = [pay(ctx, token, { wallet }), pay(ctx, token, { wallet })];
    await Promise.allSettled(both);
    expect(await eventsOf(token)).toEqual([
      {
        event: 'kyt.screening.completed',
        paymentToken: token,
        clientId,
        walletAddress: wallet,
        eoaAddress: wallet,
        smartAccountAddress: null,
        status: 'rejected',
        provider: 'sanctions_oracle',
        policyId: null,
        timestamp: TEST_TIME.toISOString(),
      },
    ]);
  });

  it('is reported for 200 wallets of a link, and refused for more', async () => {
    const { ctx, base } = world();
    const { token } = await onBase();
    const wallets = Array.from({ length: 203 }, someone);
    for (const wallet of wallets) base.listed.add(wallet);
    for (const wallet of wallets) {
      await expect(pay(ctx, token, { wallet })).rejects.toMatchObject({ status: 403 });
    }
    expect(await eventsOf(token)).toHaveLength(200);
  });

  it('sees of a link what it hides as little as any other that may not pay', async () => {
    const { ctx, base } = world();
    const [wallet, other] = [someone(), someone()];
    base.listed.add(wallet);
    const { token } = await onBase({ hidesUntilApproved: true });
    expect(await view(ctx, token, { wallet })).not.toHaveProperty('payee');
    expect(await view(ctx, token, { wallet: other })).toHaveProperty('payee');
  });

  it('is not looked up where the allowlist refuses it already', async () => {
    const { ctx, base, mainnet } = world();
    const wallet = someone();
    base.listed.add(wallet);
    const { token } = await onBase({ allowedPayers: [someone()] });
    const refused = pay(ctx, token, { wallet });
    await expect(refused).rejects.toMatchObject({ status: 403, code: 'wallet_not_allowed' });
    expect([base.asked, mainnet.asked]).toEqual([0, 0]);
  });

  it('may not pay although it is on the allowlist', async () => {
    const { ctx, base } = world();
    const wallet = someone();
    base.listed.add(wallet);
    const { token } = await onBase({ allowedPayers: [wallet] });
    const refused = pay(ctx, token, { wallet });
    await expect(refused).rejects.toMatchObject({ status: 403, code: 'screening_rejected' });
  });
});

describe('a wallet of which a list says nothing', () => {
  it.each([
    ['the list of the network', 'base'],
    ['the list of Ethereum', 'mainnet'],
  ] as const)('may not pay while %s gives no answer', async (_, network) => {
    const { ctx, ...lists } = world();
    const wallet = someone();
    lists[network].isGone = true;
    const { token, accountId } = await onBase();
    const accessDecision = decision(wallet, 'error', 'provider_error');
    await expect(pay(ctx, token, { wallet })).rejects.toMatchObject({
      status: 403,
      code: 'provider_error',
      body: { accessDecision },
    });
    expect(await view(ctx, token, { wallet })).toMatchObject({ accessDecision });
    expect(await eventsOf(token)).toEqual([]);
    const page = { status: 'undecided', accountId, cursor: undefined, limit: 10 } as const;
    expect((await listScreenedWalletsOfAll(ctx, page)).screenings).toMatchObject([
      { walletAddress: wallet, securePaymentToken: token, provider: 'sanctions_oracle' },
    ]);
    lists[network].isGone = false;
    expect((await pay(ctx, token, { wallet })).transactions.length).toBeGreaterThan(0);
  });

  it('is rejected where another list has it', async () => {
    const { ctx, base, mainnet } = world();
    const wallet = someone();
    base.isGone = true;
    mainnet.listed.add(wallet);
    const { token } = await onBase();
    const refused = pay(ctx, token, { wallet });
    await expect(refused).rejects.toMatchObject({ code: 'screening_rejected' });
  });

  it('may not pay where no node of Ethereum is connected', async () => {
    const { ctx } = world();
    const base = { ...stillChain('base'), sanctions: oracleOf('base') };
    const { token } = await onBase();
    const alone = { ...ctx, chains: connected(base) };
    const refused = pay(alone, token, { wallet: someone() });
    await expect(refused).rejects.toMatchObject({ status: 403, code: 'provider_error' });
  });

  it('is refused in the form in which a rejected one is', async () => {
    const { ctx, base } = world();
    const [listed, unknown] = [someone(), someone()];
    base.listed.add(listed);
    const { token } = await onBase();
    const rejected = await pay(ctx, token, { wallet: listed }).catch((error) => error);
    base.isGone = true;
    const failed = await pay(ctx, token, { wallet: unknown }).catch((error) => error);
    const shapeOf = (found: object): unknown =>
      Object.entries(found).map(([name, value]) => [
        name,
        typeof value === 'object' && value !== null ? shapeOf(value) : typeof value,
      ]);
    expect(shapeOf(failed.body)).toEqual(shapeOf(rejected.body));
    expect(failed.status).toBe(rejected.status);
  });
});

describe('a wallet that is on no list', () => {
  it('pays, and nobody is said to have approved it', async () => {
    const { ctx } = world();
    const wallet = someone();
    const { token } = await onBase();
    expect((await pay(ctx, token, { wallet })).transactions.length).toBeGreaterThan(0);
    expect(await view(ctx, token, { wallet })).not.toHaveProperty('accessDecision');
    expect(await eventsOf(token)).toEqual([]);
  });

  it('is looked up again after five minutes, and before that not', async () => {
    const { ctx, base, mainnet, now } = world();
    const wallet = someone();
    const { token } = await onBase();
    await pay(ctx, token, { wallet });
    now.advance(4 * MINUTE_MS);
    base.listed.add(wallet);
    await pay(ctx, token, { wallet });
    expect([base.asked, mainnet.asked]).toEqual([1, 1]);
    now.advance(2 * MINUTE_MS);
    const refused = pay(ctx, token, { wallet });
    await expect(refused).rejects.toMatchObject({ code: 'screening_rejected' });
    base.listed.delete(wallet);
    now.advance(6 * MINUTE_MS);
    expect((await pay(ctx, token, { wallet })).transactions.length).toBeGreaterThan(0);
  });
});

describe('a payment whose wallets are looked up', () => {
  it('is prepared for no one without a wallet, but shown', async () => {
    const { ctx } = world();
    const { token } = await onBase();
    await expect(pay(ctx, token)).rejects.toMatchObject({ status: 400, code: 'wallet_required' });
    expect(await view(ctx, token)).toHaveProperty('payee');
  });

  it.each([
    ['sepolia', 'FAU-sepolia', [0, 1]],
    ['tron', 'USDT-tron', [0, 0]],
  ] as const)(
    'on %s is looked up in the lists that there are',
    async (network, currencyId, asked) => {
      const { ctx, base, mainnet } = world('available');
      const wallet = NETWORKS[network].family === 'tron' ? TRON : someone();
      const { token } = await insertLink(database.db, { currencyId });
      expect(await view(ctx, token, { wallet })).not.toHaveProperty('accessDecision');
      expect([base.asked, mainnet.asked]).toEqual(asked);
    },
  );

  it.each([
    ['sepolia', 'FAU-sepolia'],
    ['tron', 'USDT-tron'],
  ] as const)(
    'on %s is refused where a list of its own is required',
    async (network, currencyId) => {
      const { ctx } = world('required');
      const wallet = NETWORKS[network].family === 'tron' ? TRON : someone();
      const { token } = await insertLink(database.db, { currencyId });
      const refused = pay(ctx, token, { wallet });
      await expect(refused).rejects.toMatchObject({ status: 403, code: 'provider_error' });
    },
  );

  it('is as ever where the setting is off, listed or not', async () => {
    const { ctx, base, mainnet } = world('off');
    const wallet = someone();
    base.listed.add(wallet);
    const { token } = await onBase();
    await pay(ctx, token, { wallet });
    await pay(ctx, token);
    expect([base.asked, mainnet.asked]).toEqual([0, 0]);
  });
});

const TRON = 'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd';
