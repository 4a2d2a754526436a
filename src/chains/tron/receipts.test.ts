import { describe, expect, it } from 'vitest';
import type { TronBlock } from './block.ts';
import { readReceipts } from './receipts.ts';

const idOf = (index: number) => index.toString(16).padStart(64, '0');
const HASH = `0x${idOf(99)}` as const;
const LOG = { address: 'aa'.repeat(20), topics: ['bb'.repeat(32)], data: '' };

/** A block of so many successful transactions. */
function blockOf(transactions: number): TronBlock {
  return {
    number: 7n,
    hash: HASH,
    parentHash: HASH,
    time: new Date(3_000),
    timestampMs: 3_000,
    treeRoot: idOf(98),
    isProven: true,
    transactions: Array.from({ length: transactions }, (_, index) => ({
      id: `0x${idOf(index)}` as const,
      sender: undefined,
      result: 'SUCCESS',
    })),
  };
}

/** A node's answer, with so many logs of each transaction. */
const answerOf = (...logs: readonly number[]) =>
  logs.map((count, index) => ({
    id: idOf(index),
    blockNumber: 7,
    blockTimeStamp: 3_000,
    receipt: { result: 'SUCCESS' },
    log: Array.from({ length: count }, () => LOG),
  }));

const positionsOf = (index: number, answer: unknown, block = blockOf(3)) =>
  readReceipts(answer, block)
    .find(({ transactionHash }) => transactionHash === `0x${idOf(index)}`)
    ?.logs.map(({ logIndex }) => logIndex);

describe('the position of a log', () => {
  it('is the same whatever logs of other transactions a node withholds or invents', () => {
    const positions = positionsOf(1, answerOf(3, 2, 1));
    expect(positions).toHaveLength(2);
    expect(positionsOf(1, answerOf(0, 2, 1))).toEqual(positions);
    expect(positionsOf(1, answerOf(9, 2, 0))).toEqual(positions);
  });

  it('is another for each log of a block, and grows', () => {
    const all = readReceipts(answerOf(3, 2, 1), blockOf(3)).flatMap(({ logs }) =>
      logs.map(({ logIndex }) => Number(logIndex)),
    );
    expect(all).toHaveLength(6);
    expect(all.every((position, i) => i === 0 || position > (all[i - 1] ?? 0))).toBe(true);
  });

  it('fits into the column that holds it, also of the last log that a block can have', () => {
    const last = 2 ** 14;
    const answer = answerOf(
      ...Array.from({ length: last }, (_, i) => (i === last - 1 ? 2 ** 17 : 0)),
    );
    const [receipt] = readReceipts(answer, blockOf(last));
    expect(receipt?.logs.at(-1)?.logIndex).toBe(2 ** 31 - 1);
  });
});

describe('what no block can hold', () => {
  it('counts nothing where it is logs of one transaction, and leaves the others', () => {
    const receipts = readReceipts(answerOf(1, 2 ** 17 + 1, 1), blockOf(3));
    expect(receipts.map(({ transactionHash }) => transactionHash)).toEqual([
      `0x${idOf(0)}`,
      `0x${idOf(2)}`,
    ]);
  });

  it('is refused where it is transactions', () => {
    const many = 2 ** 14 + 1;
    const answer = answerOf(...Array.from({ length: many }, () => 0));
    expect(() => readReceipts(answer, blockOf(many))).toThrow('more transactions');
  });
});
