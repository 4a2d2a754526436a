import type { NetworkId } from './networks.ts';

/** Where version 0.1.0 of `ERC20RecurringPaymentProxy` stands on each public network; those of 0.2.0 take another permit. */
export const RECURRING_PROXIES = {
  mainnet: '0xF0Bebbc99E26Ba7F651E7Ff14e0D3029B0228880',
  'arbitrum-one': '0xC335f956e91faa1DC103f9B54f7009c470dc6EEf',
  base: '0xd2c3392e3e70F4CE033Cb39CC80B414aDdD64fFa',
  matic: '0xD3BD678f219439c2bcf602Beb07e601a91b8Cd3d',
  bsc: '0xbb0f20890E9e405f9D4c2e707590525ccAA3De16',
  sepolia: '0xb6C7448458d8616B00eb8f93883d0081Fa2aDec9',
} as const satisfies Readonly<Partial<Record<NetworkId, string>>>;

const PROXIES: ReadonlyMap<string, string> = new Map(Object.entries(RECURRING_PROXIES));

/** The public contract of a network that takes instalments; undefined where there is none. */
export function recurringProxyOf(network: string): string | undefined {
  return PROXIES.get(network);
}

/** What the contract calls itself in the domain of its permits. */
export const RECURRING_PROXY_DOMAIN = { name: 'ERC20RecurringPaymentProxy', version: '1' };

/** keccak-256 of `RELAYER_ROLE`: who may take instalments. */
export const RELAYER_ROLE = '0xe2b7fb3b832174769106daebcfd6d1970523240dda11281102db9363b83b0dc4';
