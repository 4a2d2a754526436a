import { readAddress } from '#catalog/addresses.ts';
import { type Currency, currencyById, DESTINATION_SYMBOLS } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { type Refusal, refuseField } from '#kit/failure.ts';
import { formatDestinationId } from './model/destination-id.ts';
import type { ResolvedDestination } from './model/payable-token.ts';

/** Whom to pay, as requests say it without a destination ID. */
interface NamedPayee {
  readonly payee: string;
  /** A currency id in any accepted spelling. */
  readonly paymentCurrency: string;
  /** The part of the request that both stand in, for the words of a refusal. */
  readonly within: string;
}

/**
 * Whom to pay, from a wallet and a currency id. Refuses (400) a currency that destinations cannot
 * be paid in, and what is no wallet on the currency's network.
 */
export function resolvePayee({ payee, paymentCurrency, within }: NamedPayee): ResolvedDestination {
  const currency = currencyById(paymentCurrency);
  if (currency === undefined || !isDestinationCurrency(currency)) {
    // Links are paid in more than destinations are, so that no list of those is named.
    const problem = 'is not a supported currency: name a currency id such as "USDC-base"';
    throw refuse('unsupported_currency', `${within}.paymentCurrency`, problem);
  }
  const network = NETWORKS[currency.network];
  const wallet = readAddress(network.family, payee);
  if ('problem' in wallet) throw refuse('invalid_request', `${within}.payee`, wallet.problem);
  if (wallet.text === currency.address) {
    const problem = "is the token's own contract; money sent there is lost";
    throw refuse('invalid_request', `${within}.payee`, problem);
  }
  const parts = { network, walletAddress: wallet.text, tokenAddress: currency.address };
  return { ...formatDestinationId(parts), currency };
}

/** Whether a destination can be paid in it: never in a coin. */
export function isDestinationCurrency({ symbol, type }: Currency): boolean {
  return type !== 'ETH' && DESTINATION_SYMBOLS.includes(symbol);
}

function refuse(code: string, field: string, problem: string): Refusal {
  const message = `${field} ${problem}`;
  return refuseField(field, message, code);
}
