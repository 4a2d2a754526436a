import type { NetworkId } from './networks.ts';

/** Where the registry of ENS stands. Its copy on Sepolia is for tests of its own, and its names are worth nothing. */
export const NAME_REGISTRIES = {
  mainnet: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
} as const satisfies Readonly<Partial<Record<NetworkId, string>>>;

const REGISTRIES: ReadonlyMap<string, string> = new Map(Object.entries(NAME_REGISTRIES));

/** The registry of names of a network; undefined where there is none. */
export function nameRegistryOf(network: string): string | undefined {
  return REGISTRIES.get(network);
}
