import { expect, it } from 'vitest';
import { pruneAbove, restoreReported, youngFrom } from './rescan.ts';

it('blocks are young as deep as finality is, and never less than 64 of them', () => {
  expect(youngFrom(1_000n, { by: 'depth', blocks: 200 })).toBe(801n);
  expect(youngFrom(1_000n, { by: 'depth', blocks: 12 })).toBe(937n);
});

it('what was read again counts as unread once a reorg replaced it', () => {
  const known = [
    { number: 10n, hash: '0x0a' },
    { number: 100n, hash: '0x64' },
  ] as const;
  const reported = restoreReported({ known, startBlock: undefined, reported: [] });
  pruneAbove(reported, { number: 50n, hash: '0x32' });
  expect(reported).toMatchObject({ since: 10n, checkedTo: 50n, rereadTo: 50n });
});
