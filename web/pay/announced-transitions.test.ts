import { describe, expect, it } from 'vitest';
import { initialState } from './opening.ts';
import type { PageEvent } from './page-state.ts';
import {
  APPROVE,
  calldata,
  connected,
  HASH,
  PAY,
  PAYEE,
  prepared,
  SEPOLIA,
  viewed,
  walk,
} from './sample-states.ts';
import { nextState } from './transitions.ts';

describe('a payment whose approval was announced to be followed by it', () => {
  const APPROVED: readonly PageEvent[] = [
    ...connected,
    prepared(calldata([APPROVE, PAY])),
    { type: 'go' },
    { type: 'sent', hash: HASH, now: 1, announces: true },
    { type: 'step_ended', hash: HASH, outcome: 'mined' },
  ];
  const approved = walk(initialState(viewed), APPROVED);
  const shown: PageEvent = { type: 'announced_shown' };

  it('is shown first, and then the wallet opens for it without a press', () => {
    const opening = walk(approved, [prepared(calldata([PAY]))]);
    expect(opening).toMatchObject({ at: 'review', signed: 1, opens: true });
    expect(nextState(opening, shown)).toMatchObject({ at: 'signing', atOnce: false });
  });

  it('waits for a press after the payer has declined', () => {
    const declined = walk(approved, [
      prepared(calldata([PAY])),
      shown,
      { type: 'wallet_refused', refusal: 'declined' },
    ]);
    expect(declined).toMatchObject({ at: 'review', notice: 'declined' });
    expect(nextState(declined, shown)).toBe(declined);
    expect(nextState(declined, { type: 'go' }).at).toBe('signing');
  });

  it('waits for a press where it is not the call that was shown before', () => {
    const other = walk(approved, [prepared(calldata([APPROVE, PAY]))]);
    expect(other.at).toBe('review');
    expect(nextState(other, shown)).toBe(other);
  });

  it('waits for a press where the account or the network of the wallet changed', () => {
    const other = walk(approved, [
      { type: 'account_changed', address: PAYEE },
      prepared(calldata([PAY])),
    ]);
    expect(nextState(other, shown)).toBe(other);
    const away = walk(approved, [
      { type: 'chain_changed', chainId: 1 },
      prepared(calldata([PAY])),
      { type: 'chain_changed', chainId: SEPOLIA },
    ]);
    expect(away.at).toBe('review');
    expect(nextState(away, shown)).toBe(away);
  });

  it('waits for a press where nothing was announced, the approval failed, or the page was loaded again', () => {
    const quiet = APPROVED.map((event) =>
      event.type === 'sent' ? { ...event, announces: false } : event,
    );
    const unannounced = walk(initialState(viewed), [...quiet, prepared(calldata([PAY]))]);
    expect(unannounced.at).toBe('review');
    expect(nextState(unannounced, shown)).toBe(unannounced);
    const failed = walk(initialState(viewed), [
      ...APPROVED.slice(0, -1),
      { type: 'step_ended', hash: HASH, outcome: 'reverted' },
      prepared(calldata([PAY])),
    ]);
    expect(failed.at).toBe('review');
    expect(nextState(failed, shown)).toBe(failed);
  });
});
