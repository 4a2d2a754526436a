import { describe, expect, it } from 'vitest';
import type { Done } from './page-state.ts';
import type { PlannedFee } from './plan.ts';
import { paidFeesOf } from './reported-paid-fees.ts';
import { COLLECTOR, THIEF, USDC } from './sample-forms.ts';

const DONE: Done = { link: undefined, hash: undefined, redirect: undefined, sentAt: undefined };
const answer = {
  feeLabel: 'Protocol fee',
  feeBearer: 'payer',
  percentage: '1',
  amount: '0.2',
  currency: 'USDC-sepolia',
  recipient: COLLECTOR,
};
const own: PlannedFee = {
  asset: { symbol: 'USDC', decimals: 6, address: USDC },
  units: 200_000n,
  label: 'Protocol fee',
  percentage: '1',
  address: COLLECTOR,
  bearer: 'payer',
};
const feesOf = (paidFees: unknown, fees: readonly PlannedFee[] = []) =>
  paidFeesOf({ ...DONE, paidFees, fees });

describe('the fees of a receipt', () => {
  it('are those of the API, one line for each kind, receiver and bearer', () => {
    expect(feesOf([answer])).toEqual([own]);
    const invoice = { ...answer, feeLabel: null, amount: '0.1', currency: 'EUR' };
    expect(feesOf([answer, answer, { ...answer, feeBearer: 'payee' }, invoice])).toMatchObject([
      { units: 400_000n },
      { bearer: 'payee' },
      { label: undefined, units: 10_000_000n, asset: { symbol: 'EUR', decimals: 8 } },
    ]);
  });

  it('are those of this browser as long as the API has not counted them', () => {
    expect(feesOf(undefined, [own])).toEqual([own]);
    expect(feesOf([], [own])).toEqual([own]);
    expect(feesOf([{ ...answer, amount: '0.1' }], [own])).toEqual([own]);
    expect(feesOf([{ ...answer, amount: '0.3' }], [own])).toMatchObject([{ units: 300_000n }]);
    const lower = { ...answer, recipient: COLLECTOR.toLowerCase() };
    expect(feesOf([lower], [own])).toHaveLength(1);
    expect(feesOf([answer], [{ ...own, address: THIEF }])).toHaveLength(2);
  });

  it.each([
    ['no list'],
    [[null, 'fee', {}]],
    [[{ ...answer, currency: 'constructor' }]],
    [[{ ...answer, amount: '1e9' }]],
    [[{ ...answer, recipient: null }]],
  ])('are none where the answer cannot be read: %j', (paidFees) => {
    expect(feesOf(paidFees)).toEqual([]);
  });
});
