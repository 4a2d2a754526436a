import { currencyById } from '#catalog/currencies.ts';
import { accountOf, type Context } from '#context.ts';
import { printAmount } from '#kit/amount.ts';
import type { ImportedRow } from './model/payout-import.ts';
import type { PayoutImportRowStatus } from './model/status.ts';
import { findImport } from './store/imports.ts';
import { findRows } from './store/rows.ts';
import { payoutImportNotFound } from './view-payout-import.ts';

/** Which rows of an import to read. */
interface RowsQuery {
  readonly id: string;
  readonly status?: PayoutImportRowStatus | undefined;
  readonly limit: number;
  /** The last position of the page before. */
  readonly cursor?: number | undefined;
}

/** Rows of an import of the caller's account, in their order, with what became of each. Refuses (404) all other imports. */
export async function listPayoutImportRows(
  ctx: Context,
  { id, status, limit, cursor = -1 }: RowsQuery,
) {
  const found = await findImport(ctx, { accountId: accountOf(ctx), id });
  if (found === undefined) throw payoutImportNotFound();
  const rows = await findRows(ctx, { importId: id, status, after: cursor, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  return {
    rows: shown.map((row) => rowShown(ctx, row)),
    nextCursor: rows.length > limit ? (shown.at(-1)?.position ?? null) : null,
  };
}

function rowShown({ settings }: Context, { currencyId, amountUnits, ...row }: ImportedRow) {
  const { securePaymentToken: token } = row;
  return {
    ...row,
    currency: currencyId,
    amount: printAmount(amountUnits, currencyById(currencyId)?.decimals ?? 0),
    securePaymentUrl: token === null ? null : `${settings.payUrl}/?token=${token}`,
  };
}
