import { pino } from 'pino';
import { expect, it } from 'vitest';
import { NETWORKS } from '#catalog/networks.ts';
import { Outage } from '#kit/failure.ts';
import { type BlockSource, NO_SPOOFED_EVENTS } from './block-source.ts';
import { moveOn, positionAt } from './position.ts';
import { pruneAbove, recordReported, rescanRecent, restoreReported, youngFrom } from './rescan.ts';

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
  expect(reported).toMatchObject({ since: 10n, checkedTo: 50n, rereadTo: 50n, rereadTwiceTo: 50n });
});

/** A network of two nodes, of which one answered last; what is read again is noted by node and range. */
function twoNodes(reads: [node: string, from: bigint, to: bigint][]): BlockSource {
  const none = async () => {
    throw new Outage('not expected here');
  };
  const sourceBy = (node: 'a' | 'b'): BlockSource => ({
    network: NETWORKS.tron,
    runtime: { elapsedMs: () => 0, sleep: none },
    checkChainIds: none,
    readHead: none,
    readPoints: none,
    checkAgreement: none,
    async *scanAhead({ ranges }) {
      for (const { from, to } of ranges) {
        reads.push([node, from, to]);
        const point = { number: to, hash: `0x${to.toString(16)}` } as const;
        const found = { transfers: [], spoofedEvents: NO_SPOOFED_EVENTS, again: [], logs: 0 };
        yield { ...found, points: [], from, to: point };
      }
    },
    steady: () => sourceBy(node),
    another: () => sourceBy(node === 'a' ? 'b' : 'a'),
    others: () => [],
    markSuspect: () => undefined,
  });
  return sourceBy('a');
}

it('every block is read again by each of two nodes, whichever answered last at first', async () => {
  const reads: [string, bigint, bigint][] = [];
  const parts = { source: twoNodes(reads), log: pino({ enabled: false }) };
  const reported = restoreReported({ known: [], startBlock: 100n });
  const at = positionAt({ known: [], startBlock: 100n });
  for (const [from, to] of [
    [100n, 180n],
    [181n, 212n],
    [213n, 244n],
    [245n, 276n],
  ] as const) {
    const point = { number: to, hash: `0x${to.toString(16)}` } as const;
    const found = { transfers: [], spoofedEvents: NO_SPOOFED_EVENTS };
    recordReported(reported, { ...found, from, to: point }, to - 63n);
    moveOn(at, [point]);
    await rescanRecent(parts, { at, reported, isOurs: undefined });
  }
  const readersOf = (number: bigint) =>
    reads.flatMap(([node, from, to]) => (from <= number && number <= to ? [node] : [])).toSorted();
  for (let number = 100n; number <= 212n; number++) expect(readersOf(number)).toEqual(['a', 'b']);
  expect(readersOf(244n)).toEqual(['a', 'b']);
  expect(readersOf(276n)).toHaveLength(1);
});
