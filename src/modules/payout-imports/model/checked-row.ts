/** Something about one field of a row. */
export interface RowFinding {
  readonly field: string;
  /** A stable word for programs. */
  readonly code: string;
  readonly message: string;
}

/** What a payout of a row would be. */
export interface RowPayout {
  /** In the form in which its chain shows it. */
  readonly recipient: string;
  readonly network: string;
  readonly currencyId: string;
  readonly decimals: number;
  readonly amountUnits: bigint;
  /** Paid on top of the amount, or out of it. */
  readonly feeUnits: bigint;
  /** What leaves the payer. */
  readonly payerTotalUnits: bigint;
  readonly reference: string | undefined;
  readonly recipientIdentifier: string | undefined;
}

/** A row that was checked. */
export interface CheckedRow {
  readonly position: number;
  readonly line: number;
  /** Undefined where a problem stands against it. */
  readonly payout: RowPayout | undefined;
  readonly problems: readonly RowFinding[];
  readonly warnings: readonly RowFinding[];
}

/** A row of which a payout can be created. */
export type PayableRow = CheckedRow & { readonly payout: RowPayout };

/** The rows of which payouts can be created. */
export function payableRows(rows: readonly CheckedRow[]): readonly PayableRow[] {
  return rows.flatMap((row) => (row.payout === undefined ? [] : [{ ...row, payout: row.payout }]));
}
