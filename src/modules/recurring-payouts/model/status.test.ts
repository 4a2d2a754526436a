import { describe, expect, it } from 'vitest';
import { next } from '#kit/machine.ts';
import {
  type InstalmentEvent,
  type InstalmentStatus,
  instalmentMachine,
  type RecurringPayoutEvent,
  type RecurringPayoutStatus,
  recurringPayoutMachine,
} from './status.ts';

const PAYOUT_EVENTS: readonly RecurringPayoutEvent[] = [
  'signed',
  'could_not_pay',
  'unpaused',
  'was_cancelled',
  'last_ended',
  'payment_undone',
];

const INSTALMENT_EVENTS: readonly InstalmentEvent[] = [
  'became_due',
  'was_sent',
  'was_paid',
  'could_not_be_taken',
  'was_taken_unpaid',
  'was_paid_elsewhere',
  'payment_undone',
];

describe('a recurring payout moves', () => {
  it.each<[RecurringPayoutStatus, readonly (RecurringPayoutStatus | undefined)[]]>([
    ['pending', ['active', undefined, undefined, 'cancelled', undefined, undefined]],
    ['active', [undefined, 'paused', undefined, 'cancelled', 'completed', undefined]],
    ['paused', [undefined, undefined, 'active', 'cancelled', 'completed', undefined]],
    ['completed', [undefined, undefined, undefined, undefined, undefined, 'active']],
    ['cancelled', [undefined, undefined, undefined, undefined, undefined, undefined]],
  ])('from %s', (from, expected) => {
    const found = PAYOUT_EVENTS.map((event) => next(recurringPayoutMachine, from, event));
    expect(found).toEqual(expected);
  });
});

type InstalmentMoves = readonly (InstalmentStatus | undefined)[];

describe('an instalment moves', () => {
  const no = undefined;
  it.each<[InstalmentStatus, InstalmentMoves]>([
    ['waiting', ['due', no, 'paid', no, no, no, no]],
    ['due', [no, 'sent', 'paid', 'failed', 'lost', 'paid_elsewhere', no]],
    ['sent', [no, no, 'paid', 'failed', 'lost', 'paid_elsewhere', no]],
    ['paid', [no, no, no, no, no, no, 'sent']],
    ['failed', ['due', 'sent', 'paid', 'failed', 'lost', 'paid_elsewhere', no]],
    ['paid_elsewhere', [no, no, 'paid', no, no, no, no]],
    ['lost', [no, no, 'paid', no, no, no, no]],
  ])('from %s', (from, expected) => {
    expect(INSTALMENT_EVENTS.map((event) => next(instalmentMachine, from, event))).toEqual(
      expected,
    );
  });
});
