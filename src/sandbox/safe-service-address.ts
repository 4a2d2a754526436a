import { isNetworkId, NETWORKS, type NetworkId } from '#catalog/networks.ts';
import type { SandboxFile } from './sandbox-file.ts';

/** The Safe service of a sandbox: the address that it has for each network is below this one. */
export interface SandboxSafeService {
  readonly url: string;
  readonly networks: readonly NetworkId[];
}

/** Where the service of each network is. */
export function safeServiceUrlsOf({
  url,
  networks,
}: SandboxSafeService): ReadonlyMap<NetworkId, string> {
  return new Map(networks.map((id) => [id, `${url}/${id}/api`]));
}

/** The service of a sandbox that runs, for its own nodes; undefined where it has none. */
export function safeServiceOfSandbox(
  file: SandboxFile | undefined,
  rpcUrls: ReadonlyMap<string, readonly string[]>,
): SandboxSafeService | undefined {
  const url = file?.safe?.serviceUrl;
  if (file === undefined || url === undefined) return undefined;
  const isOwn = (id: NetworkId) => NETWORKS[id].family === 'evm' && !rpcUrls.has(id);
  return { url, networks: Object.keys(file.networks).filter(isNetworkId).filter(isOwn) };
}
