import { fromHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { FIAT_HASHES } from '#catalog/conversion-paths.ts';
import { currencyById, nativeCurrencyOf } from '#catalog/currencies.ts';
import type { NetworkId } from '#catalog/networks.ts';
import { Outage, Refusal } from '#kit/failure.ts';
import { RICH, stillChain } from '../../../tests/support/still-chain.ts';
import { listPaymentOptions } from './list-payment-options.ts';
import { paymentCalldata } from './payment-calldata.ts';
import type { PaymentOrder } from './payment-order.ts';

const WALLET = '0x3333333333333333333333333333333333333333';
const FEE = { percentage: '2', address: '0x4444444444444444444444444444444444444444' };

function order(
  network: NetworkId,
  symbol: string,
  more: Partial<Omit<PaymentOrder, 'chain'>> = {},
) {
  const chain = stillChain(network);
  const currency = currencyById(`${symbol}-${network}`);
  if (currency === undefined) throw new Error('the test names a currency that does not exist');
  return {
    chain,
    kind: 'token',
    currency,
    payeeAddress: '0x1111111111111111111111111111111111111111',
    paymentReference: '0x0011223344556677',
    due: { amountUnits: 5_000_000n, feeUnits: 0n },
    platformFee: undefined,
    ...more,
  } as const;
}

const said = (data: `0x${string}`) => fromHex(data, 'string');

describe('without a wallet', () => {
  it('the approval is prepared, no node is queried, and no balance, gas or allowance is returned', async () => {
    const asked = order('base', 'USDC');
    const { transactions, metadata } = await paymentCalldata(asked, undefined);
    expect(asked.chain.reads).toBe(0);
    expect(transactions).toHaveLength(2);
    expect(metadata).toEqual({
      stepsRequired: 2,
      needsApproval: true,
      approvalTransactionIndex: 0,
      approvalTransactionsCount: 1,
      transactionSponsorshipFeeUsd: null,
      paymentTransactionIndex: 1,
      requiredAmount: '5000000',
      routeType: 'samechain',
    });
  });

  it('a payment without a fee names the dead address and nothing for it', async () => {
    const { transactions } = await paymentCalldata(order('base', 'USDC'), undefined);
    expect(transactions[1]?.value).toBe('0x0');
    expect(said(transactions[1]?.data ?? '0x')).toBe(
      'pay 5000000 0x0011223344556677 fee 0 0x000000000000000000000000000000000000dEaD',
    );
  });
});

describe('on a network of another family', () => {
  it('the transactions are what its adapter prepares, and the fees are in its own resources', async () => {
    const asked = order('base', 'USDC');
    const rawOf = (i: number) => ({ txID: `${i}`, raw_data_hex: '0a' });
    Object.assign(asked.chain, {
      needs: {
        ...asked.chain.needs,
        approval: { energy: 100n, bandwidth: 345n },
        payment: { token: { energy: 300n, bandwidth: 540n } },
      },
      // A node is queried, and what the wallet has staked is used before anything is paid.
      prepare: async (steps: readonly unknown[], wallet: string | undefined) => {
        await new Promise(setImmediate);
        return steps.map((_, i) => ({
          to: wallet,
          data: '0x',
          valueUnits: 0n,
          familyFields: rawOf(i),
        }));
      },
      networkFeeUnits: (all: readonly Readonly<Record<string, bigint>>[]) =>
        all.reduce((sum, { energy = 0n }) => sum + energy, -100n),
    });
    asked.chain.balances = { ...RICH, nativeBalanceUnits: 300n };
    const { transactions, metadata } = await paymentCalldata(asked, WALLET);
    expect(transactions).toEqual([
      { to: WALLET, data: '0x', value: '0x0', ...rawOf(0) },
      { to: WALLET, data: '0x', value: '0x0', ...rawOf(1) },
    ]);
    expect(metadata).toMatchObject({
      hasEnoughGas: true,
      estimatedApprovalNetworkFee: '0',
      estimatedPaymentNetworkFee: '0.0000000000000003',
      estimatedNetworkFee: '0.0000000000000003',
    });
  });
});

describe('with a wallet', () => {
  it('the chain is read once, and everything about the wallet is returned', async () => {
    const due = { amountUnits: 5_000_000n, feeUnits: 100_000n };
    const asked = order('base', 'USDC', { due, platformFee: FEE });
    asked.chain.balances = {
      ...RICH,
      balanceUnits: 5_099_999n,
      nativeBalanceUnits: 170_000n * 10n ** 9n,
    };
    const { transactions, metadata } = await paymentCalldata(asked, WALLET);
    expect(asked.chain.reads).toBe(1);
    expect(transactions.map(({ data }) => said(data))).toEqual([
      'approve 5100000',
      `pay 5000000 0x0011223344556677 fee 100000 ${FEE.address}`,
    ]);
    expect(metadata).toEqual({
      stepsRequired: 2,
      needsApproval: true,
      transactionSponsorshipFeeUsd: null,
      approvalTransactionIndex: 0,
      approvalTransactionsCount: 1,
      paymentTransactionIndex: 1,
      hasEnoughBalance: false,
      hasEnoughGas: true,
      hasEnoughAllowance: false,
      platformFee: FEE,
      requiredAmount: '5100000',
      balance: '5099999',
      allowance: '0',
      nativeBalance: '170000000000000',
      estimatedNetworkFee: '0.00017',
      estimatedApprovalNetworkFee: '0.00006',
      estimatedPaymentNetworkFee: '0.00011',
      routeType: 'samechain',
      costBreakdown: {
        approvalFee: cost('0.00006', true),
        paymentGasFee: cost('0.00011', true),
        totalGasFee: cost('0.00017', true),
        fundingStatus: {
          hasEnoughPaymentToken: false,
          hasEnoughApprovalGas: true,
          hasEnoughOverall: false,
        },
        totals: { paymentAmount: '5', paymentCurrency: 'USDC-base', sourceAmount: '5.1' },
      },
    });
  });

  it('gas falls short by one unit', async () => {
    const asked = order('base', 'USDC');
    asked.chain.balances = { ...RICH, nativeBalanceUnits: 170_000n * 10n ** 9n - 1n };
    const { metadata } = await paymentCalldata(asked, WALLET);
    expect(metadata).toMatchObject({ hasEnoughGas: false, hasEnoughBalance: true });
  });

  it('an allowance that is left over on Ethereum’s USDT is cleared first', async () => {
    const asked = order('mainnet', 'USDT');
    asked.chain.balances = { ...RICH, allowanceUnits: 1n };
    const { transactions, metadata } = await paymentCalldata(asked, WALLET);
    expect(transactions.map(({ data }) => said(data).split(' ').slice(0, 2).join(' '))).toEqual([
      'approve 0',
      'approve 5000000',
      'pay 5000000',
    ]);
    expect(metadata).toMatchObject({
      stepsRequired: 3,
      approvalTransactionIndex: 0,
      approvalTransactionsCount: 2,
      paymentTransactionIndex: 2,
      estimatedApprovalNetworkFee: '0.00012',
    });
  });

  it('an allowance that suffices leaves the payment alone', async () => {
    const asked = order('bsc', 'USDC', { due: { amountUnits: 5n, feeUnits: 1n } });
    asked.chain.balances = { ...RICH, allowanceUnits: 6n };
    const { transactions, metadata } = await paymentCalldata(asked, WALLET);
    expect(transactions).toHaveLength(1);
    expect(metadata).toMatchObject({ needsApproval: false, hasEnoughAllowance: true });
    expect(metadata.approvalTransactionIndex).toBeUndefined();
  });

  it('a node that does not answer is an outage, not an empty wallet', async () => {
    const asked = order('base', 'USDC');
    asked.chain.balances = undefined;
    await expect(paymentCalldata(asked, WALLET)).rejects.toThrow(Outage);
  });
});

describe('in the network’s own coin', () => {
  const coin = nativeCurrencyOf('base');
  const paid = (more: Partial<Omit<PaymentOrder, 'chain'>> = {}) => ({
    ...order('base', 'USDC', { due: { amountUnits: 5_000n, feeUnits: 10n }, platformFee: FEE }),
    kind: 'native' as const,
    currency: coin ?? order('base', 'USDC').currency,
    ...more,
  });
  const gas = 90_000n * 10n ** 9n;

  it('amount and fee are sent along, and nothing is approved', async () => {
    const asked = paid();
    const { transactions, metadata } = await paymentCalldata(asked, WALLET);
    expect(transactions.map(({ data, value }) => [said(data), value])).toEqual([
      [`pay native 5000 0x0011223344556677 fee 10 ${FEE.address}`, '0x1392'],
    ]);
    expect(metadata).toMatchObject({
      stepsRequired: 1,
      needsApproval: false,
      hasEnoughAllowance: true,
      requiredAmount: '5010',
      balance: RICH.nativeBalanceUnits.toString(),
      costBreakdown: { totals: { paymentAmount: '0.000000000000005', paymentCurrency: coin?.id } },
    });
    expect(metadata).not.toHaveProperty('allowance');
    expect(metadata).not.toHaveProperty('sourceAmount');
  });

  it('the balance must cover amount, fee and gas together', async () => {
    const asked = paid();
    const answerAt = async (nativeBalanceUnits: bigint) => {
      asked.chain.balances = { ...RICH, nativeBalanceUnits };
      const { metadata } = await paymentCalldata(asked, WALLET);
      return [metadata.hasEnoughBalance, metadata.hasEnoughGas];
    };
    expect(await answerAt(5_010n + gas)).toEqual([true, true]);
    expect(await answerAt(5_009n + gas)).toEqual([true, false]);
    expect(await answerAt(5_009n)).toEqual([false, false]);
  });

  it('a fee that is paid by itself comes after the payment and is part of what is required', async () => {
    const feeLegs = [
      { amountUnits: 7n, paymentReference: '0xaaaaaaaaaaaaaaaa', receiverAddress: FEE.address },
    ] as const;
    const { transactions, metadata } = await paymentCalldata(paid({ feeLegs }), WALLET);
    expect(transactions.map(({ value }) => value)).toEqual(['0x1392', '0x7']);
    expect(metadata).toMatchObject({ stepsRequired: 2, requiredAmount: '5017' });
    expect(metadata.estimatedNetworkFee).toBe('0.00018');
  });
});

describe('fees that are paid by themselves', () => {
  it('come after the payment, are allowed with it, and are distinguished by their references', async () => {
    const feeLegs = [
      { amountUnits: 30n, paymentReference: '0xaaaaaaaaaaaaaaaa', receiverAddress: FEE.address },
      { amountUnits: 4n, paymentReference: '0xbbbbbbbbbbbbbbbb', receiverAddress: WALLET },
    ] as const;
    const asked = order('mainnet', 'USDT', { feeLegs, protocolFee: FEE });
    asked.chain.balances = { ...RICH, allowanceUnits: 5_000_033n };
    const { transactions, metadata } = await paymentCalldata(asked, WALLET);
    expect(transactions.map(({ data }) => said(data).split(' fee ')[0])).toEqual([
      'approve 0',
      'approve 5000034',
      'pay 5000000 0x0011223344556677',
      'pay 30 0xaaaaaaaaaaaaaaaa',
      'pay 4 0xbbbbbbbbbbbbbbbb',
    ]);
    expect(metadata).toMatchObject({
      stepsRequired: 5,
      approvalTransactionsCount: 2,
      paymentTransactionIndex: 2,
      requiredAmount: '5000034',
      protocolFee: FEE,
      estimatedPaymentNetworkFee: '0.00033',
      costBreakdown: { totals: { paymentAmount: '5', sourceAmount: '5.000034' } },
    });
  });
});

describe('a conversion', () => {
  const readAt = new Date(1_800_000_000_000);
  const secondsAgo = (seconds: number) => new Date(readAt.getTime() - seconds * 1_000);
  const converted = (parts: Pick<PaymentOrder, 'feeLegs'> = {}) => {
    const { currency, chain, ...rest } = order('base', 'USDC', {
      due: { amountUnits: 100_00000000n, feeUnits: 1_00000000n },
      platformFee: FEE,
    });
    const path = ['0x775eb53d00dd0acd3ec1696472105d579b9b386b', currency.address];
    const conversion = { path, maxRateAgeSeconds: 3_600, slippageBps: 100 };
    chain.rate = { outUnits: 1_000_200n, oldestAt: secondsAgo(3_600), readAt };
    return { ...rest, chain, currency, kind: 'conversion' as const, conversion, ...parts };
  };

  it('spends at most today’s rate and the slippage on top, and says both', async () => {
    const asked = converted();
    const { transactions, metadata, rate } = await paymentCalldata(asked, WALLET);
    expect(asked.chain.reads).toBe(1);
    expect(transactions.map(({ data }) => said(data))).toEqual([
      'approve 102030402 conversion_proxy',
      `convert 10000000000 max 102030402 age 3600 0x0011223344556677 fee 100000000 ${FEE.address}`,
    ]);
    expect(metadata).toMatchObject({
      requiredAmount: '102030402',
      sourceAmount: '101020200',
      hasEnoughBalance: true,
      costBreakdown: {
        totals: { paymentAmount: '100.02', paymentCurrency: 'USDC-base', sourceAmount: '101.0202' },
      },
    });
    expect(rate).toEqual({ outUnits: 101_020_200n, oldestAt: secondsAgo(3_600), readAt });
  });

  it('requires a balance for the most that it may spend', async () => {
    const asked = converted();
    asked.chain.balances = { ...RICH, balanceUnits: 102_030_401n };
    const { metadata } = await paymentCalldata(asked, WALLET);
    expect(metadata).toMatchObject({ hasEnoughBalance: false, balance: '102030401' });
  });

  it('is refused at a rate that the contract would refuse for its age', async () => {
    const asked = converted();
    asked.chain.rate = { outUnits: 1n, oldestAt: secondsAgo(3_601), readAt };
    await expect(paymentCalldata(asked)).rejects.toThrow(
      'The price feed USD/USDC on Base is 3601 seconds old, and a payment in USDC-base takes none older than 3600; try again later',
    );
    const conversion = { ...asked.conversion, maxRateAgeSeconds: 0 };
    await expect(paymentCalldata({ ...asked, conversion })).resolves.toBeDefined();
  });

  it('is refused with the name of the feed that is old, where the path has several', async () => {
    const asked = converted();
    const [euro, dollar] = [FIAT_HASHES['EUR'] ?? '', FIAT_HASHES['USD'] ?? ''];
    const path = [euro, dollar, asked.currency.address];
    const conversion = { ...asked.conversion, path };
    asked.chain.readRates = async (queries) =>
      queries.map(({ path: [first] }) => ({
        outUnits: 1_000_000n,
        oldestAt: secondsAgo(first === euro ? 7_200 : 60),
        readAt,
      }));
    await expect(paymentCalldata({ ...asked, conversion })).rejects.toMatchObject({
      code: 'rate_too_old',
      message: expect.stringContaining('The price feed EUR/USD on Base is 7200 seconds old'),
    });
  });

  it('is refused where there is no rate', async () => {
    const asked = converted();
    asked.chain.rate = undefined;
    await expect(paymentCalldata(asked)).rejects.toThrow(Refusal);
  });

  it('pays its fees by themselves through the same contract, each with a limit of its own', async () => {
    const feeLegs = [
      { amountUnits: 50_000_000n, paymentReference: '0xaaaaaaaaaaaaaaaa', receiverAddress: WALLET },
    ] as const;
    const { transactions } = await paymentCalldata(converted({ feeLegs }), WALLET);
    expect(transactions.map(({ data }) => said(data).split(' age ')[0])).toEqual([
      `approve ${102_030_402 + 505_101} conversion_proxy`,
      'convert 10000000000 max 102030402',
      'convert 50000000 max 505101',
    ]);
  });
});

describe('payment options', () => {
  it('report every currency what all orders together take of it', async () => {
    const chain = stillChain('base');
    const coin = nativeCurrencyOf('base');
    const token = { ...order('base', 'USDC'), chain };
    const native = { ...token, kind: 'native' as const, currency: coin ?? token.currency };
    const gas = 90_000n * 10n ** 9n;
    chain.balances = { ...RICH, balanceUnits: 9_999_999n, nativeBalanceUnits: 5_000_000n + gas };
    expect(await listPaymentOptions([token, native, token], WALLET)).toEqual({
      BASE: {
        USDC: { balance: '9.999999', hasEnoughBalance: false, neededAmount: '10' },
        [coin?.symbol ?? '']: {
          balance: '0.000090000005',
          hasEnoughBalance: true,
          neededAmount: '0.000000000005',
        },
      },
    });
    expect(chain.reads).toBe(1);
    chain.balances = { ...chain.balances, nativeBalanceUnits: 4_999_999n + gas };
    expect(await listPaymentOptions([native], WALLET)).toMatchObject({
      BASE: { [coin?.symbol ?? '']: { hasEnoughBalance: false } },
    });
  });

  it('leave out a currency without a rate, and are empty for nothing', async () => {
    const token = order('base', 'USDC');
    const conversion = { path: ['0x1', '0x2'], maxRateAgeSeconds: 0, slippageBps: 0 };
    const converted = { ...token, kind: 'conversion' as const, conversion };
    expect(await listPaymentOptions([converted], WALLET)).toEqual({ BASE: {} });
    expect(await listPaymentOptions([], WALLET)).toEqual({});
  });
});

function cost(amountNative: string, hasEnoughBalance: boolean) {
  return { required: true, currency: 'ETH', amountNative, hasEnoughBalance };
}
