import { describe, expect, it } from 'vitest';
import { paidFeesOf } from './paid-fees-told.ts';
import type { Done } from './places.ts';
import type { PlannedFee } from './plan.ts';
import { COLLECTOR, THIEF, USDC } from './sample-forms.ts';

const DONE: Done = { link: undefined, hash: undefined, redirect: undefined, sentAt: undefined };
const told = {
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
  it('are those that the API tells, one line for each kind, receiver and bearer', () => {
    expect(feesOf([told])).toEqual([own]);
    const invoice = { ...told, feeLabel: null, amount: '0.1', currency: 'EUR' };
    expect(feesOf([told, told, { ...told, feeBearer: 'payee' }, invoice])).toMatchObject([
      { units: 400_000n },
      { bearer: 'payee' },
      { label: undefined, units: 10_000_000n, asset: { symbol: 'EUR', decimals: 8 } },
    ]);
  });

  it('are those of this browser as long as the API has not counted them', () => {
    expect(feesOf(undefined, [own])).toEqual([own]);
    expect(feesOf([], [own])).toEqual([own]);
    expect(feesOf([{ ...told, amount: '0.1' }], [own])).toEqual([own]);
    expect(feesOf([{ ...told, amount: '0.3' }], [own])).toMatchObject([{ units: 300_000n }]);
    const lower = { ...told, recipient: COLLECTOR.toLowerCase() };
    expect(feesOf([lower], [own])).toHaveLength(1);
    expect(feesOf([told], [{ ...own, address: THIEF }])).toHaveLength(2);
  });

  it.each([
    ['no list'],
    [[null, 'fee', {}]],
    [[{ ...told, currency: 'constructor' }]],
    [[{ ...told, amount: '1e9' }]],
    [[{ ...told, recipient: null }]],
  ])('are none where the answer cannot be read: %j', (paidFees) => {
    expect(feesOf(paidFees)).toEqual([]);
  });
});
