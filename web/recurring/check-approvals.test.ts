import { describe, expect, it } from 'vitest';
import { checkApprovals, checkLowering } from './check-approvals.ts';
import {
  SAMPLE_TOTAL_UNITS,
  sampleAllowance,
  sampleApproval,
  sampleBody,
  sampleContractOf,
} from './sample-schedule.ts';
import { readSchedule } from './schedule.ts';

const OTHER = '0x1111111111111111111111111111111111111111';

function scheduleWith(allowance: Readonly<Record<string, unknown>>) {
  const body = sampleBody({ allowance: sampleAllowance(allowance) });
  const schedule = readSchedule(body, sampleContractOf);
  if (schedule === undefined) throw new Error('the sample is a schedule');
  return schedule;
}
const approvals = (transactions: readonly unknown[], otherPaymentsUnits = '0') =>
  checkApprovals(scheduleWith({ transactions, otherPaymentsUnits }))?.map(({ units }) => units);
/** Where the contract may take 500 now. */
const lowering = (loweringTransactions: readonly unknown[], others = '0') =>
  checkLowering(scheduleWith({ loweringTransactions, otherPaymentsUnits: others }), 500n)?.map(
    ({ units }) => units,
  );

const OTHER_SPENDER = sampleApproval(SAMPLE_TOTAL_UNITS);
const NOT_EXACT: readonly (readonly [string, readonly unknown[]])[] = [
  ['of another size', [sampleApproval(SAMPLE_TOTAL_UNITS + 1n)]],
  ['without end', [sampleApproval(2n ** 256n - 1n)]],
  ['of another token', [sampleApproval(SAMPLE_TOTAL_UNITS, { to: OTHER })]],
  [
    'of another contract',
    [
      {
        ...OTHER_SPENDER,
        data: OTHER_SPENDER.data.replace(/[0-9a-f]{40}(?=[0-9a-f]{64}$)/, OTHER.slice(2)),
      },
    ],
  ],
  ['with coins', [sampleApproval(SAMPLE_TOTAL_UNITS, { value: '0x1' })]],
  ['with one byte more', [{ ...OTHER_SPENDER, data: `${OTHER_SPENDER.data}00` }]],
  ['twice', [sampleApproval(SAMPLE_TOTAL_UNITS), sampleApproval(SAMPLE_TOTAL_UNITS)]],
  ['cleared only', [sampleApproval(0n)]],
  ['three times', [sampleApproval(0n), sampleApproval(0n), sampleApproval(SAMPLE_TOTAL_UNITS)]],
  [
    'that is a transfer',
    [{ ...OTHER_SPENDER, data: OTHER_SPENDER.data.replace('095ea7b3', 'a9059cbb') }],
  ],
  ['that is nothing', [null]],
];

describe('the allowance before a signature', () => {
  it('is exactly what the schedule and the others need, after a cleared one or none', () => {
    expect(approvals([])).toEqual([]);
    expect(approvals([sampleApproval(SAMPLE_TOTAL_UNITS)])).toEqual([SAMPLE_TOTAL_UNITS]);
    const both = [sampleApproval(0n), sampleApproval(SAMPLE_TOTAL_UNITS)];
    expect(approvals(both)).toEqual([0n, SAMPLE_TOTAL_UNITS]);
    const more = SAMPLE_TOTAL_UNITS + 5n;
    expect(approvals([sampleApproval(more)], '5')).toEqual([more]);
  });

  it('is sent as the page itself writes it', () => {
    const schedule = scheduleWith({});
    const [approval] = checkApprovals(schedule) ?? [];
    expect(approval?.call).toEqual(sampleApproval(SAMPLE_TOTAL_UNITS));
  });

  it.each(NOT_EXACT)('is refused %s', (_, transactions) => {
    expect(approvals(transactions)).toBeUndefined();
  });
});

describe('a lower allowance', () => {
  it('leaves what the other schedules need, and nothing without any', () => {
    expect(lowering([sampleApproval(0n)])).toEqual([0n]);
    expect(lowering([sampleApproval(7n)], '7')).toEqual([7n]);
    expect(lowering([sampleApproval(0n), sampleApproval(7n)], '7')).toEqual([0n, 7n]);
  });

  it.each([
    ['more than the others need', [sampleApproval(8n)], '7'],
    ['as much as now', [sampleApproval(500n)], '500'],
    ['more than now', [sampleApproval(600n)], '600'],
    ['of another token', [sampleApproval(0n, { to: OTHER })], '0'],
  ] as const)('is refused where it is %s', (_, transactions, others) => {
    expect(lowering(transactions, others)).toBeUndefined();
  });
});
