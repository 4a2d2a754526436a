import { NETWORKS, type NetworkId } from '#catalog/networks.ts';
import type { Config } from '#platform/config/config.ts';
import type { BundlerAddress } from '#providers/bundler/open-bundlers.ts';

/** The bundler and paymaster of each of these networks that has one: those of the settings, then the sandbox's own. */
export function bundlersOf(
  { bundlers }: Pick<Config, 'bundlers'>,
  networks: readonly NetworkId[],
): ReadonlyMap<NetworkId, BundlerAddress> {
  return new Map(
    networks.flatMap((id) => {
      const found = bundlers.get(id);
      if (found === undefined) return [];
      const { url: bundlerUrl, ...paymaster } = found;
      return [[id, { chainId: NETWORKS[id].chainId, bundlerUrl, ...paymaster }] as const];
    }),
  );
}

/** Where bundlers may be: in the sandbox on this machine too, in production on public addresses alone. */
export function bundlerAddressesOf({ mode }: Pick<Config, 'mode'>): 'allow' | 'refuse' {
  return mode === 'sandbox' ? 'allow' : 'refuse';
}
