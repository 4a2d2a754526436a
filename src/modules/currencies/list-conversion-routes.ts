import { conversionTokens } from '#catalog/conversion-paths.ts';
import { type Currency, fiatByCode } from '#catalog/currencies.ts';
import { NETWORK_IDS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { catalogCurrency } from './model/match-currencies.ts';
import { tokenNotFound } from './model/token-not-found.ts';

interface RoutesAsked {
  /** In any accepted spelling. */
  readonly currencyId: string;
  /** Ids of networks to search; undefined: all. An unknown one has no routes. */
  readonly networks: readonly string[] | undefined;
}

/**
 * The tokens in which an invoice in a currency can be paid by conversion, as far as price feeds lead
 * there: those of the public networks, and in the sandbox also its own. A token that is the invoice
 * currency itself is paid as it is and converted into nothing.
 *
 * Refuses (404) a currency that we do not know.
 */
export function listConversionRoutes(
  { settings }: Pick<Context, 'settings'>,
  { currencyId, networks }: RoutesAsked,
): readonly Currency[] {
  if (catalogCurrency(currencyId) === undefined) throw tokenNotFound();
  const invoice = fiatByCode(currencyId);
  if (invoice === undefined) return [];
  const sandbox = settings.mode === 'sandbox';
  return NETWORK_IDS.filter((id) => networks?.includes(id) ?? true).flatMap((id) =>
    conversionTokens(id, invoice.id, { sandbox }),
  );
}
