import type { NetworkId } from '#catalog/networks.ts';

/** The host of the public services, one for each network; https://docs.safe.global/core-api/transaction-service-overview. */
const HOST = 'https://api.safe.global';

/** The names of networks in the addresses of the public services. */
const NAMES: Readonly<Partial<Record<NetworkId, string>>> = {
  mainnet: 'eth',
  optimism: 'oeth',
  bsc: 'bnb',
  matic: 'pol',
  base: 'base',
  'arbitrum-one': 'arb1',
  sepolia: 'sep',
};

/** Where the public service of a network is; undefined where there is none. */
export function hostedServiceUrl(network: NetworkId): string | undefined {
  const name = NAMES[network];
  return name === undefined ? undefined : `${HOST}/tx-service/${name}/api`;
}

/** Whether an address is that of a public service, which alone is sent the key for them. */
export function isHostedService(url: string): boolean {
  return new URL(url).origin === HOST;
}
