import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AmountStep, FinalityRule } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { Outage, Refusal } from '#kit/failure.ts';
import { clientIdActor } from '../../../tests/support/actors.ts';
import { bridgedChain, sampleProvider } from '../../../tests/support/bridged-chains.ts';
import { TEST_TIME, testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertAccount, insertLink, TEST_PAYEE } from '../../../tests/support/payable-link.ts';
import { insertReceived } from '../../../tests/support/received.ts';
import { insertPartner } from '../../../tests/support/signed-in.ts';
import { connected, RICH, stillChain } from '../../../tests/support/still-chain.ts';
import type { PayerQuery } from './model/payer-query.ts';
import { viewSecurePayment } from './view-secure-payment.ts';

const WALLET = '0x2222222222222222222222222222222222222222';
const HASH = Buffer.alloc(32, 7);
/** How long links of the tests can be paid. */
const WEEK_MS = 7 * 86_400_000;

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

function payer(more: Partial<Context> = {}) {
  const chains = { base: stillChain('base'), sepolia: stillChain('sepolia') };
  const ctx = testContext({
    db: database.db,
    chains: connected(chains.base, chains.sepolia),
    ...more,
  });
  return { ctx, ...chains };
}

/** Sepolia was scanned up to a block; its nodes have a final and a safe one. */
async function insertCursor(blockNumber: bigint): Promise<void> {
  await database.db
    .insertInto('chain_cursor')
    .values({
      network: 'sepolia',
      block_number: blockNumber,
      block_hash: HASH,
      head_number: blockNumber,
      finalized_number: 0n,
      safe_number: 0n,
      updated_at: TEST_TIME,
    })
    .execute();
}

async function view(token: string, query: PayerQuery = {}, ctx = payer().ctx) {
  const shown = await viewSecurePayment(ctx, { token, query });
  if (!('payee' in shown)) throw new Error('the payment is hidden');
  return shown;
}

async function refusalOf(answer: Promise<unknown>): Promise<Refusal> {
  const error = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Refusal) return error;
  throw new Error(`it was not refused: ${String(error)}`);
}

describe('a link that can be paid', () => {
  it('is shown with everything that a payer must know', async () => {
    const link = await insertLink(database.db);
    expect(await view(link.token)).toEqual({
      paymentType: 'single',
      status: 'pending',
      expiresAt: new Date(TEST_TIME.getTime() + WEEK_MS).toISOString(),
      redirectUrl: null,
      redirectLabel: null,
      branding: null,
      analytics: {
        creationTimestamp: TEST_TIME.toISOString(),
        totalPaymentAmountUsd: '12.5',
        feeAmountsUsdUnavailableReason: 'fee_plan_unavailable',
        numberOfPaymentsExcludingFees: 1,
        destinationIds: [],
      },
      requestIds: [link.requestId],
      payee: TEST_PAYEE,
      network: 'sepolia',
      amount: '12500000',
      paymentCurrency: 'USDC-sepolia',
      isNativeCurrency: false,
      destination: null,
      reference: null,
      isPayeeAddressMasked: false,
      feePlan: null,
      paymentReference: expect.stringMatching(/^0x[0-9a-f]{16}$/),
      flow: 'incoming',
    });
  });

  it('names the partner that created it, where one did', async () => {
    const link = await insertLink(database.db);
    const { id } = await insertPartner(database.db, await insertAccount(database.db));
    await database.db
      .updateTable('secure_payment')
      .set({ orchestrator_id: id })
      .where('token', '=', link.token)
      .execute();
    expect(await view(link.token)).toMatchObject({ orchestratorId: id });
  });

  it('returns its destination in parts', async () => {
    const link = await insertLink(database.db);
    const destinationId = `${TEST_PAYEE}@eip155:11155111#01234567:${link.tokenAddress}`;
    await database.db
      .updateTable('secure_payment')
      .set({ destination_id: destinationId })
      .where('token', '=', link.token)
      .execute();
    expect((await view(link.token)).destination).toEqual({
      destinationId,
      payeeAddress: `${TEST_PAYEE}@eip155:11155111#01234567`,
      tokenAddress: link.tokenAddress,
      walletAddress: TEST_PAYEE,
      network: 'sepolia',
      isMasked: false,
    });
  });

  it('returns what a wallet could pay with, by one read of the chain', async () => {
    const fee = { units: 500_000n, address: WALLET };
    const link = await insertLink(database.db, { currencyId: 'USDC-base', fee });
    const { ctx, base } = payer();
    base.balances = { ...RICH, balanceUnits: 12_999_999n };
    const short = await view(link.token, { wallet: WALLET.toLowerCase() }, ctx);
    expect(short.paymentOptions).toEqual({
      BASE: { USDC: { balance: '12.999999', hasEnoughBalance: false, neededAmount: '13' } },
    });
    base.balances = { ...RICH, balanceUnits: 13_000_000n };
    const enough = await view(link.token, { wallet: WALLET, chain: 'BASE', token: 'USDC' }, ctx);
    expect(enough.paymentOptions?.['BASE']?.['USDC']?.hasEnoughBalance).toBe(true);
    expect(base.reads).toBe(2);
  });

  it('has no options on a network that is no source chain, and queries no node there', async () => {
    const link = await insertLink(database.db);
    const { ctx, sepolia } = payer();
    expect((await view(link.token, { wallet: WALLET }, ctx)).paymentOptions).toEqual({});
    expect(sepolia.reads).toBe(0);
    const [payeeAddress, wallet] = [
      'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd',
    ];
    const onTron = await insertLink(database.db, { currencyId: 'USDT-tron', payeeAddress });
    const routed = { ...ctx, chains: connected(stillChain('tron')), routes: sampleProvider() };
    expect((await view(onTron.token, { wallet }, routed)).paymentOptions).toEqual({});
  });

  it('names the networks from which a route leads here, beside its own', async () => {
    const base = bridgedChain('base');
    const chains = connected(base, bridgedChain('arbitrum-one'), stillChain('sepolia'));
    const { ctx } = payer({ chains, routes: sampleProvider() });
    const link = await insertLink(database.db, { currencyId: 'USDC-base' });
    const { paymentOptions } = await view(link.token, { wallet: WALLET }, ctx);
    expect(Object.keys(paymentOptions ?? {})).toEqual(['BASE', 'ARBITRUM']);
    expect(paymentOptions?.['ARBITRUM']?.['USDT']).toMatchObject({
      hasEnoughBalance: true,
      neededAmount: '12.8',
    });
    const onSepolia = await insertLink(database.db);
    expect((await view(onSepolia.token, { wallet: WALLET }, ctx)).paymentOptions).toEqual({});
  });

  it('is read by two queries: the link, and its merchant', async () => {
    const link = await insertLink(database.db);
    let queries = 0;
    const db = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        queries += 1;
        return result;
      },
    });
    await view(link.token, {}, payer({ db }).ctx);
    expect(queries).toBe(2);
  });

  // A payer on a second device must not be requested to pay again.
  it('reports once that a payment was seen that still waits for confirmations', async () => {
    const link = await insertLink(database.db);
    await insertReceived(database.db, link, {
      units: 12_500_000n,
      transactionHash: HASH,
      seen: true,
    });
    expect((await view(link.token)).requestStatuses).toEqual([
      {
        requestId: link.requestId,
        hasBeenPaid: false,
        txHash: `0x${'07'.repeat(32)}`,
        seen: { blockNumber: expect.any(Number), at: expect.stringMatching(/Z$/) },
        confirmed: null,
        finalized: null,
        // No block of this network was scanned yet.
        awaits: null,
      },
    ]);
  });

  it("says how many blocks that payment still waits for, and where the network's word counts", async () => {
    const link = await insertLink(database.db);
    await insertReceived(database.db, link, {
      units: 12_500_000n,
      transactionHash: HASH,
      seen: true,
    });
    const seen = await database.db
      .selectFrom('chain_transfer')
      .select('block_number')
      .where('request_id', '=', link.requestRowId)
      .executeTakeFirstOrThrow();
    await insertCursor(seen.block_number + 2n);
    const { ctx } = payer();
    const under = async (rule: FinalityRule, steps: readonly AmountStep[] = []) => {
      const settings = {
        ...ctx.settings,
        confirmationsFor: () => rule,
        amountStepsFor: () => steps,
      };
      const [status] = (await view(link.token, {}, { ...ctx, settings })).requestStatuses ?? [];
      return status?.awaits;
    };
    const blockNumber = Number(seen.block_number);
    const ten = { by: 'depth', blocks: 10 } as const;
    const depth = { blockNumber, until: 'depth' };
    expect(await under(ten)).toEqual({ ...depth, blocks: 10, blocksLeft: 7 });
    expect(await under(ten, [{ fromDollars: 12n, rule: { by: 'depth', blocks: 40 } }])).toEqual({
      ...depth,
      blocks: 40,
      blocksLeft: 37,
    });
    expect(await under({ by: 'finalized_tag', fallbackBlocks: 65 })).toEqual({
      blockNumber,
      until: 'finalized',
      blocks: null,
      blocksLeft: null,
    });
    expect(await under({ by: 'safe_tag', fallbackBlocks: 65 })).toMatchObject({ until: 'safe' });
  });

  it('still requests the rest after a partial payment, and counts nothing that was undone', async () => {
    const link = await insertLink(database.db, { currencyId: 'USDC-base' });
    const transactionHash = HASH;
    await insertReceived(database.db, link, { units: 2_500_000n, transactionHash });
    await insertReceived(database.db, link, { units: 10_000_000n, transactionHash, undone: true });
    const shown = await view(link.token, { wallet: WALLET });
    // The same amount as in `/pay`: a page that shows one and must sign another refuses.
    expect(shown.amount).toBe('10000000');
    expect(shown.paymentOptions?.['BASE']?.['USDC']?.neededAmount).toBe('10');
    expect(shown.requestStatuses).toBeUndefined();
  });

  it('is shown to every holder of its token, with any client ID', async () => {
    const link = await insertLink(database.db);
    const origin = 'https://pay.example';
    const actor = clientIdActor({ accountId: 'another', origin, allowedDomains: [origin] });
    expect(await view(link.token, {}, payer({ actor }).ctx)).toMatchObject({ status: 'pending' });
  });
});

describe('a link that cannot be paid', () => {
  it.each(['01JZ8Y6Q4W3V5N2M1K0H9G8F7E', 'nonsense', '', '01JZ', "' or 1=1 --", 'a\0b'])(
    'because there is none is not found, with any form of token: %j',
    async (token) => {
      const refusal = await refusalOf(view(token));
      expect(refusal).toMatchObject({ status: 404, message: 'Token not found' });
      expect(refusal.body).toBeUndefined();
    },
  );

  it('because it was paid answers how', async () => {
    const link = await insertLink(database.db, { status: 'completed' });
    await insertReceived(database.db, link, { units: 12_500_000n, transactionHash: HASH });
    expect(await refusalOf(view(link.token))).toMatchObject({
      status: 409,
      code: 'secure_payment_completed',
      message: 'Secure payment has already been completed',
      body: {
        status: 'completed',
        branding: null,
        requestStatuses: [
          { requestId: link.requestId, hasBeenPaid: true, txHash: `0x${'07'.repeat(32)}` },
        ],
        redirectUrl: null,
        redirectLabel: null,
      },
    });
  });

  it('because it was paid names the transaction that paid it, whatever came afterwards', async () => {
    const link = await insertLink(database.db, { status: 'completed' });
    const units = 6_250_000n;
    await insertReceived(database.db, link, { units, transactionHash: Buffer.alloc(32, 1) });
    await insertReceived(database.db, link, { units, transactionHash: HASH });
    const dust = { units: 1n, transactionHash: Buffer.alloc(32, 9) };
    await insertReceived(database.db, link, dust);
    await insertReceived(database.db, link, { ...dust, seen: true });
    expect((await refusalOf(view(link.token))).body).toMatchObject({
      requestStatuses: [{ hasBeenPaid: true, txHash: `0x${'07'.repeat(32)}` }],
    });
  });

  it('because it was paid twice names the transaction that stands', async () => {
    const link = await insertLink(database.db, { status: 'completed' });
    const full = { units: 12_500_000n, transactionHash: Buffer.alloc(32, 1) };
    await insertReceived(database.db, link, { ...full, undone: true });
    await insertReceived(database.db, link, { ...full, transactionHash: HASH });
    expect((await refusalOf(view(link.token))).body).toMatchObject({
      requestStatuses: [{ hasBeenPaid: true, txHash: `0x${'07'.repeat(32)}` }],
    });
  });

  it.each(['expired', 'invalidated', 'compliance_failed'])('because it is %s', async (status) => {
    const link = await insertLink(database.db, { status });
    const refusal = await refusalOf(view(link.token));
    expect(refusal).toMatchObject({
      status: 403,
      code: `secure_payment_${status}`,
      message: 'Secure payment token expired or invalid status',
      body: { status },
    });
    expect('expiresAt' in (refusal.body ?? {})).toBe(status === 'expired');
  });

  // Who paid just in time and comes back after the deadline must see that the money was noticed.
  it('because it is expired returns what was seen of a payment', async () => {
    const link = await insertLink(database.db, { status: 'expired' });
    await insertReceived(database.db, link, { units: 1n, transactionHash: HASH, seen: true });
    expect((await refusalOf(view(link.token))).body).toMatchObject({
      requestStatuses: [{ hasBeenPaid: false, txHash: `0x${'07'.repeat(32)}` }],
    });
  });

  it('because its moment has come is expired, before any sweep has said so', async () => {
    const expiresAt = new Date(TEST_TIME.getTime());
    const { token } = await insertLink(database.db, { expiresAt });
    expect(await refusalOf(view(token))).toMatchObject({
      status: 403,
      body: { status: 'expired', expiresAt: expiresAt.toISOString() },
    });
    const later = new Date(TEST_TIME.getTime() + 1);
    const open = await insertLink(database.db, { expiresAt: later });
    expect(await view(open.token)).toMatchObject({ status: 'pending' });
  });
});

describe('a question that cannot be answered', () => {
  const bad: readonly (readonly [string, PayerQuery, string])[] = [
    ['a chain without a token', { chain: 'BASE' }, 'chain and token must be sent together'],
    ['a token without a chain', { token: 'USDC' }, 'chain and token must be sent together'],
    ['another token', { chain: 'BASE', token: 'EURC' }, 'pay in USDC on Base'],
    ['a token that is not there', { chain: 'POLYGON', token: 'EURC' }, 'pay in USDC on Base'],
    ['a balance holder alone', { eoaWallet: WALLET }, 'must be sent together with wallet'],
    ['a balance holder that is none', { wallet: WALLET, eoaWallet: 'me' }, 'eoaWallet must be 0x'],
    ['a Safe without its wallet', { isSafe: 'true' }, 'isSafe must be sent together with wallet'],
    ['a Safe where none are known', { isSafe: 'true', wallet: WALLET }, 'no Safe wallets on Base'],
    ['both', { isSafe: 'true', eoaWallet: WALLET }, 'exclude each other'],
    ['no address', { wallet: 'me' }, 'wallet must be 0x and 40'],
    ['a Tron wallet', { wallet: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8' }, 'wallet must be 0x'],
    ['nobody', { wallet: `0x${'0'.repeat(40)}` }, 'zero address'],
  ];

  it.each(bad)('%s', async (_, query, message) => {
    const { token } = await insertLink(database.db, { currencyId: 'USDC-base' });
    const refusal = await refusalOf(view(token, query));
    expect(refusal).toMatchObject({ status: 400, message: expect.stringContaining(message) });
    expect(refusal.errors).toHaveLength(1);
  });

  it('is an outage when the node is silent or was taken out of the configuration', async () => {
    const { token } = await insertLink(database.db, { currencyId: 'USDC-base' });
    const { ctx, base } = payer();
    base.balances = undefined;
    await expect(view(token, { wallet: WALLET }, ctx)).rejects.toThrow(Outage);
    const bare = payer({ chains: connected() }).ctx;
    await expect(view(token, { wallet: WALLET }, bare)).rejects.toThrow(Outage);
    expect(await view(token, {}, bare)).toMatchObject({ status: 'pending' });
  });
});
