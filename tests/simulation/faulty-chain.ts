import type { Chain, TransactionRelay } from '#chains/chain.ts';
import { type Mortal, reachPort } from '../support/faulty-database.ts';

/** A chain as one process reaches it: each call of the port is a point at which it may die. */
export function faultyChain(chain: Chain, mortal: Mortal): Chain {
  return {
    ...chain,
    readPayerBalances: (wallet, queries) =>
      reachPort(mortal, 'readPayerBalances', () => chain.readPayerBalances(wallet, queries)),
    simulateTransfers: (wallet, queries) =>
      reachPort(mortal, 'simulateTransfers', () => chain.simulateTransfers(wallet, queries)),
    readRates: (queries) => reachPort(mortal, 'readRates', () => chain.readRates(queries)),
    readHead: () => reachPort(mortal, 'readHead', () => chain.readHead()),
    readOutcome: (hash) => reachPort(mortal, 'readOutcome', () => chain.readOutcome(hash)),
    scan: (range) => faultyScan(chain, range, mortal),
    eachNode: () =>
      chain
        .eachNode()
        .map((node) => ({ ...node, scan: (range) => faultyScan(node, range, mortal) })),
    checkAgreement: (agreementQuery) =>
      reachPort(mortal, 'checkAgreement', () => chain.checkAgreement(agreementQuery)),
    relay: chain.relay && faultyRelay(chain.relay, mortal),
  };
}

function faultyRelay(relay: TransactionRelay, mortal: Mortal): TransactionRelay {
  return {
    ...relay,
    forward: (checked) => reachPort(mortal, 'forward', () => relay.forward(checked)),
    readOutcomes: (sent) => reachPort(mortal, 'readOutcomes', () => relay.readOutcomes(sent)),
  };
}

async function* faultyScan(
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
