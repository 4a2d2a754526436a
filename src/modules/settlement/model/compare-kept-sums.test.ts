import { expect, it } from 'vitest';
import { compareKeptSums } from './compare-kept-sums.ts';

const request = {
  id: 'row',
  requestId: '01ab',
  status: 'partially_paid',
  network: 'sepolia',
  currencyId: 'USDC-sepolia',
  expectedUnits: 100n,
  feeAddress: null,
  isFee: false,
  deadlines: [],
} as const;

const payment = (amountUnits: bigint, parts: { late: boolean; undone: boolean }) => ({
  id: `payment of ${amountUnits}`,
  requestId: 'row',
  transferId: 'transfer',
  network: 'sepolia',
  currencyId: 'USDC-sepolia',
  amountUnits,
  feeUnits: 0n,
  tokenUnits: amountUnits,
  tokenFeeUnits: 0n,
  receivedAt: new Date(0),
  payerAddress: '0x2222222222222222222222222222222222222222',
  transactionHash: '0xab' as const,
  ...parts,
});

const PAYMENTS = [
  payment(1n, { late: false, undone: false }),
  payment(2n, { late: true, undone: false }),
  payment(4n, { late: true, undone: true }),
  payment(8n, { late: false, undone: true }),
];

it('the sums of a request are those of its payments that stand', () => {
  const kept = { ...request, paidUnits: 3n, paidLateUnits: 2n };
  expect(compareKeptSums(kept, PAYMENTS)).toEqual([]);
});

it.each([
  ['what was taken back', { paidUnits: 15n, paidLateUnits: 2n }],
  ['what came late and was taken back', { paidUnits: 3n, paidLateUnits: 6n }],
  ['too little', { paidUnits: 2n, paidLateUnits: 2n }],
])('a sum that counts %s is a difference', (_what, sums) => {
  expect(compareKeptSums({ ...request, ...sums }, PAYMENTS)).toMatchObject([
    { kind: 'wrong_kept_sum', requestId: '01ab' },
  ]);
});
