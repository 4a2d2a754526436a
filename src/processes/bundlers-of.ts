import { NETWORKS, type NetworkId } from '#catalog/networks.ts';
import type { Config } from '#platform/config/config.ts';
import type { BundlerAddress } from '#providers/bundler/open-bundlers.ts';

/** The bundler and paymaster of each of these networks that has one: those of the settings, then the sandbox's own. */
export function bundlersOf(
  { bundlers }: Pick<Config, 'bundlers'>,
  networks: readonly NetworkId[],
  own: ReadonlyMap<NetworkId, string> = new Map(),
): ReadonlyMap<NetworkId, BundlerAddress> {
  const addressOf = (id: NetworkId): BundlerAddress | undefined => {
    const { chainId } = NETWORKS[id];
    const found = bundlers.get(id);
    const url = own.get(id);
    if (found !== undefined) {
      const { url: bundlerUrl, ...paymaster } = found;
      return { chainId, bundlerUrl, ...paymaster };
    }
    return url === undefined ? undefined : { chainId, bundlerUrl: url, paymasterUrl: url };
  };
  return new Map(
    networks.flatMap((id) => {
      const address = addressOf(id);
      return address === undefined ? [] : [[id, address] as const];
    }),
  );
}

/** Where bundlers may be: in the sandbox on this machine too, in production on public addresses alone. */
export function bundlerAddressesOf({ mode }: Pick<Config, 'mode'>): 'allow' | 'refuse' {
  return mode === 'sandbox' ? 'allow' : 'refuse';
}
