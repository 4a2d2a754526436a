import type { BlockPoint, EventPosition } from '#chains/chain.ts';
import type { Hex } from '#kit/hex.ts';
import type { FakeLedger } from './ledger.ts';
import { type FakeNode, viewOf } from './node.ts';

/** What a node reports of itself. */
export function stateOf(ledger: FakeLedger, node: FakeNode) {
  const { name } = node;
  const owner = name;
  if (node.isDown) {
    return { name, owner, state: 'failing' as const, errors: 1, lastError: 'it is down' };
  }
  const { number, time } = viewOf(ledger, node).head();
  const reported = { headNumber: number, headAt: time };
  return { name, owner, state: 'healthy' as const, ...reported, errors: 0 };
}

/** Whether a node has a transaction in the very block. */
export function holds(
  ledger: FakeLedger,
  node: FakeNode,
  { block, transactionHash }: Pick<EventPosition, 'block' | 'transactionHash'>,
): boolean {
  const found = node.isDown ? undefined : viewOf(ledger, node).block(block.number);
  return (
    found?.hash === block.hash &&
    !node.hidden.has(transactionHash) &&
    found.receipts.some(({ hash }) => hash === transactionHash)
  );
}

/** What the nodes answer about a transaction in a block. */
export function agreementOf(
  ledger: FakeLedger,
  nodes: readonly FakeNode[],
  agreementQuery: { readonly block: BlockPoint; readonly transactionHash: Hex },
) {
  let [agree, silent] = [0, 0];
  const [disagree, without, unanswered]: [string[], string[], string[]] = [[], [], []];
  for (const node of nodes) {
    if (node.isDown) unanswered.push(node.name);
    const found = node.isDown ? undefined : viewOf(ledger, node).block(agreementQuery.block.number);
    const isSame = found?.hash === agreementQuery.block.hash;
    const has = holds(ledger, node, agreementQuery);
    if (found === undefined) silent += 1;
    else if (has) agree += 1;
    else disagree.push(node.name);
    if (isSame && !has) without.push(node.name);
  }
  const isAlone = nodes.length > 1 && unanswered.length === nodes.length - 1;
  // Here a node that is down stays so until somebody changes it: it is late for no moment.
  return { agree, disagree, silent, without, unanswered, isAlone, areOthersAbsent: isAlone };
}
