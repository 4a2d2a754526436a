import { sanctionsOracleOf } from '#catalog/sanctions-oracles.ts';
import type { SanctionsReads } from '#chains/chain.ts';
import { Outage } from '#kit/failure.ts';

/** The oracle of a chain in memory. */
export interface FakeSanctions extends SanctionsReads {
  /** As the chain shows addresses. */
  readonly listed: Set<string>;
  /** As if nothing stood at its address. */
  isGone: boolean;
  /** How many addresses were asked for. */
  asked: number;
}

/** Undefined where the network has no such contract. `check` throws where no node answers. */
export function fakeSanctions(
  network: string,
  check: () => void = () => undefined,
): FakeSanctions | undefined {
  const oracleAddress = sanctionsOracleOf(network);
  if (oracleAddress === undefined) return undefined;
  const oracle: FakeSanctions = {
    oracleAddress,
    listed: new Set(),
    isGone: false,
    asked: 0,
    areListed: async (addresses) => {
      check();
      if (oracle.isGone) throw new Outage(`no oracle of sanctioned addresses on ${network}`);
      oracle.asked += addresses.length;
      return addresses.map((address) => oracle.listed.has(address));
    },
  };
  return oracle;
}
