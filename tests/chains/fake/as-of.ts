import type { FakeLedger, FakeReceipt } from './ledger.ts';
import type { FakeView } from './node.ts';

/** An amount of the ledger as of the newest block that a node has, which may be behind or on a fork. */
export function readAsOf(ledger: FakeLedger, view: FakeView, name: string): bigint {
  const changeOf = ({ changes }: FakeReceipt) => changes.get(name) ?? 0n;
  return sumAsOf({ ledger, view, now: ledger.read(name) }, changeOf);
}

interface Sum {
  readonly ledger: FakeLedger;
  readonly view: Pick<FakeView, 'head' | 'block'>;
  /** The sum as of the newest block of the chain itself. */
  readonly now: bigint;
}

/** A sum over transactions as of the newest block of a node, worked out from that of the chain. */
export function sumAsOf(
  { ledger, view, now }: Sum,
  changeOf: (receipt: FakeReceipt) => bigint,
): bigint {
  const head = view.head().number;
  let shared = head;
  while (ledger.blocks[Number(shared)]?.hash !== view.block(shared)?.hash) shared -= 1n;
  let sum = now;
  for (const { receipts } of ledger.blocks.slice(Number(shared) + 1)) {
    for (const receipt of receipts) sum -= changeOf(receipt);
  }
  for (let number = shared + 1n; number <= head; number += 1n) {
    for (const receipt of view.block(number)?.receipts ?? []) sum += changeOf(receipt);
  }
  return sum;
}
