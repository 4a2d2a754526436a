import { NETWORKS, type Network, type NetworkId } from './networks.ts';

const SHARED = '0x40C57923924B5c5c5455c48D93317139ADDaC8fb';

/** Where the public oracle of sanctioned addresses stands; there is none on Sepolia and on Tron. */
export const SANCTIONS_ORACLES = {
  mainnet: SHARED,
  'arbitrum-one': SHARED,
  optimism: SHARED,
  base: '0x3A91A31cB3dC49b4db9Ce721F50a9D076c8D739B',
  matic: SHARED,
  bsc: SHARED,
} as const satisfies Readonly<Partial<Record<NetworkId, string>>>;

const ORACLES: ReadonlyMap<string, string> = new Map(Object.entries(SANCTIONS_ORACLES));

/** The oracle of a network; undefined where there is none. */
export function sanctionsOracleOf(network: string): string | undefined {
  return ORACLES.get(network);
}

/** Its list is read for wallets of every network of its family, because the lists are separate copies and this one is filled first. */
export const REFERENCE_LIST: keyof typeof SANCTIONS_ORACLES = 'mainnet';

/** The networks whose lists are read for wallets of a network: its own, where it has one, and the reference list of its family. */
export function sanctionsListsOf({ id, family }: Network): readonly NetworkId[] {
  const own = sanctionsOracleOf(id) === undefined ? [] : [id];
  return family === NETWORKS[REFERENCE_LIST].family ? [...own, REFERENCE_LIST] : own;
}
