import { expect, it } from 'vitest';
import { initialState } from './opening.ts';
import type { PageEvent } from './page-state.ts';
import {
  calldata,
  HASH,
  PAY,
  prepared,
  toConfirming,
  VIEW,
  viewed,
  walk,
} from './sample-states.ts';
import { nextState } from './transitions.ts';

it('a payment that was sent leaves an earlier request open, of which the payer is warned once it has failed', () => {
  const open: PageEvent = { type: 'remembered', memory: { sent: undefined, view: VIEW } };
  const confirming = walk(initialState(viewed), toConfirming);
  expect(nextState(confirming, open)).toBe(confirming);
  expect(walk(confirming, [{ type: 'cancelled' }, open])).toMatchObject({
    at: 'preparing',
    notice: 'left_open',
  });
  const refused: PageEvent = { type: 'payment_reverted', hash: HASH };
  const reverted = walk(confirming, [refused, open]);
  expect(reverted).toMatchObject({ at: 'reverted', notice: 'left_open', spent: 'fees' });
  const again = walk(reverted, [{ type: 'retry' }, prepared(calldata([PAY]))]);
  expect(again).toMatchObject({ at: 'review', notice: 'left_open' });
  expect(walk(confirming, [refused, { type: 'retry' }])).not.toHaveProperty('notice');
});
