import { describe, expect, it } from 'vitest';
import {
  afterAnswer,
  afterFailures,
  afterRefusal,
  afterWindow,
  FIRST_SIZE,
  type WindowSize,
} from './window-size.ts';

/** Windows over a range of blocks, against a provider that refuses more than it allows. */
function sizesAgainst(allowed: (round: number) => bigint, rounds: number): bigint[] {
  let size: WindowSize = FIRST_SIZE;
  return Array.from({ length: rounds }, (_, round) => {
    const asked = size.blocks;
    size =
      asked > allowed(round)
        ? afterRefusal(asked, 'block range is too wide')
        : afterAnswer(size, { blocks: asked, logs: 0 });
    return asked;
  });
}

describe('the size of windows', () => {
  it.each([
    ['Log response size exceeded. this block range should work: [0x1a2b, 0x1a99]', 111n],
    [
      'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range. ' +
        'Based on your parameters, this block range should work: [0x1180fca, 0x1180fd3].',
      10n,
    ],
    [
      'query returned more than 10000 results. Try with this block range [0x3FFE60, 0x40007F].',
      544n,
    ],
    ['You can make eth_getLogs requests with up to a 1K block range', 1_000n],
    ['eth_getLogs is limited to a 1,500 blocks range', 1_500n],
    ['eth_getLogs is limited to a 50 range', 50n],
    ['exceed maximum block range: 1000', 1_000n],
    ['query exceeds max block range 800', 800n],
    ['block range is too large, max is 1k blocks', 1_000n],
    ['requested too many blocks from 0 to 5000000, maximum is set to 1024', 1_024n],
    ['query returned more than 10 blocks', 10n],
    ['retry with the range 3600741-3600840', 100n],
  ])('is what a provider names: %s', (message, blocks) => {
    expect(afterRefusal(2_000n, message)).toMatchObject({ blocks });
  });

  it.each([
    'query returned more than 1000 results',
    'exceeds max results 1000',
    'block range is too wide',
    'Block range limit exceeded.',
    'backend response too large',
    'query timeout exceeded',
    'range [0x10, 0x1]',
    'up to a 5,000 block range',
    'up to a 0 block range',
    'up to a ,,, block range',
    `${' '.repeat(1_000)}up to a 10 block range`,
    '',
  ])('is half where none smaller is named: %s', (message) => {
    expect(afterRefusal(2_000n, message)).toMatchObject({ blocks: 1_000n });
  });

  it('never falls below one block', () => {
    expect(afterRefusal(1n, 'up to a 0 block range').blocks).toBe(1n);
  });

  it('settles right below a limit, tries it rarely, and finds its way back when it is lifted', () => {
    const sizes = sizesAgainst((round) => (round < 100 ? 50n : 5_000n), 200);
    const refused = sizes.slice(0, 100).filter((size) => size > 50n);
    expect(sizes.slice(0, 100).findIndex((size) => size <= 50n)).toBeLessThan(8);
    expect(refused.length).toBeLessThan(16);
    expect(sizes.at(-1)).toBe(2_000n);
  });

  it('begins small, and is as large as can be after six answers', () => {
    expect(sizesAgainst(() => 5_000n, 7)).toEqual([64n, 128n, 256n, 512n, 1_024n, 2_000n, 2_000n]);
  });

  it('shrinks by itself when an answer has more logs than the target', () => {
    const size = afterAnswer(FIRST_SIZE, { blocks: 2_000n, logs: 40_000 });
    expect(size.blocks).toBe(500n);
    expect(afterAnswer(size, { blocks: 500n, logs: 9_000 }).blocks).toBe(500n);
    expect(afterAnswer(size, { blocks: 500n, logs: 10 }).blocks).toBe(1_000n);
    expect(afterAnswer(size, { blocks: 1n, logs: 40_000 }).blocks).toBe(500n);
  });
});

describe('the size of windows at the head', () => {
  it('grows back to its start, though answers of one block do not show the limit', () => {
    let size = afterRefusal(2n, 'block range is too wide');
    let windows = 0;
    for (; size.blocks < FIRST_SIZE.blocks; windows += 1) size = afterWindow(size);
    expect(windows).toBe(6 * 16);
    expect(afterWindow(size)).toBe(size);
  });

  it('halves when nodes fail again and again, and nothing is remembered against it', () => {
    expect(afterFailures(FIRST_SIZE)).toEqual({ blocks: 32n, refused: undefined, answers: 0 });
    expect(afterFailures({ ...FIRST_SIZE, blocks: 1n }).blocks).toBe(1n);
  });
});
