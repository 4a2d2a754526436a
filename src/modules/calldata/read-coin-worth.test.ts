import { describe, expect, it, vi } from 'vitest';
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

  const usd = async (asked: ReturnType<typeof order>) =>
    (await paymentCalldata(asked, WALLET)).metadata.estimatedNetworkFeeUsd;

  it('is read once a minute, as a rate that is only shown', async () => {
    const asked = order('base');
    const readRates = vi.spyOn(asked.chain, 'readRates');
    readRates.mockImplementation(async () => [{ ...priced(0), outUnits: 320_000_000_000n }]);
    expect([await usd(asked), await usd(asked)]).toEqual(['0.544', '0.544']);
    expect(readRates.mock.calls.map(([, options]) => options)).toEqual([{ isOnlyShown: true }]);
  });

  it.each([
    ['no node answers', new Outage('the node of the test is down')],
    ['a node answers what nothing reads', new Error('a fault of the test')],
  ])('is left out where %s, and read again for the next payment', async (_, failure) => {
    const asked = order('base');
    asked.chain.rate = priced(0);
    vi.spyOn(asked.chain, 'readRates').mockRejectedValueOnce(failure);
    expect([await usd(asked), await usd(asked)]).toEqual([undefined, '0.544']);
  });

  it('is not waited for, and shown once it is there', async () => {
    const asked = order('base');
    const { promise, resolve } = Promise.withResolvers<readonly [ReturnType<typeof priced>]>();
    vi.spyOn(asked.chain, 'readRates').mockReturnValueOnce(promise);
    expect(await usd(asked)).toBeUndefined();
    resolve([{ ...priced(0), outUnits: 320_000_000_000n }]);
    expect(await usd(asked)).toBe('0.544');
  });
});
