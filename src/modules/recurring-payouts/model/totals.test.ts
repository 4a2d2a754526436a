import { describe, expect, it } from 'vitest';
import { approvalsTo, instalmentUnits, remainingUnits } from './totals.ts';

const one = { amountUnits: 1_000n, feeUnits: 10n, relayerFeeUnits: 1n };

describe('what a schedule takes', () => {
  it('is amount, fee and relayer fee of each payment that is left', () => {
    expect(instalmentUnits(one)).toBe(1_011n);
    expect(remainingUnits([{ ...one, remainingPayments: 3 }])).toBe(3_033n);
  });

  it('adds up over all schedules, and is nothing where nothing is left', () => {
    const other = { amountUnits: 2n ** 127n, feeUnits: 0n, relayerFeeUnits: 0n };
    expect(
      remainingUnits([
        { ...one, remainingPayments: 0 },
        { ...one, remainingPayments: 2 },
        { ...other, remainingPayments: 255 },
      ]),
    ).toBe(2_022n + 255n * 2n ** 127n);
    expect(remainingUnits([])).toBe(0n);
  });
});

interface Case {
  readonly title: string;
  readonly requiredUnits: bigint;
  readonly allowanceUnits: bigint | undefined;
  readonly resetsAllowance: boolean;
  readonly approvals: readonly bigint[];
}

function approvalCase(
  title: string,
  [requiredUnits, allowanceUnits, resetsAllowance]: readonly [bigint, bigint | undefined, boolean],
  approvals: readonly bigint[],
): Case {
  return { title, requiredUnits, allowanceUnits, resetsAllowance, approvals };
}

describe('approvals', () => {
  it.each([
    approvalCase('of an ordinary token are one', [500n, 70n, false], [500n]),
    approvalCase('that lower are one', [0n, 70n, false], [0n]),
    approvalCase('of a token that must be cleared are two', [500n, 70n, true], [0n, 500n]),
    approvalCase('of one that is clear are one', [500n, 0n, true], [500n]),
    approvalCase('that clear are one', [0n, 70n, true], [0n]),
    approvalCase('clear first where no node answered', [500n, undefined, true], [0n, 500n]),
  ])('$title', ({ requiredUnits, approvals, ...read }) => {
    expect(approvalsTo(requiredUnits, read)).toEqual(approvals);
  });
});
