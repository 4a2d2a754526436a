import { expect, it } from 'vitest';
import { later } from './later.tsx';
import { messages } from './messages/en/all.ts';
import { initialState } from './opening.ts';
import type { PageEvent, PageState } from './page-state.ts';
import { pageFrame } from './sample-frame.ts';
import {
  calldata,
  connected,
  HASH,
  PAY,
  PAYER,
  prepared,
  SEPOLIA,
  toConfirming,
  VIEW,
  viewed,
  WALLET,
  walk,
} from './sample-states.ts';
import { nextState } from './transitions.ts';

const { notices } = messages;
const frame = pageFrame([]);

/** What stands on top of a state. */
function saidOf(state: PageState): string | undefined {
  const notice = 'notice' in state ? state.notice : undefined;
  return notice && later.notice(notice, {}, frame);
}

it('a payment that was sent leaves an earlier request open, of which the payer is warned once it has failed', () => {
  const open: PageEvent = { type: 'remembered', memory: { sent: undefined, view: VIEW } };
  const confirming = walk(initialState(viewed), toConfirming);
  expect(nextState(confirming, open)).toBe(confirming);
  // Beside what became of the payment, which is said nowhere else.
  const cancelled = walk(confirming, [{ type: 'cancelled' }, open, open]);
  expect(cancelled).toMatchObject({ at: 'preparing', notice: 'cancelled left_open' });
  expect(saidOf(cancelled)).toBe(`${notices.cancelled} ${notices.left_open}`);
  expect(walk(cancelled, [prepared(calldata([PAY]))])).toMatchObject({
    at: 'review',
    notice: 'cancelled left_open',
  });
  expect(walk(confirming, [{ type: 'lost' }, { type: 'start_over' }, open])).toMatchObject({
    at: 'preparing',
    notice: 'unmined left_open',
  });
  const refused: PageEvent = { type: 'payment_reverted', hash: HASH };
  const reverted = walk(confirming, [refused, open]);
  expect(reverted).toMatchObject({ at: 'reverted', notice: 'left_open', spent: 'fees' });
  expect(later.announce(reverted, frame).text).toContain(notices.left_open);
  const again = walk(reverted, [{ type: 'retry' }, prepared(calldata([PAY]))]);
  expect(again).toMatchObject({ at: 'review', notice: 'left_open' });
  expect(walk(confirming, [refused, { type: 'retry' }])).not.toHaveProperty('notice');
});

it('a wallet that has ended the connection while it had a request is said to have ended it, and maybe to have it open', () => {
  const open: PageEvent = { type: 'remembered', memory: { sent: undefined, view: VIEW } };
  const ended = 'Your wallet app has ended the connection.';
  const state = walk(initialState(viewed), [
    ...connected,
    prepared(calldata([PAY])),
    { type: 'go' },
    { type: 'wallet_refused', refusal: 'disconnected' },
    { type: 'account_changed', address: undefined },
    { type: 'warned', notice: ended },
    open,
  ]);
  expect(state.at).toBe('connect');
  expect(saidOf(state)).toBe(`${ended} ${notices.left_open}`);
  const account = { address: PAYER, chainId: SEPOLIA, progress: undefined };
  const resumed = nextState(state, { type: 'resumed', wallet: WALLET, ...account });
  expect(saidOf(resumed)).toBe(`${ended} ${notices.left_open}`);
});
