import { describe, expect, it } from 'vitest';
import { initialState } from '../opening.ts';
import type { PageEvent, PageState } from '../page-state.ts';
import { BATCH_VIEW, COLLECTOR } from '../sample-forms.ts';
import {
  connected,
  HIDDEN,
  MASKED,
  PAYEE,
  PAYER,
  toConfirming,
  toReview,
  VIEW,
  viewed,
  WALLET,
  walk,
} from '../sample-states.ts';
import { nextState } from '../transitions.ts';
import { type Expected, readExpected } from './expected.ts';
import { guardBy } from './guard.ts';

const RIGHT = expectedOf(`${PAYEE},USDC,sepolia,12.5`);
const WRONG = expectedOf(`${COLLECTOR},USDC,sepolia,12.5`);
const COMPARED: PageEvent = { type: 'compared' };

describe('a page that was opened for a payment', () => {
  it('goes on where it is that one', () => {
    expect(guarded(RIGHT, toConfirming).at).toBe('confirming');
  });

  it('offers nothing from the first screen on where it is another one', () => {
    expect(guarded(WRONG, [COMPARED])).toMatchObject({ at: 'mismatch', problem: 'expected' });
    expect(guarded(WRONG, toReview)).toMatchObject({ at: 'mismatch', problem: 'expected' });
  });

  it('offers nothing where what it was opened for cannot be read', () => {
    expect(guarded('unreadable', [COMPARED])).toMatchObject({ problem: 'expectation' });
    const hidden = initialState({ status: 200, body: HIDDEN });
    expect(guarded('unreadable', [COMPARED], hidden).at).toBe('mismatch');
  });

  it('compares as soon as what was hidden is shown to the wallet', () => {
    const asking: readonly PageEvent[] = [
      { type: 'wallets_found', wallets: [WALLET] },
      { type: 'wallet_picked', wallet: WALLET },
      { type: 'connected', address: PAYER, chainId: 1 },
    ];
    for (const body of [HIDDEN, MASKED]) {
      const hidden = initialState({ status: 200, body });
      expect(guarded(WRONG, asking, hidden).at).toBe('asking');
      const shown: PageEvent = { type: 'shown', answer: viewed };
      expect(guarded(WRONG, [...asking, shown], hidden).at).toBe('mismatch');
      expect(guarded(RIGHT, [...asking, shown], hidden).at).toBe('preparing');
    }
  });

  it('offers nothing of a bundle of which a part stays hidden, as all of it would stay uncompared', () => {
    const context = { currency: 'USDC-sepolia', network: 'sepolia' };
    const paid = { payee: COLLECTOR, amount: '12.5', context };
    const hidden = { amount: '1', context, blockReason: 'already_paid' };
    const body = { paymentType: 'multicall', children: [paid, hidden] };
    const bundle = initialState({ status: 200, body });
    expect(bundle.at).toBe('connect');
    expect(walk(bundle, connected).at).toBe('preparing');
    expect(guarded(RIGHT, connected, bundle)).toMatchObject({ problem: 'expected' });
  });

  it('compares again when the API shows another payment later', () => {
    const moved = { status: 200, body: { ...VIEW, amount: '99000000' } } as const;
    const link = walk(initialState(moved), toReview);
    expect(guardBy(RIGHT)(link).at).toBe('mismatch');
  });

  it('offers nothing of what cannot be shown as a payment on one network', () => {
    const body = { ...BATCH_VIEW, network: 'several' };
    const unsupported = initialState({ status: 200, body });
    expect(unsupported.at).toBe('unsupported');
    expect(guarded(RIGHT, [COMPARED], unsupported).at).toBe('mismatch');
    const elsewhere: PageState = { at: 'crosschain', body, payer: undefined, follows: false };
    expect(guardBy(RIGHT)(elsewhere).at).toBe('mismatch');
  });

  it('still follows what was sent', () => {
    const confirming = walk(initialState(viewed), toConfirming);
    expect(guardBy(WRONG)(confirming)).toBe(confirming);
  });
});

function expectedOf(value: string): Expected {
  const expected = readExpected(`#expect=${value}`);
  if (typeof expected === 'string') throw new Error(expected);
  return expected;
}

/** As the page's loop does it: every state is guarded. */
function guarded(
  expected: Expected | 'unreadable',
  events: readonly PageEvent[],
  from: PageState = initialState(viewed),
): PageState {
  const guard = guardBy(expected);
  return events.reduce((state, event) => guard(nextState(state, event)), from);
}
