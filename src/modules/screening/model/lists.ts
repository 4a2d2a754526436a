import { NETWORKS, type Network, type NetworkId } from '#catalog/networks.ts';
import { REFERENCE_LIST, sanctionsOracleOf } from '#catalog/sanctions-oracles.ts';

/** Whether wallets are looked up in public lists: nowhere, wherever there is one, or so that payments without one are refused. */
export type ListRule = 'off' | 'available' | 'required';

/** The lists in which wallets of some networks are looked up. */
export interface ListsToAsk {
  /** By the network whose list it is, each once. */
  readonly lists: readonly NetworkId[];
  /** Whether a network has no list although the rule requires one, so that no wallet can be cleared. */
  readonly lacksOne: boolean;
}

/** The lists of the networks themselves, and the reference list of their kind of address. */
export function listsToAsk(networks: readonly Network[], rule: ListRule): ListsToAsk {
  if (rule === 'off') return { lists: [], lacksOne: false };
  const own = networks.map(({ id }) => id).filter((id) => sanctionsOracleOf(id) !== undefined);
  const hasReference = networks.some(({ family }) => family === NETWORKS[REFERENCE_LIST].family);
  const lists = new Set([...own, ...(hasReference ? [REFERENCE_LIST] : [])]);
  const lacksOne = rule === 'required' && own.length < networks.length;
  return { lists: [...lists], lacksOne };
}

/** Whether anything is known, or must be known, of wallets before they pay on these networks. */
export function isAnyAsked({ lists, lacksOne }: ListsToAsk): boolean {
  return lists.length > 0 || lacksOne;
}
