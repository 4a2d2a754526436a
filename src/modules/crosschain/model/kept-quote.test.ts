import { expect, it } from 'vitest';
import type { RouteQuote } from '#providers/route-provider.ts';
import { printQuotes, readQuotes } from './kept-quote.ts';

const quote: RouteQuote = {
  tool: 'across',
  sourceUnits: 12_800_000n,
  leastOutputUnits: 2n ** 90n,
  transaction: { to: '0x1231', data: '0xabcdef', valueUnits: 0n },
  resources: { gas: 400_000n },
  approvalAddress: '0x1231',
  fees: [
    {
      name: 'relayer',
      chainId: 8453,
      tokenAddress: '0x8335',
      symbol: 'USDC',
      decimals: 6,
      units: 3n,
      usd: undefined,
      isIncluded: true,
    },
  ],
  durationSeconds: 4,
  fetchedAt: new Date('2026-11-23T10:00:00.123Z'),
};

it('quotes are read as they were written, to the unit', () => {
  const other = { ...quote, resources: undefined, fees: [] };
  const quotes = new Map([
    ['one', quote],
    ['other', other],
  ]);
  expect(readQuotes(printQuotes(quotes))).toEqual(quotes);
});
