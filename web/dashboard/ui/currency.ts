import { useQuery } from '@tanstack/react-query';
import { sameAddress } from '../../ui/address.ts';
import { answerOf, api } from '../api/client.ts';
import type { PayeeDestination } from '../api/shapes.ts';
import { config } from '../config.ts';

/** The tokens of a network; they hardly change while a page is open. */
const currenciesQuery = (network: string) => ({
  queryKey: ['currencies', network],
  queryFn: () => answerOf(api.GET('/v2/currencies', { params: { query: { network } } })),
  staleTime: Number.POSITIVE_INFINITY,
  enabled: network !== '',
});

/** The tokens of a network; none until they were read. */
function useCurrencies(network: string) {
  const { data } = useQuery(currenciesQuery(network));
  return Array.isArray(data) ? data : [];
}

/** The symbol of the token that is paid to a destination; undefined until that is known. */
export function useCurrencyOf(destination: PayeeDestination | undefined): string | undefined {
  const network = config.networks.find(({ chainId }) => chainId === destination?.chainId);
  const currencies = useCurrencies(network?.id ?? '');
  return currencies.find(({ address }) => sameAddress(address, destination?.tokenAddress))?.symbol;
}
