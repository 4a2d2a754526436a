import type { Chain } from '#chains/chain.ts';
import { type Mortal, reachPort } from '../support/faulty-database.ts';

/** A chain as one process reaches it: each call of the port is a point at which it may die. */
export function gatedChain(chain: Chain, mortal: Mortal): Chain {
  return {
    ...chain,
    readPayerFacts: (wallet, asks) =>
      reachPort(mortal, 'readPayerFacts', () => chain.readPayerFacts(wallet, asks)),
    tryTransfers: (wallet, asks) =>
      reachPort(mortal, 'tryTransfers', () => chain.tryTransfers(wallet, asks)),
    readRates: (asks) => reachPort(mortal, 'readRates', () => chain.readRates(asks)),
    readHead: () => reachPort(mortal, 'readHead', () => chain.readHead()),
    readOutcome: (hash) => reachPort(mortal, 'readOutcome', () => chain.readOutcome(hash)),
    scan: (range) => gatedScan(chain, range, mortal),
    eachNode: () =>
      chain
        .eachNode()
        .map((node) => ({ ...node, scan: (range) => gatedScan(node, range, mortal) })),
    countWitnesses: (fact) => reachPort(mortal, 'countWitnesses', () => chain.countWitnesses(fact)),
  };
}

async function* gatedScan(
  chain: Pick<Chain, 'scan'>,
  range: Parameters<Chain['scan']>[0],
  mortal: Mortal,
): ReturnType<Chain['scan']> {
  const scanning = chain.scan(range);
  while (true) {
    const part = await reachPort(mortal, 'scan', () => scanning.next());
    if (part.done === true) return;
    yield part.value;
  }
}
