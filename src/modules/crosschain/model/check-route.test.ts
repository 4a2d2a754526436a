import { describe, expect, it } from 'vitest';
import { BRIDGES } from '#catalog/bridge.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { type DecodedParts, findRouteProblem, type QuotedParts } from './check-route.ts';

const NOW = new Date('2026-01-02T03:04:05.000Z');
const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const PAYER = `0x${'aa'.repeat(20)}`;
const OTHER = `0x${'ee'.repeat(20)}`;
const TOKENS = { source: `0x${'b1'.repeat(20)}`, destination: `0x${'b2'.repeat(20)}` };
const CALL = { to: `0x${'c1'.repeat(20)}`, data: '0xc219a14d' };
const { diamond } = BRIDGES['arbitrum-one'];

const ROUTE: DecodedParts = {
  spender: diamond,
  sourceToken: TOKENS.source,
  sourceUnits: 101n,
  feeUnits: 0n,
  destinationChainId: NETWORKS.base.chainId,
  receiver: BRIDGES.base.receiver,
  refundAddress: PAYER,
  fallbackAddress: PAYER,
  outputToken: TOKENS.destination,
  leastOutputUnits: 100n,
  call: { ...CALL, units: 100n },
  deadlines: { source: inMinutes(59), bridge: inMinutes(120) },
  exclusivity: undefined,
};
const QUOTE: QuotedParts = {
  sourceUnits: 101n,
  approvalAddress: diamond,
  transaction: { to: diamond, valueUnits: 0n },
  fees: [],
};
const PURPOSE = {
  source: { network: NETWORKS['arbitrum-one'], tokenAddress: TOKENS.source },
  destination: { network: NETWORKS.base, tokenAddress: TOKENS.destination },
  payer: PAYER,
  outputUnits: 100n,
  call: CALL,
  now: NOW,
};

const problemOf = (route: Partial<DecodedParts>, quote: Partial<QuotedParts> = {}) =>
  findRouteProblem({ ...ROUTE, ...route }, { ...QUOTE, ...quote }, PURPOSE);

// What no calldata of a known form can differ in is here alone; the rest is in quote-route.test.ts.
describe('a decoded route', () => {
  it('that does what it is for has no problem, whatever the case of its addresses', () => {
    expect(problemOf({})).toBeUndefined();
    const upper = (text: string) => `0x${text.slice(2).toUpperCase()}`;
    const route = {
      refundAddress: upper(PAYER),
      call: { ...CALL, data: upper(CALL.data), units: 100n },
    };
    expect(problemOf(route)).toBeUndefined();
  });

  it.each<[string, Partial<DecodedParts>, Partial<QuotedParts>]>([
    ['another contract is called', {}, { transaction: { to: OTHER, valueUnits: 0n } }],
    ['another contract takes the token', { spender: OTHER }, {}],
    ['coins are sent along', {}, { transaction: { to: diamond, valueUnits: 1n } }],
    ['another receiver', { receiver: OTHER }, {}],
    ['another receiver', { receiver: BRIDGES.optimism.receiver }, {}],
    ['nothing is called', { call: undefined }, {}],
    ['the call may take another amount', { call: { ...CALL, units: 101n } }, {}],
  ])('is refused: %s', (problem, route, quote) => {
    expect(problemOf(route, quote)).toBe(problem);
  });

  it.each<[string, Partial<DecodedParts['deadlines']>, string | undefined]>([
    ['a quote that is good for two minutes more', { source: inMinutes(2) }, undefined],
    ['a quote that is good for less', { source: inMinutes(1.99) }, 'the quote is too old'],
    ['a quote of a minute later', { source: inMinutes(61) }, undefined],
    ['a quote of later', { source: inMinutes(61.01) }, 'the quote is of later'],
    ['five minutes to be filled', { bridge: inMinutes(5) }, undefined],
    ['less time to be filled', { bridge: inMinutes(4.99) }, 'too little time to arrive'],
    ['six hours to be filled', { bridge: inMinutes(361) }, undefined],
    ['more', { bridge: inMinutes(361.01) }, 'it may take longer than the bridge allows'],
    ['a minute to swap', { swap: { at: inMinutes(1) } }, undefined],
    ['less time to swap', { swap: { at: inMinutes(0.99) } }, 'too little time to swap'],
  ])('has %s', (_what, deadlines, problem) => {
    expect(problemOf({ deadlines: { ...ROUTE.deadlines, ...deadlines } })).toBe(problem);
  });
});
