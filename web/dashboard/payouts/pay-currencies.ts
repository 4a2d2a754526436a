import type { components } from '../../api/schema.generated.d.ts';
import { TRUSTED } from '../../wallet/trusted.generated.ts';
import { config } from '../config.ts';
import { tokensOf } from '../destination/tokens.ts';

/** What can be paid on a network, as the API names it. */
export interface PayCurrency {
  readonly id: string;
  readonly symbol: string;
}

/** The tokens and the coin of a network, by the page's own list. */
export function currenciesOf(networkId: string): readonly PayCurrency[] {
  const coin = TRUSTED[networkId];
  const tokens = tokensOf(networkId).map(({ id, symbol }) => ({ id, symbol }));
  return coin === undefined ? tokens : [...tokens, { id: coin.coinId, symbol: coin.nativeSymbol }];
}

/** A network of payouts, as the API names it. */
export type PayNetworkId = components['schemas']['CreatePayoutLinkRequest']['network'];

const NETWORK_IDS: readonly PayNetworkId[] = [
  'mainnet',
  'arbitrum-one',
  'optimism',
  'base',
  'matic',
  'bsc',
  'sepolia',
  'tron',
];

/** The networks of this installation that the page knows something to pay on. */
export const PAYOUT_NETWORKS = config.networks.flatMap((network) => {
  const id = NETWORK_IDS.find((one) => one === network.id);
  return id === undefined || currenciesOf(id).length === 0 ? [] : [{ ...network, id }];
});
