import { NETWORKS, type NetworkId } from '#catalog/networks.ts';
import type { AccountReads, AccountState, SafeExecution, SafeState } from '#chains/accounts.ts';
import { decodeOperation } from '#chains/evm/accounts/decode-operation.ts';
import {
  decodeCalls,
  encodeCalls,
  recoverSigner,
  safeTransactionHash,
} from '#chains/evm/accounts/safe-transaction.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';

/** What scripted accounts answer; a test changes it between two reads. */
export interface AccountScript {
  /** By address; one that is not here is a key's. */
  readonly states: Map<string, AccountState>;
  /** The same at the newest final block, where it differs. */
  readonly finalStates: Map<string, AccountState>;
  /** By the hash of the Safe's transaction. */
  readonly executions: Map<Hex, SafeExecution>;
  /** The addresses at which a Safe of a key alone can be created, by the key. */
  readonly predicted: Map<string, readonly string[]>;
  /** The hashes whose execution no node finds in time. */
  readonly unreadable: Set<Hex>;
  /** Those whose execution the first node that is queried does not show. */
  readonly withheld: Set<Hex>;
  isDown: boolean;
  reads: number;
  /** How often an execution was searched for. */
  searches: number;
}

/** Accounts of a network that answer from a script. Calls, hashes and signatures are those of real ones. */
export function safeAccounts(network: NetworkId): {
  readonly accounts: AccountReads;
  readonly script: AccountScript;
} {
  const script: AccountScript = {
    states: new Map(),
    finalStates: new Map(),
    executions: new Map(),
    predicted: new Map(),
    unreadable: new Set(),
    withheld: new Set(),
    isDown: false,
    reads: 0,
    searches: 0,
  };
  const answer = <Value>(value: Value): Value => {
    if (script.isDown) throw new Outage('the node of the test is down');
    return value;
  };
  const accounts: AccountReads = {
    readAccounts: async (addresses, at = 'newest') => {
      script.reads += 1;
      const { states, finalStates } = script;
      const ofFinal = at === 'final' ? finalStates : new Map<string, AccountState>();
      const stateOf = (address: string): AccountState =>
        ofFinal.get(address) ?? states.get(address) ?? { kind: 'key' };
      return answer(addresses.map(stateOf));
    },
    predictedSafes: (owner) => script.predicted.get(owner) ?? [],
    safeTransactionHash: (safe, transaction) =>
      safeTransactionHash(NETWORKS[network].chainId, safe, transaction),
    decodeCalls,
    encodeCalls,
    decodeOperation,
    recoverSigner,
    findExecution: async ({ safeTransactionHash: hash, isThorough = false }) => {
      script.searches += 1;
      if (script.unreadable.has(hash)) throw new Outage('too many events');
      if (script.withheld.has(hash) && !isThorough) return undefined;
      return answer(script.executions.get(hash));
    },
  };
  return { accounts, script };
}

/** A Safe of two owners that both sign, and that has executed nothing. */
export function safeState(owners: readonly string[], parts: Partial<SafeState> = {}): SafeState {
  return {
    kind: 'safe',
    version: '1.4.1',
    owners,
    threshold: 2,
    nonce: 0n,
    hasModules: false,
    ...parts,
  };
}
