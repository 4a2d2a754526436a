import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPayoutLink } from '#modules/secure-payments/create-payout-link.ts';
import { sessionActor } from '../../../tests/support/actors.ts';
import { bundlePayers, refusalOf } from '../../../tests/support/bundle-payers.ts';
import { insertPayouts, newBundle } from '../../../tests/support/bundles.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { TEST_PAYEE } from '../../../tests/support/payable-link.ts';
import { insertReceived } from '../../../tests/support/received.ts';
import { RICH } from '../../../tests/support/still-chain.ts';

const WALLET = '0x2222222222222222222222222222222222222222';
const HASH = Buffer.alloc(32, 7);

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

const { payer, bundleOf, view, pay } = bundlePayers(() => database.db);

/** What the chain of the tests was given to encode. */
const textsOf = (transaction: { data: string } | undefined) =>
  Buffer.from(transaction?.data.slice(2) ?? '', 'hex').toString();

describe('a bundle that can be paid', () => {
  it('is shown by its token like a link, with what a wallet could pay with', async () => {
    const { token, links } = await bundleOf(
      { currencyId: 'USDC-base' },
      { currencyId: 'USDC-base' },
    );
    const bare = await view(token);
    expect(bare).toMatchObject({
      paymentType: 'multicall',
      status: 'pending',
      token,
      requestIds: links.map(({ requestId }) => requestId),
      canExecute: true,
      totals: { childCount: 2, blockedChildCount: 0 },
    });
    expect(bare).not.toHaveProperty('paymentOptions');
    expect(bare).not.toHaveProperty('requestStatuses');
    const { ctx, base } = payer();
    base.balances = { ...RICH, balanceUnits: 24_999_999n };
    expect(await view(token, { wallet: WALLET }, ctx)).toMatchObject({
      paymentOptions: {
        BASE: { USDC: { balance: '24.999999', hasEnoughBalance: false, neededAmount: '25' } },
      },
    });
    expect(base.reads).toBe(1);
  });

  it('shows what another wallet holds for the payer, and takes it by no account that cannot be read', async () => {
    const { token } = await bundleOf({ currencyId: 'USDC-base' }, { currencyId: 'USDC-base' });
    const { ctx, base } = payer();
    const read: string[] = [];
    const { readPayerBalances } = base;
    base.readPayerBalances = (wallet, tokens) => {
      read.push(wallet);
      return readPayerBalances(wallet, tokens);
    };
    const eoaWallet = '0x4444444444444444444444444444444444444444';
    const query = { wallet: WALLET, eoaWallet };
    expect(await view(token, query, ctx)).toMatchObject({
      paymentOptions: { BASE: { USDC: { hasEnoughBalance: true } } },
    });
    expect(read).toEqual([eoaWallet]);
    expect(await refusalOf(pay(token, query, ctx))).toMatchObject({
      status: 400,
      errors: [{ field: 'eoaWallet' }],
    });
  });

  it('is prepared as approvals and one batch, by one read of the chain', async () => {
    const fee = { units: 125_000n, address: '0x3333333333333333333333333333333333333333' };
    const { token, links } = await bundleOf({}, { fee });
    const { ctx, sepolia } = payer();
    const prepared = await pay(token, { wallet: WALLET }, ctx);
    expect(prepared).toMatchObject({
      paymentType: 'multicall',
      executionKind: 'evm_same_chain',
      token,
      network: 'sepolia',
      chainId: 11_155_111,
      feeBundle: null,
      eoaApprovalTransactions: [],
      childTokens: links.map((link) => link.token),
      requestIds: links.map(({ requestId }) => requestId),
      payees: [TEST_PAYEE, TEST_PAYEE],
      amounts: ['12.5', '12.5'],
      children: links.map((link, position) => ({
        position,
        securePaymentToken: link.token,
        requestId: link.requestId,
        payee: TEST_PAYEE,
        amount: '12.5',
        paymentCurrency: 'USDC-sepolia',
        paymentCurrencyAddress: link.tokenAddress,
        tokenAddress: link.tokenAddress,
        sourceTokenAddress: null,
        network: 'sepolia',
      })),
      metadata: {
        stepsRequired: 2,
        needsApproval: true,
        approvalTransactionIndex: 0,
        approvalTransactionsCount: 1,
        approvalTransactionIndices: [0],
        paymentTransactionIndex: 1,
        batchPaymentTransactionIndex: 1,
        batchPayments: [{ transactionIndex: 1, childPositions: [0, 1] }],
        hasEnoughBalance: true,
        hasEnoughGas: true,
        hasEnoughAllowance: false,
        insufficientTokens: [],
        childCount: 2,
        executableLegCount: 2,
        paymentCurrencyId: 'USDC-sepolia',
        network: 'sepolia',
        routeType: 'samechain',
        feePlanCarried: false,
      },
    });
    expect(prepared.references).toEqual(prepared.children.map((one) => one.paymentReference));
    expect(prepared.transactions.map(({ value }) => value)).toEqual(['0x0', '0x0']);
    expect(sepolia.reads).toBe(1);
  });

  it('leaves out what cannot be paid, keeps the order, and charges the rest of a partial payment', async () => {
    const { token, links } = await bundleOf({}, {}, {});
    const [paid, part, last] = links;
    if (!(paid && part && last)) throw new Error('there are three');
    const received = { units: 12_500_000n, transactionHash: HASH };
    await insertReceived(database.db, paid, received);
    await insertReceived(database.db, part, { ...received, units: 2_500_000n });
    expect(await pay(token)).toMatchObject({
      childTokens: [part.token, last.token],
      amounts: ['10', '12.5'],
      children: [{ position: 1 }, { position: 2 }],
      metadata: {
        childCount: 3,
        executableLegCount: 2,
        batchPayments: [{ transactionIndex: 1, childPositions: [1, 2] }],
      },
    });
  });

  it('takes several transactions where one would be too large, each of which names its children', async () => {
    const { ctx } = payer();
    const links = await insertPayouts(ctx, Array<object>(320).fill({}));
    const settings = { ...ctx.settings, multicallChildrenMax: 1_000 };
    const { token } = await newBundle({ ...ctx, settings }, links);
    const { transactions, metadata } = await pay(token, { wallet: WALLET });
    expect(metadata.batchPayments.length).toBeGreaterThan(1);
    expect(transactions).toHaveLength(1 + metadata.batchPayments.length);
    expect(metadata.stepsRequired).toBe(transactions.length);
    expect(metadata.batchPayments.map(({ transactionIndex }) => transactionIndex)).toEqual(
      metadata.batchPayments.map((_, i) => 1 + i),
    );
    const positions = metadata.batchPayments.flatMap(({ childPositions }) => childPositions);
    expect(positions).toEqual([...Array(320).keys()]);
    for (const { data } of transactions) {
      expect(data.length / 2).toBeLessThanOrEqual(120_000);
    }
  });

  it('shows payees that their links hide only to callers with a wallet', async () => {
    const { token } = await bundleOf({ hidesPayee: true }, {});
    expect(await view(token)).toMatchObject({
      children: [{ payee: null }, { payee: TEST_PAYEE }],
    });
    expect(await view(token, { wallet: WALLET })).toMatchObject({
      children: [{ payee: TEST_PAYEE }, { payee: TEST_PAYEE }],
    });
    expect(await refusalOf(pay(token))).toMatchObject({ status: 400, code: 'wallet_required' });
    expect((await pay(token, { wallet: WALLET })).payees).toHaveLength(2);
  });
});

describe('a bundle whose children have fees', () => {
  const protocolFee = {
    bps: 50,
    capUsd: null,
    fixedUsd: null,
    evmAddress: '0x6666666666666666666666666666666666666666',
  };

  async function withFees() {
    const { ctx } = payer();
    const [bare] = await insertPayouts(ctx, [{}]);
    if (bare === undefined) throw new Error('one was made');
    const actor = sessionActor({ accountId: bare.accountId });
    const taking = { ...ctx, actor, settings: { ...ctx.settings, protocolFee } };
    const { token } = await createPayoutLink(taking, {
      recipient: TEST_PAYEE,
      creatorWalletAddress: WALLET,
      network: 'sepolia',
      currency: 'USDC-sepolia',
      amount: '100',
    });
    return await newBundle(ctx, [{ ...bare, token }, bare]);
  }

  it('pays them in the same transaction, and reports each', async () => {
    const { token } = await withFees();
    const shown = await view(token);
    expect(shown).toMatchObject({
      children: [{ amount: '100', feePlan: { payerTotalAmountUsd: '100.5' } }, { feePlan: null }],
      totals: {
        amountSummary: {
          grossAmount: '112.5',
          netRecipientAmount: '112.5',
          totalFees: '0.5',
          payeeBorneFees: '0',
          payerBorneFees: '0.5',
          payerTotal: '113',
        },
      },
      analytics: {
        totalPaymentAmountUsd: '112.5',
        protocolFeeAmountUsd: '0.5',
        orchestratorPayerFeeAmountUsd: '0',
        orchestratorRecipientFeeAmountUsd: '0',
      },
    });
    const { feeBundle, transactions, metadata } = await pay(token, { wallet: WALLET });
    expect(transactions).toHaveLength(2);
    // The approval is for everything: amounts and fees.
    expect(textsOf(transactions[0])).toBe('approve 113000000 batch');
    expect(textsOf(transactions[1])).toContain('500000');
    expect(metadata).toMatchObject({ feePlanCarried: true, feeTransactionIndices: [] });
    expect(feeBundle).toMatchObject({
      bundleId: token,
      defaultFeeBearer: 'payer',
      amountSummary: { payerTotal: '113' },
      fees: [
        {
          feeType: 'protocol_fee',
          feeBearer: 'payer',
          amount: '0.5',
          paymentCurrencyId: 'USDC-sepolia',
          chainId: '11155111',
          recipient: protocolFee.evmAddress,
        },
      ],
    });
    expect((await pay(token)).feeBundle).toMatchObject({ bundleId: null });
  });
});
