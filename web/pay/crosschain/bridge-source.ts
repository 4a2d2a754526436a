import { TRUSTED } from '../../wallet/trusted.generated.ts';
import { TRUSTED_BRIDGES } from '../../wallet/trusted-bridges.generated.ts';
import { assetOf } from '../link.ts';
import type { BridgeSource } from './bridge-plan.ts';

/** The token that a network and a symbol of the API name, such as `ARBITRUM` and `USDT`; undefined for others. */
export function findBridgeSource(chain: string, token: string): BridgeSource | undefined {
  const found = Object.entries(TRUSTED_BRIDGES).find(
    ([, { sourceChain }]) => sourceChain === chain,
  );
  if (found === undefined) return undefined;
  const [networkId, { sources }] = found;
  const network = TRUSTED[networkId];
  const asset = Object.hasOwn(sources, token) && network && assetOf(network, sources[token] ?? '');
  return network && asset ? { networkId, network, asset } : undefined;
}
