import { describe, expect, it } from 'vitest';
import { currencyById } from '#catalog/currencies.ts';
import type { NetworkId } from '#catalog/networks.ts';
import { Outage } from '#kit/failure.ts';
import { stillChain } from '../../../tests/support/still-chain.ts';
import { paymentCalldata } from './payment-calldata.ts';

const WALLET = '0x3333333333333333333333333333333333333333';

function order(network: NetworkId) {
  const currency = currencyById(`USDC-${network}`);
  if (currency === undefined) throw new Error('the test names a currency that does not exist');
  return {
    chain: stillChain(network),
    kind: 'token',
    currency,
    payeeAddress: '0x1111111111111111111111111111111111111111',
    paymentReference: '0x0011223344556677',
    due: { amountUnits: 5_000_000n, feeUnits: 0n },
    platformFee: undefined,
  } as const;
}

describe('the price of the network’s coin', () => {
  const seconds = (ago: number) => new Date(Date.parse('2026-11-30T12:00:00Z') - ago * 1_000);
  /** 3,200 dollars with eight decimals; a rate of the test is of a hundred millionth of a coin. */
  const priced = (ageSeconds: number) => ({
    outUnits: 32n,
    oldestAt: seconds(ageSeconds),
    readAt: seconds(0),
  });
  const feesOf = async (network: NetworkId, ageSeconds?: number) => {
    const asked = order(network);
    asked.chain.rate = ageSeconds === undefined ? undefined : priced(ageSeconds);
    return (await paymentCalldata(asked, WALLET)).metadata;
  };

  it('says what network fees are in dollars', async () => {
    expect(await feesOf('base', 90_000)).toMatchObject({
      estimatedNetworkFee: '0.00017',
      estimatedNetworkFeeUsd: '0.544',
      estimatedApprovalNetworkFeeUsd: '0.192',
      estimatedPaymentNetworkFeeUsd: '0.352',
    });
  });

  it.each([
    ['is more than 25 hours old', 'base', 90_001],
    ['is read by no feed', 'base', undefined],
    ['has no published feed', 'optimism', 0],
  ] as const)('leaves that out where it %s', async (_, network, ageSeconds) => {
    const metadata = await feesOf(network, ageSeconds);
    expect(metadata.estimatedNetworkFee).toBe('0.00017');
    expect(metadata).not.toHaveProperty('estimatedNetworkFeeUsd');
  });

  it('is read once a minute, and a payment is prepared where no node answers', async () => {
    const asked = order('base');
    let reads = 0;
    asked.chain.readRates = async () => {
      reads += 1;
      throw new Outage('the node of the test is down');
    };
    await paymentCalldata(asked, WALLET);
    const { metadata } = await paymentCalldata(asked, WALLET);
    expect(metadata).not.toHaveProperty('estimatedNetworkFeeUsd');
    expect(reads).toBe(1);
  });
});
