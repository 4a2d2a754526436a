import { describe, expect, it } from 'vitest';
import { manualClock } from '#kit/clock.ts';
import { Outage, Refusal } from '#kit/failure.ts';
import { cacheQuotes } from './cache-quotes.ts';
import type { RouteProvider, RouteQuery, RouteQuote } from './route-provider.ts';

const PAYER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const QUERY: RouteQuery = {
  source: { chainId: 42_161, tokenAddress: `0x${'a1'.repeat(20)}`, decimals: 6 },
  destination: { chainId: 8_453, tokenAddress: `0x${'b2'.repeat(20)}`, decimals: 6 },
  payer: PAYER,
  outputUnits: 150_000_000n,
  call: { to: `0x${'c3'.repeat(20)}`, data: '0x1234', gasLimit: 200_000n },
};

/** A provider that numbers its quotes, behind a cache with a clock of the test. */
function cached(fail?: (count: number) => Error | undefined) {
  const now = manualClock(new Date('2026-01-02T03:04:05.000Z'));
  let count = 0;
  const provider: RouteProvider = {
    name: 'numbered',
    readStatus: async () => undefined,
    quote: async ({ call, payer }) => {
      count += 1;
      const failure = fail?.(count);
      if (failure !== undefined) throw failure;
      const quote: RouteQuote = {
        tool: `route ${count}`,
        sourceUnits: 1n,
        leastOutputUnits: 1n,
        transaction: { to: call.to, data: call.data, valueUnits: 0n },
        resources: undefined,
        approvalAddress: payer,
        fees: [],
        durationSeconds: 1,
        fetchedAt: now(),
      };
      return quote;
    },
  };
  const { quote } = cacheQuotes(provider, now);
  return {
    now,
    toolOf: async (query: Partial<RouteQuery> = {}) => (await quote({ ...QUERY, ...query })).tool,
  };
}

describe('quotes', () => {
  it('are kept for ten seconds, also while the first request still runs', async () => {
    const { now, toolOf } = cached();
    expect(await Promise.all([toolOf(), toolOf()])).toEqual(['route 1', 'route 1']);
    now.advance(9_999);
    expect(await toolOf({ payer: PAYER.toLowerCase() })).toBe('route 1');
    now.advance(1);
    expect(await toolOf()).toBe('route 2');
  });

  it.each<[string, Partial<RouteQuery>]>([
    ['another payer', { payer: `0x${'d4'.repeat(20)}` }],
    ['another amount', { outputUnits: 150_000_001n }],
    ['another source network', { source: { ...QUERY.source, chainId: 10 } }],
    ['another source token', { source: { ...QUERY.source, tokenAddress: `0x${'a2'.repeat(20)}` } }],
    ['another destination network', { destination: { ...QUERY.destination, chainId: 10 } }],
    [
      'another destination token',
      { destination: { ...QUERY.destination, tokenAddress: `0x${'b3'.repeat(20)}` } },
    ],
    ['another call', { call: { ...QUERY.call, data: '0x1235' } }],
    ['another called contract', { call: { ...QUERY.call, to: `0x${'c4'.repeat(20)}` } }],
  ])('of %s are their own', async (_what, other) => {
    const { toolOf } = cached();
    await toolOf();
    expect(await toolOf(other)).toBe('route 2');
    expect(await toolOf()).toBe('route 1');
  });

  it('that must be fresh are fetched, and kept from then on', async () => {
    const { toolOf } = cached();
    await toolOf();
    expect(await toolOf({ isFresh: true })).toBe('route 2');
    expect(await toolOf()).toBe('route 2');
  });

  it('are refused from the cache too, but an outage is not kept', async () => {
    const none = new Refusal('route_not_available', 400, 'There is no route');
    const refusing = cached((count) => (count === 1 ? none : undefined));
    await expect(refusing.toolOf()).rejects.toBe(none);
    await expect(refusing.toolOf()).rejects.toBe(none);
    const failing = cached((count) => (count === 1 ? new Outage('silent') : undefined));
    await expect(failing.toolOf()).rejects.toThrow('silent');
    expect(await failing.toolOf()).toBe('route 2');
  });
});
