import type { Network, NetworkId } from '#catalog/networks.ts';
import { sanctionsListsOf, sanctionsOracleOf } from '#catalog/sanctions-oracles.ts';

/** Whether wallets are looked up in public lists: nowhere, wherever there is one, or so that payments without one are refused. */
export type ListRule = 'off' | 'available' | 'required';

/** The lists in which wallets of some networks are looked up. */
export interface NetworkLists {
  /** By the network whose list it is, each once. */
  readonly lists: readonly NetworkId[];
  /** Whether a network has no list although the rule requires one, so that no wallet can be cleared. */
  readonly lacksOne: boolean;
}

/** The lists of the networks themselves, and the reference list of their kind of address. */
export function listsFor(networks: readonly Network[], rule: ListRule): NetworkLists {
  if (rule === 'off') return { lists: [], lacksOne: false };
  const lists = new Set(networks.flatMap(sanctionsListsOf));
  const isWithout = networks.some(({ id }) => sanctionsOracleOf(id) === undefined);
  const lacksOne = rule === 'required' && isWithout;
  return { lists: [...lists], lacksOne };
}

/** Whether anything is known, or must be known, of wallets before they pay on these networks. */
export function isAnyRead({ lists, lacksOne }: NetworkLists): boolean {
  return lists.length > 0 || lacksOne;
}
