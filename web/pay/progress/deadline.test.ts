import { describe, expect, it } from 'vitest';
import { initialState } from '../opening.ts';
import type { PageEvent, PageState } from '../page-state.ts';
import {
  APPROVE,
  calldata,
  completed,
  connected,
  HASH,
  HIDDEN,
  PAY,
  prepared,
  SEPOLIA,
  toConfirming,
  toReview,
  VIEW,
  viewed,
  walk,
} from '../sample-states.ts';
import { deadlineOf, isAwaited } from './deadline.ts';

const AT = '2026-11-29T15:42:00.000Z';
const OPEN = initialState(viewed);
const awaits = { blockNumber: 7, blocks: 3, blocksLeft: 2 };
const onItsWay = { hasBeenPaid: false, txHash: HASH, awaits };
const SEEN = { status: 200, body: { ...VIEW, requestStatuses: [onItsWay] } };
const HELD = {
  status: 423,
  body: { requestStatuses: [{ ...onItsWay, txHash: null, safeTxHash: HASH, chainId: SEPOLIA }] },
};

describe('the deadline of a link', () => {
  it('is what the API says of a link that can be paid', () => {
    const first = { status: 200, body: { ...VIEW, expiresAt: AT } };
    expect(deadlineOf(first)).toBe(Date.parse(AT));
  });

  it.each([
    ['without an answer', undefined],
    ['without a deadline', viewed],
    ['with no time for it', { status: 200, body: { ...VIEW, expiresAt: 'soon' } }],
    ['with a number for it', { status: 200, body: { ...VIEW, expiresAt: 1_796_000_000 } }],
    ['that has expired', { status: 403, body: { status: 'expired', expiresAt: AT } }],
    ['that waits for owners of a Safe', { ...HELD, body: { ...HELD.body, expiresAt: AT } }],
  ])('is not known %s', (_, first) => {
    expect(deadlineOf(first)).toBeUndefined();
  });
});

describe('a payment is awaited', () => {
  const approving: readonly PageEvent[] = [
    ...connected,
    prepared(calldata([APPROVE, PAY])),
    { type: 'go' },
    { type: 'sent', hash: HASH, now: 1 },
  ];
  const declined: PageEvent = { type: 'wallet_refused', refusal: 'declined' };
  const rows: readonly (readonly [string, readonly PageEvent[]])[] = [
    ['before a wallet is chosen', []],
    ['while a wallet opens', connected.slice(0, 2)],
    ['after it was declined', [...connected.slice(0, 2), declined]],
    ['while it is prepared', connected],
    ['in the review', toReview],
    ['while the wallet is open', [...toReview, { type: 'go' }]],
    ['while an allowance is on its way', approving],
    ['after the network refused it', [...toConfirming, { type: 'payment_reverted', hash: HASH }]],
  ];

  it.each(rows)('%s', (_, events) => {
    expect(isAwaited(walk(OPEN, events))).toBe(true);
  });

  it('while it is prepared on another network', () => {
    const chosen: PageEvent = { type: 'crosschain', link: undefined, follows: false };
    const elsewhere = walk(OPEN, [...connected, chosen]);
    expect(elsewhere.at).toBe('crosschain');
    expect(isAwaited(elsewhere)).toBe(true);
  });

  it('of a link that hides it until a wallet may pay', () => {
    expect(isAwaited(initialState({ status: 200, body: HIDDEN }))).toBe(true);
  });
});

describe('nothing is awaited', () => {
  const rows: readonly (readonly [string, PageState])[] = [
    ['once it was sent', walk(OPEN, toConfirming)],
    ['once it is complete', walk(OPEN, [{ type: 'viewed', answer: completed }])],
    ['while a payment of somebody is on its way', initialState(SEEN)],
    ['of which the progress is known', walk(OPEN, [{ type: 'viewed', answer: SEEN }])],
    ['while a Safe holds the link', walk(OPEN, [{ type: 'viewed', answer: HELD }])],
    [
      'after a warning that a Safe may still pay',
      walk(OPEN, [{ type: 'warned', notice: 'It may.' }]),
    ],
    ['while a payment arrives from another network', crosschain()],
    ['while the service does not answer', initialState({ status: 503, body: null })],
    ['of a link that contradicts itself', { at: 'mismatch', link: undefined, problem: 'link' }],
  ];

  it.each(rows)('%s', (_, state) => {
    expect(isAwaited(state)).toBe(false);
  });

  function crosschain(): Extract<PageState, { at: 'crosschain' }> {
    return { at: 'crosschain', payer: undefined, body: null, follows: true };
  }
});
