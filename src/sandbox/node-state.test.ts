import { expect, it } from 'vitest';
import { trimState } from './node-state.ts';

const block = (number: number, transactions: number[] = []) => ({
  header: { number: `0x${number.toString(16)}`, gasUsed: '0x0' },
  transactions,
});

it('keeps the first block, the newest ones, and every block that holds a transaction', () => {
  const blocks = [block(5_000), block(0), block(3), block(4, [1]), block(4_000), block(4_001)];
  const state = { best_block_number: 5_000, blocks, accounts: { '0x01': { nonce: 1 } } };
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

it('gains the contracts that a newer snapshot has, and keeps what stands', () => {
  const accounts = {
    '0x01': { code: '0x60', storage: { '0x0': '0x7' } },
    '0x02': { code: '0x', balance: '0x5' },
  };
  const contracts = {
    '0x01': { code: '0x60' },
    '0x02': { code: '0x61' },
    '0x03': { code: '0x62' },
  };
  const text = JSON.stringify({ best_block_number: 0, blocks: [], accounts });
  expect(JSON.parse(trimState(text, contracts) ?? '')).toMatchObject({
    accounts: { '0x01': accounts['0x01'], '0x02': { code: '0x61' }, '0x03': { code: '0x62' } },
  });
});
