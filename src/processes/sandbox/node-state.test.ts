import { expect, it } from 'vitest';
import { trimState } from './node-state.ts';

const block = (number: number, transactions: number[] = []) => ({
  header: { number: `0x${number.toString(16)}`, gasUsed: '0x0' },
  transactions,
});

it('keeps the first block, the newest ones, and every block that holds a transaction', () => {
  const blocks = [block(5_000), block(0), block(3), block(4, [1]), block(4_000), block(4_001)];
  const state = { best_block_number: 5_000, blocks, accounts: { one: 1 } };
  const trimmed: unknown = JSON.parse(trimState(JSON.stringify(state)) ?? '');
  expect(trimmed).toEqual({
    ...state,
    blocks: [block(5_000), block(0), block(4, [1]), block(4_001)],
  });
});

it('is nothing when the text was cut off or is no state', () => {
  expect(trimState('{"best_block_number":1,"blocks":[{"hea')).toBeUndefined();
  expect(trimState('')).toBeUndefined();
  expect(trimState('{}')).toBeUndefined();
});
