import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { FakeBlock, FakeLedger } from './ledger.ts';

/** Blocks of a node's own that follow the chain's up to one of them, in place of the chain's. */
interface FakeBranch {
  /** The number of its first block. */
  readonly from: bigint;
  readonly blocks: readonly FakeBlock[];
}

/** One node of a fake network, and in which way it is a bad one just now. */
export interface FakeNode {
  readonly name: string;
  /** Answers nothing. */
  isDown: boolean;
  /** Knows nothing of this many of the newest blocks. */
  lag: number;
  /** Follows a fork that the others do not. */
  branch: FakeBranch | undefined;
  /** Leaves these transactions out of its answers, as if their logs were lost. */
  readonly hidden: Set<Hex>;
}

/** A node that is well. */
export function fakeNode(name: string): FakeNode {
  return { name, isDown: false, lag: 0, branch: undefined, hidden: new Set() };
}

/** The chain as one node reports it. Throws `Outage` when the node is down. */
export interface FakeView {
  head(): FakeBlock;
  block(number: bigint): FakeBlock | undefined;
  finalized(): FakeBlock;
  safe(): FakeBlock;
}

/** Queries one node. */
export function viewOf(ledger: FakeLedger, node: FakeNode): FakeView {
  if (node.isDown) throw new Outage(`node ${node.name} is down`);
  const { branch } = node;
  const from = branch?.from ?? BigInt(ledger.blocks.length);
  const headNumber = () => {
    const newest =
      branch === undefined ? ledger.head().number : from + BigInt(branch.blocks.length) - 1n;
    const seen = newest - BigInt(node.lag);
    return seen < 0n ? 0n : seen;
  };
  const block = (number: bigint) => {
    if (number > headNumber() || number < 0n) return undefined;
    return number < from ? ledger.blocks[Number(number)] : branch?.blocks[Number(number - from)];
  };
  const stands = (number: bigint): FakeBlock => {
    const found = block(number);
    if (found === undefined) throw new Outage(`node ${node.name} does not know block ${number}`);
    return found;
  };
  const tag = (tagged: FakeBlock) => {
    // Who follows a fork does not get what the others agreed on since.
    if (tagged.number >= from) return stands(from - 1n);
    return tagged.number < headNumber() ? tagged : stands(headNumber());
  };
  return {
    head: () => stands(headNumber()),
    block,
    finalized: () => tag(ledger.finalized()),
    safe: () => tag(ledger.safe()),
  };
}
