import { describe, expect, it } from 'vitest';
import { chargedText } from './charged.ts';
import { initialState } from './opening.ts';
import type { PageEvent, PageState, Spent } from './page-state.ts';
import {
  APPROVE,
  calldata,
  connected,
  HASH,
  PAY,
  prepared,
  toConfirming,
  toReview,
  viewed,
  walk,
} from './sample-states.ts';
import { spentOn } from './spent.ts';

const OUTAGE: PageEvent = prepared({ status: 0, body: undefined });
const declined: PageEvent = { type: 'wallet_refused', refusal: 'declined' };
const mined = (succeeded: boolean): PageEvent => ({
  type: 'step_ended',
  hash: HASH,
  outcome: succeeded ? 'mined' : 'reverted',
});
const approved: readonly PageEvent[] = [
  ...connected,
  prepared(calldata([APPROVE, PAY])),
  { type: 'go' },
  { type: 'sent', hash: HASH, now: 1 },
];
const stateAfter = (...events: readonly PageEvent[]) => walk(initialState(viewed), events);
const spentAt = (state: PageState) =>
  state.at === 'unreachable' || state.at === 'limited'
    ? state.kept?.spent
    : 'spent' in state
      ? state.spent
      : undefined;

describe('what was spent', () => {
  it('is nothing until a block holds something that was signed', () => {
    expect(spentAt(stateAfter(...toReview, { type: 'go' }, declined))).toBeUndefined();
    expect(spentAt(stateAfter(...approved))).toBeUndefined();
  });

  it.each([true, false])('is a network fee after an approval, also one that failed: %j', (ok) => {
    const next = [...approved, mined(ok)];
    expect(stateAfter(...next)).toMatchObject({ at: 'preparing', spent: 'fees' });
    expect(spentAt(stateAfter(...next, prepared(calldata([PAY])), { type: 'go' }, declined))).toBe(
      'fees',
    );
    expect(spentAt(stateAfter(...next, OUTAGE))).toBe('fees');
    expect(spentAt(stateAfter(...next, OUTAGE, { type: 'viewed', answer: viewed }))).toBe('fees');
  });

  it('stays spent with another wallet and after a declined connection', () => {
    const other = stateAfter(...approved, mined(true), { type: 'other_wallet' });
    expect(other).toMatchObject({ at: 'connect', spent: 'fees' });
    const again = walk(other, [...connected.slice(1, 2), declined]);
    expect(again).toMatchObject({ at: 'connect', notice: 'declined', spent: 'fees' });
    // The network takes its fee for an approval also where the payer does not wait for it.
    expect(stateAfter(...approved, { type: 'other_wallet' })).toEqual(other);
  });

  it('is a network fee after a payment that the network refused', () => {
    const reverted = stateAfter(...toConfirming, { type: 'payment_reverted', hash: HASH });
    expect(reverted).toMatchObject({ at: 'reverted', spent: 'fees' });
    expect(spentAt(walk(reverted, [{ type: 'retry' }]))).toBe('fees');
  });

  it('comes back from an approval that was under way when the page was left', () => {
    const resumed = (isPart: boolean): PageEvent => ({
      type: 'resumed',
      wallet: { id: 'example.rabbit', name: 'Rabbit', icon: undefined },
      address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      chainId: 11_155_111,
      progress: {
        walletId: 'example.rabbit',
        address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
        signed: 0,
        ...(isPart ? { part: { hash: HASH, pays: [1] } } : { approval: { hash: HASH, steps: 2 } }),
      },
    });
    const through = prepared(calldata([PAY]));
    expect(spentAt(stateAfter(resumed(false), through))).toBe('fees');
    expect(spentAt(stateAfter(resumed(true), through))).toBe('part');
  });

  it('is remembered by the browser, also for a page that cannot reach the API', () => {
    const spent: PageEvent = { type: 'spent', spent: 'part' };
    expect(spentAt(stateAfter(spent))).toBe('part');
    const away = walk(initialState({ status: 503, body: undefined }), [spent]);
    expect(spentAt(away)).toBe('part');
    expect(spentAt(walk(away, [{ type: 'viewed', answer: viewed }]))).toBe('part');
    // What this page knows has priority.
    expect(spentAt(stateAfter(...approved, mined(true), spent))).toBe('fees');
    expect(spentOn('a link of which nothing is known')).toBeUndefined();
  });
});

it.each<[Spent | undefined, boolean]>([
  [undefined, true],
  ['fees', false],
  ['part', false],
])('nothing is said to be not charged that was: %j', (spent, isEmpty) => {
  expect(chargedText({ spent }, 'a link').includes('Nothing was charged')).toBe(isEmpty);
});
