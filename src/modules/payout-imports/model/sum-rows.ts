import { printAmount } from '#kit/amount.ts';
import type { PayableRow, RowPayout } from './checked-row.ts';

/** What payouts of one currency come to, as human decimals. */
export interface ImportTotal {
  readonly network: string;
  readonly currency: string;
  readonly count: number;
  readonly amount: string;
  readonly fees: string;
  readonly payerTotal: string;
}

/** The sums of rows by currency, in the order in which these first come. */
export function sumRows(rows: readonly PayableRow[]): ImportTotal[] {
  const byCurrency = Map.groupBy(rows, ({ payout }) => payout.currencyId);
  return [...byCurrency.values()].flatMap((same) => {
    const first = same[0]?.payout;
    if (first === undefined) return [];
    const { network, currencyId: currency, decimals } = first;
    const sum = (of: (payout: RowPayout) => bigint) =>
      printAmount(
        same.reduce((total, { payout }) => total + of(payout), 0n),
        decimals,
      );
    return {
      network,
      currency,
      count: same.length,
      amount: sum(({ amountUnits }) => amountUnits),
      fees: sum(({ feeUnits }) => feeUnits),
      payerTotal: sum(({ payerTotalUnits }) => payerTotalUnits),
    };
  });
}
