import {
  CURRENCIES,
  type Currency,
  currencyByToken,
  DESTINATION_SYMBOLS,
} from '#catalog/currencies.ts';
import { NETWORKS, type Network } from '#catalog/networks.ts';
import { type Refusal, refuseField } from '#kit/failure.ts';
import type { DestinationId } from './destination-id.ts';

/** Whom a payment goes to, and in which currency. */
export interface ResolvedDestination extends DestinationId {
  readonly currency: Currency;
}

interface TokenOnNetwork {
  readonly network: Network;
  readonly tokenAddress: string;
}

/**
 * The currency behind the token of a destination.
 *
 * Refuses (400, naming `field`) a token that destinations cannot be paid in, naming which ones
 * can: the curated ones, and of two dollars by one name only the listed contract.
 */
export function payableCurrency(token: TokenOnNetwork, field: string): Currency {
  const { network, tokenAddress } = token;
  const currency = currencyByToken(network.id, tokenAddress);
  if (currency !== undefined && DESTINATION_SYMBOLS.includes(currency.symbol)) return currency;
  throw unsupportedToken(field, token);
}

/** 400: a token that destinations cannot be paid in; names which ones can. */
export function unsupportedToken(field: string, token: TokenOnNetwork = SAMPLE_TOKEN): Refusal {
  const { network, tokenAddress } = token;
  const payable = CURRENCIES.filter(
    (row) => row.network === network.id && DESTINATION_SYMBOLS.includes(row.symbol),
  ).map((row) => `${row.symbol} (${row.address})`);
  const message = `the token ${tokenAddress} of ${field} is not supported on ${network.name}; supported are ${payable.join(', ')}`;
  return refuseField(field, message, 'unsupported_token');
}

/** The separate USDT0 of Optimism, for which it is refused most often. */
const SAMPLE_TOKEN: TokenOnNetwork = {
  network: NETWORKS.optimism,
  tokenAddress: '0x01bFF41798a0BcF287b996046Ca68b395DbC1071',
};
