import { isNetworkId, NETWORKS, type NetworkId } from '#catalog/networks.ts';
import type { SandboxFile } from './sandbox-file.ts';

/** The bundler and paymaster of a sandbox: the address that they have for each network is below this one. */
export interface SandboxBundler {
  readonly url: string;
  readonly networks: readonly NetworkId[];
}

/** Where bundler and paymaster of each network are. */
export function bundlerUrlsOf({ url, networks }: SandboxBundler): ReadonlyMap<NetworkId, string> {
  return new Map(networks.map((id) => [id, `${url}/${id}`]));
}

/** Those of a sandbox that runs, for its own nodes; undefined where it has none. */
export function bundlerOfSandbox(
  file: SandboxFile | undefined,
  rpcUrls: ReadonlyMap<string, readonly string[]>,
): SandboxBundler | undefined {
  const url = file?.bundlerUrl;
  if (file === undefined || url === undefined) return undefined;
  const isOwn = (id: NetworkId) => NETWORKS[id].family === 'evm' && !rpcUrls.has(id);
  return { url, networks: Object.keys(file.networks).filter(isNetworkId).filter(isOwn) };
}
