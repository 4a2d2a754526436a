import { currencyById } from '#catalog/currencies.ts';
import { accountOf, type Context } from '#context.ts';
import { printAmount } from '#kit/amount.ts';
import { isoTime } from '#kit/clock.ts';
import { Refusal } from '#kit/failure.ts';
import { type CountedImport, findImport, findParts, type ImportPart } from './store/imports.ts';

/** An import of the caller's account: how far it is, what it comes to, and its bundles. Refuses (404) all others. */
export async function viewPayoutImport(ctx: Context, { id }: { readonly id: string }) {
  const found = await findImport(ctx, { accountId: accountOf(ctx), id });
  if (found === undefined) throw payoutImportNotFound();
  const parts = await findParts(ctx, id);
  return {
    ...importShown(ctx, found),
    totals: totalsOf(parts),
    bundles: parts.flatMap((part) => {
      const { bundleToken: token } = part;
      if (token === null) return [];
      const securePaymentUrl = `${ctx.settings.payUrl}/?token=${token}`;
      return [{ token, securePaymentUrl, ...shownPart(part) }];
    }),
  };
}

/** An import as lists show it. */
export function importShown(ctx: Context, { counts, problem, ...found }: CountedImport) {
  const { delayedUntil, ...rows } = counts;
  const isDelayed = delayedUntil !== null && delayedUntil > ctx.now();
  return {
    id: found.id,
    status: found.status,
    fileName: found.fileName,
    creatorWalletAddress: found.creatorWalletAddress,
    makesBundles: found.makesBundles,
    repeatOf: found.repeatOf,
    rows,
    delayedUntil: isDelayed ? isoTime(delayedUntil) : null,
    problem: found.status === 'running' && !isDelayed ? null : problem,
    createdAt: isoTime(found.createdAt),
    endedAt: found.endedAt && isoTime(found.endedAt),
  };
}

function totalsOf(parts: readonly ImportPart[]) {
  const byCurrency = Map.groupBy(parts, ({ currencyId }) => currencyId);
  return [...byCurrency.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    return shownPart({
      ...first,
      count: same.reduce((sum, { count }) => sum + count, 0),
      amountUnits: same.reduce((sum, { amountUnits }) => sum + amountUnits, 0n),
    });
  });
}

function shownPart({ network, currencyId, count, amountUnits }: ImportPart) {
  const decimals = currencyById(currencyId)?.decimals ?? 0;
  return { network, currency: currencyId, count, amount: printAmount(amountUnits, decimals) };
}

/** 404: no import of this account has this id. */
export function payoutImportNotFound(): Refusal {
  return new Refusal('payout_import_not_found', 404, 'Payout import not found');
}
