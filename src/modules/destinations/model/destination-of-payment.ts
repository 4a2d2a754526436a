import { type Currency, nativeCurrencyOf } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { formatDestinationId } from './destination-id.ts';

/** What a wallet is paid as, written as a destination ID; null for a network's own coin, which has none. */
export function destinationIdOf(currency: Currency, walletAddress: string): string | null {
  const { network, address: tokenAddress } = currency;
  if (nativeCurrencyOf(network)?.id === currency.id) return null;
  return formatDestinationId({ network: NETWORKS[network], walletAddress, tokenAddress }).text;
}
