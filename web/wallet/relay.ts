/** By network id, where the page's own host passes JSON-RPC on; sandbox only. */
export type RelayedNetworks = Readonly<Record<string, { readonly rpcPath?: string }>>;

/** Where JSON-RPC of a network is passed on; undefined where the host does not. */
export function rpcUrlOf(networks: RelayedNetworks, networkId: string): string | undefined {
  const rpcPath = networks[networkId]?.rpcPath;
  return rpcPath === undefined ? undefined : new URL(rpcPath, location.href).href;
}
