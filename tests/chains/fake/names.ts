import { nameRegistryOf } from '#catalog/name-registries.ts';
import type { NameReads } from '#chains/chain.ts';
import { isNormalName } from '#chains/evm/names/normal-name.ts';

/** The registry of names of a chain in memory. */
export interface FakeNames extends NameReads {
  /** The name that each address says is its own. */
  readonly claims: Map<string, string>;
  /** To which address each name leads. */
  readonly entries: Map<string, string>;
  /** How many addresses were asked for. */
  asked: number;
}

/** Undefined where the network has no registry. `check` throws where no node answers. */
export function fakeNames(
  network: string,
  check: () => void = () => undefined,
): FakeNames | undefined {
  if (nameRegistryOf(network) === undefined) return undefined;
  const registry: FakeNames = {
    claims: new Map(),
    entries: new Map(),
    asked: 0,
    findNames: async (addresses) => {
      check();
      registry.asked += addresses.length;
      return await Promise.all(
        addresses.map(async (address) => {
          const name = registry.claims.get(address);
          const isOurs = name !== undefined && registry.entries.get(name) === address;
          return isOurs && (await isNormalName(name)) ? name : undefined;
        }),
      );
    },
  };
  return registry;
}
