import type { Log } from '#platform/log.ts';
import type { Chain, ScanRange } from '../chain.ts';
import { followChain } from '../following/follow.ts';
import { type ListenToHeads, listenToHeads, pollHeads } from '../following/heads.ts';
import { paceOf } from '../following/pace.ts';
import { scanChain } from '../following/scan.ts';
import { checkAgreement } from './check-agreement.ts';
import type { TronNodeClient } from './nodes/tron-api.ts';
import { payingContracts } from './payments.ts';
import { openProvenBlocks, type ProvenBlocks } from './proven-blocks.ts';
import { findGaps } from './read-headers.ts';
import { readOutcome } from './read-outcome.ts';
import { tronSource } from './tron-source.ts';

/** What following a Tron network needs. */
export interface TronFollowingParts {
  readonly node: TronNodeClient;
  /** Overrides how often a follower polls. */
  readonly pollMs?: number | undefined;
  /** It is polled no more often than this. */
  readonly pollMsMin?: number | undefined;
  /** Without it new blocks are polled alone. */
  readonly listen?: ListenToHeads | undefined;
  readonly log: Log;
}

/** What of the port is about blocks. */
type Following = Pick<Chain, 'follow' | 'scan' | 'eachNode' | 'readOutcome' | 'checkAgreement'>;

/** Following, scanning and comparing nodes on a Tron network. */
export function tronFollowing(parts: TronFollowingParts): Following {
  const { node, listen, log } = parts;
  const pace = paceOf(node.network, parts);
  const { pollMs } = pace;
  const contracts = payingContracts(node.network);
  const sourceOf = (nodes: TronNodeClient, proven?: ProvenBlocks) =>
    tronSource({ node: nodes, contracts, log, proven });
  const { runtime, network } = node;
  // Without its hash a header proves nothing: each node must be asked for the transactions anew.
  const openProven = () => (network.hashedFrom === undefined ? undefined : openProvenBlocks());
  const openHeads = () => {
    if (listen === undefined) return pollHeads(runtime, pollMs);
    log.info({ network: network.id }, 'new blocks are reported within this process');
    return listenToHeads(listen, { runtime, pollMs });
  };
  return {
    follow: (from, signal) =>
      followChain({ source: sourceOf(node, openProven()), openHeads, pace, log }, from, signal),
    scan: (range) => scanChain(sourceOf(node.steady()), range),
    eachNode: () =>
      node.each().flatMap((single) =>
        single.states().map(({ name }) => ({
          name,
          findGaps: () => findGaps(single),
          scan: (range: ScanRange) => scanChain(sourceOf(single), range),
        })),
      ),
    readOutcome: (transactionHash) => readOutcome(node, transactionHash),
    checkAgreement: (agreementQuery) => checkAgreement(node, contracts, agreementQuery),
  };
}
