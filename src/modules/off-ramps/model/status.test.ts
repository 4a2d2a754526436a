import { describe, expect, it } from 'vitest';
import { next } from '#kit/machine.ts';
import type { OffRampState } from '#providers/off-ramp-provider.ts';
import { nextMoves } from './next-moves.ts';
import { isOver, type OffRampStatus, offRampMachine } from './status.ts';

const STATES: readonly OffRampState[] = [
  'awaiting_funds',
  'in_review',
  'funds_received',
  'payout_submitted',
  'payout_processed',
  'bounced',
  'return_blocked',
  'refunded',
  'failed',
  'unknown',
];
const statuses = Object.keys(offRampMachine).filter(
  (text): text is OffRampStatus => text in offRampMachine,
);

/** The statuses that a payout passes when its provider is in a state. */
function passed(status: OffRampStatus, state: OffRampState, isPaid = true): OffRampStatus[] {
  let at = status;
  return nextMoves({ status, state, isPaid }).map((event) => {
    const to = next(offRampMachine, at, event);
    if (to === undefined) throw new Error(`${at} does not answer ${event}`);
    at = to;
    return to;
  });
}

describe('a payout', () => {
  it('moves along its table alone, whatever its provider says in whatever state', () => {
    for (const status of statuses) {
      for (const state of STATES) {
        for (const isPaid of [true, false]) {
          expect(() => passed(status, state, isPaid)).not.toThrow();
        }
      }
    }
  });

  it('asked about twice moves once', () => {
    for (const status of statuses) {
      for (const state of STATES) {
        const reached = passed(status, state).at(-1) ?? status;
        expect([reached, passed(reached, state)]).toEqual([reached, []]);
      }
    }
  });

  it('passes every state of the way, also those that were not seen', () => {
    expect(passed('opened', 'payout_processed')).toEqual([
      'initiated',
      'pending_internal_assessment',
      'ongoing_checks',
      'sending_fiat',
      'fiat_sent',
      'confirmed',
    ]);
    expect(passed('ongoing_checks', 'payout_submitted')).toEqual(['sending_fiat']);
  });

  it('is never moved back, by no word of its provider', () => {
    expect(passed('sending_fiat', 'in_review')).toEqual([]);
    expect(passed('confirmed', 'awaiting_funds')).toEqual([]);
    expect(passed('bounced', 'payout_processed')).toEqual([]);
  });

  it('is not moved by a word that is not known', () => {
    for (const status of statuses) expect(passed(status, 'unknown')).toEqual([]);
  });

  it('ends with nothing more, whatever is said then', () => {
    for (const status of statuses.filter(isOver)) {
      for (const state of STATES) expect(passed(status, state)).toEqual([]);
    }
  });

  it('is confirmed only when the ledger has the payment too', () => {
    expect(passed('fiat_sent', 'payout_processed', false)).toEqual([]);
    expect(passed('opened', 'payout_processed', false).at(-1)).toBe('fiat_sent');
    expect(passed('fiat_sent', 'payout_processed')).toEqual(['confirmed']);
  });

  it('that came back is refunded behind it, also after it was confirmed', () => {
    expect(passed('confirmed', 'bounced')).toEqual(['bounced']);
    expect(passed('confirmed', 'refunded')).toEqual(['bounced', 'refunded']);
    expect(passed('initiated', 'refunded').slice(-3)).toEqual([
      'sending_fiat',
      'bounced',
      'refunded',
    ]);
    expect(passed('bounced', 'refunded', false)).toEqual([]);
  });

  it('whose tokens cannot go back is neither paid out, refunded nor failed, and is refunded once they can', () => {
    expect(passed('sending_fiat', 'return_blocked')).toEqual(['bounced']);
    expect(passed('confirmed', 'return_blocked')).toEqual(['bounced']);
    expect(passed('bounced', 'return_blocked')).toEqual([]);
    expect(passed('bounced', 'refunded')).toEqual(['refunded']);
  });

  it('that is given up fails, is void where nobody paid, and stays confirmed where it was', () => {
    expect(passed('opened', 'failed')).toEqual(['initiated', 'failed']);
    expect(passed('opened', 'failed', false)).toEqual(['voided']);
    expect(passed('bounced', 'failed')).toEqual(['failed']);
    expect(passed('confirmed', 'failed')).toEqual([]);
  });
});
