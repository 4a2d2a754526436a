import { fromHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { currencyById } from '#catalog/currencies.ts';
import type { NetworkId } from '#catalog/networks.ts';
import { Outage } from '#kit/failure.ts';
import { RICH, stillChain } from '../../../tests/support/still-chain.ts';
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
  it('the payment stands alone, no node is asked, and nothing is said to be missing', async () => {
    const asked = order('base', 'USDC');
    const { transactions, metadata } = await paymentCalldata(asked, undefined);
    expect(asked.chain.reads).toBe(0);
    expect(transactions).toHaveLength(1);
    expect(metadata).toEqual({
      stepsRequired: 1,
      needsApproval: false,
      transactionSponsorshipFeeUsd: null,
      paymentTransactionIndex: 0,
      hasEnoughBalance: true,
      hasEnoughGas: true,
      hasEnoughAllowance: true,
      requiredAmount: '5000000',
      routeType: 'samechain',
    });
  });

  it('a payment without a fee names the dead address and nothing for it', async () => {
    const { transactions } = await paymentCalldata(order('base', 'USDC'), undefined);
    expect(transactions[0]?.value).toBe('0x0');
    expect(said(transactions[0]?.data ?? '0x')).toBe(
      'pay 5000000 0x0011223344556677 fee 0 0x000000000000000000000000000000000000dEaD',
    );
  });
});

describe('with a wallet', () => {
  it('the chain is asked once, and everything about the wallet is told', async () => {
    const due = { amountUnits: 5_000_000n, feeUnits: 100_000n };
    const asked = order('base', 'USDC', { due, platformFee: FEE });
    asked.chain.facts = {
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
    asked.chain.facts = { ...RICH, nativeBalanceUnits: 170_000n * 10n ** 9n - 1n };
    const { metadata } = await paymentCalldata(asked, WALLET);
    expect(metadata).toMatchObject({ hasEnoughGas: false, hasEnoughBalance: true });
  });

  it('an allowance that is left over on Ethereum’s USDT is cleared first', async () => {
    const asked = order('mainnet', 'USDT');
    asked.chain.facts = { ...RICH, allowanceUnits: 1n };
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
    asked.chain.facts = { ...RICH, allowanceUnits: 6n };
    const { transactions, metadata } = await paymentCalldata(asked, WALLET);
    expect(transactions).toHaveLength(1);
    expect(metadata).toMatchObject({ needsApproval: false, hasEnoughAllowance: true });
    expect(metadata.approvalTransactionIndex).toBeUndefined();
  });

  it('a node that does not answer is an outage, not an empty wallet', async () => {
    const asked = order('base', 'USDC');
    asked.chain.facts = undefined;
    await expect(paymentCalldata(asked, WALLET)).rejects.toThrow(Outage);
  });
});

function cost(amountNative: string, hasEnoughBalance: boolean) {
  return { required: true, currency: 'ETH', amountNative, hasEnoughBalance };
}
