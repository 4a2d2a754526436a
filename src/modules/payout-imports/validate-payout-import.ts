import { accountOf, type Context } from '#context.ts';
import { printAmount } from '#kit/amount.ts';
import { isoTime } from '#kit/clock.ts';
import { checkRows, warnOfRows } from './check-rows.ts';
import { type CheckedRow, payableRows } from './model/checked-row.ts';
import { fingerprintOf } from './model/fingerprint.ts';
import type { ValidatePayoutImportRequest } from './model/import-body.ts';
import { sumRows } from './model/sum-rows.ts';
import { findSameImport } from './store/imports.ts';

/**
 * Checks up to a thousand payouts as creating them would, and changes nothing: what stands against each row and what is unusual
 * about it, the sums and fees of those that can be created, and whether exactly these were imported before. Recipients are looked
 * up in no list and judged by no vendor; that happens when each payout is created.
 */
export async function validatePayoutImport(ctx: Context, input: ValidatePayoutImportRequest) {
  const { creatorWalletAddress } = input;
  const checked = await checkRows(ctx, input);
  const { rows, areContractsChecked } = await warnOfRows(ctx, checked, creatorWalletAddress);
  const payable = payableRows(rows);
  const same =
    payable.length === 0
      ? undefined
      : await findSameImport(ctx, {
          accountId: accountOf(ctx),
          fingerprint: fingerprintOf(payable),
        });
  return {
    rowCount: rows.length,
    validCount: payable.length,
    rows: rows.map(shownRow),
    totals: sumRows(payable),
    areContractsChecked,
    previousImport: same === undefined ? null : { id: same.id, createdAt: isoTime(same.createdAt) },
  };
}

function shownRow({ position, line, payout, problems, warnings }: CheckedRow) {
  return {
    position,
    line,
    isValid: payout !== undefined,
    payout:
      payout === undefined
        ? null
        : {
            recipient: payout.recipient,
            network: payout.network,
            currency: payout.currencyId,
            amount: printAmount(payout.amountUnits, payout.decimals),
            fees: printAmount(payout.feeUnits, payout.decimals),
            payerTotal: printAmount(payout.payerTotalUnits, payout.decimals),
            reference: payout.reference ?? null,
          },
    problems: [...problems],
    warnings: [...warnings],
  };
}
