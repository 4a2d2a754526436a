import { describe, expect, it } from 'vitest';
import { type Machine, next } from '#kit/machine.ts';
import { anInstalment, aRecurringPayout } from '../../../../tests/support/recurring-payouts.ts';
import { type NextStep, nextStep } from './next-step.ts';
import {
  type InstalmentEvent,
  type InstalmentStatus,
  instalmentMachine,
  isInstalmentStatus,
  isRecurringPayoutStatus,
  RECURRING_PAYOUT_STATUSES,
  type RecurringPayoutEvent,
  type RecurringPayoutStatus,
  recurringPayoutMachine,
} from './status.ts';

/** Each event, and every move that it makes; a new event does not compile until it is here. */
const PAYOUT_MOVES: Readonly<Record<RecurringPayoutEvent, readonly string[]>> = {
  signed: ['pending > active'],
  was_never_signed: ['pending > cancelled'],
  could_not_pay: ['active > paused'],
  wallet_rejected: ['active > paused'],
  unpaused: ['paused > active'],
  was_cancelled: ['pending > cancelled', 'active > cancelled', 'paused > cancelled'],
  last_ended: ['active > completed', 'paused > completed'],
  payment_undone: ['completed > active'],
};

const INSTALMENT_MOVES: Readonly<Record<InstalmentEvent, readonly string[]>> = {
  became_due: ['waiting > due', 'failed > due'],
  was_sent: ['due > sent', 'failed > sent'],
  was_paid: ['waiting', 'due', 'sent', 'failed', 'paid_elsewhere', 'lost'].map(
    (from) => `${from} > paid`,
  ),
  could_not_be_taken: ['due', 'sent', 'failed'].map((from) => `${from} > failed`),
  was_taken_unpaid: ['due', 'sent', 'failed'].map((from) => `${from} > lost`),
  was_paid_elsewhere: ['due', 'sent', 'failed'].map((from) => `${from} > paid_elsewhere`),
  payment_undone: ['paid > sent'],
};

/** What each event does in each state: the moves that it makes, and none anywhere else. */
function walked<State extends string, Event extends string>(
  machine: Machine<State, Event>,
  states: readonly State[],
  events: Readonly<Record<Event, readonly string[]>>,
) {
  const names = Object.keys(events).filter((name): name is Event => name in events);
  return names.map((event) => ({
    event,
    moves: states.flatMap((from) => {
      const to = next(machine, from, event);
      return to === undefined ? [] : [`${from} > ${to}`];
    }),
  }));
}

const INSTALMENT_STATUSES = Object.keys(instalmentMachine).filter(isInstalmentStatus);

describe('a state moves by', () => {
  it.each(walked(recurringPayoutMachine, RECURRING_PAYOUT_STATUSES, PAYOUT_MOVES))(
    '$event of a recurring payout from nowhere else',
    ({ event, moves }) => {
      expect(moves.sort()).toEqual([...PAYOUT_MOVES[event]].sort());
    },
  );

  it.each(walked(instalmentMachine, INSTALMENT_STATUSES, INSTALMENT_MOVES))(
    '$event of an instalment from nowhere else',
    ({ event, moves }) => {
      expect(moves.sort()).toEqual([...INSTALMENT_MOVES[event]].sort());
    },
  );

  it('no event that is not listed, and every state is one that is known', () => {
    const eventsOf = (machine: Machine<string, string>) =>
      new Set(Object.values(machine).flatMap((moves) => Object.keys(moves)));
    expect(eventsOf(recurringPayoutMachine)).toEqual(new Set(Object.keys(PAYOUT_MOVES)));
    expect(eventsOf(instalmentMachine)).toEqual(new Set(Object.keys(INSTALMENT_MOVES)));
    expect(Object.keys(recurringPayoutMachine).filter(isRecurringPayoutStatus)).toEqual(
      Object.keys(recurringPayoutMachine),
    );
    expect(INSTALMENT_STATUSES).toEqual(Object.keys(instalmentMachine));
  });
});

const DAY_MS = 86_400_000;

/** What a worker may do for a step: for an instalment and for its payout. */
const EVENTS_OF: Readonly<
  Record<
    NextStep['do'],
    { readonly instalment?: readonly InstalmentEvent[]; readonly payout?: RecurringPayoutEvent }
  >
> = {
  mark_paid: { instalment: ['was_paid'] },
  mark_undone: { instalment: ['payment_undone'] },
  complete: { payout: 'last_ended' },
  end_unsigned: { payout: 'was_never_signed' },
  follow: {
    instalment: ['was_paid', 'could_not_be_taken', 'was_taken_unpaid', 'was_paid_elsewhere'],
  },
  take: {
    instalment: ['could_not_be_taken', 'was_taken_unpaid', 'was_paid_elsewhere'],
    payout: 'could_not_pay',
  },
  watch: {},
  watch_revocation: {},
  wait: {},
};

interface Scene {
  readonly status: RecurringPayoutStatus;
  readonly instalments: readonly { readonly status: InstalmentStatus; readonly isPaid: boolean }[];
  readonly day: number;
}

/** Every state of a payout of two, with every pair of states of its instalments, paid or not, at each time. */
const SCENES: readonly Scene[] = RECURRING_PAYOUT_STATUSES.flatMap((status) => {
  const each = INSTALMENT_STATUSES.flatMap((one) =>
    [false, true].map((isPaid) => ({ status: one, isPaid })),
  );
  const pairs = each.flatMap((first) => [[first], ...each.map((second) => [first, second])]);
  return pairs.flatMap((instalments) =>
    [0, 0.75, 1, 30].map((day) => ({ status, instalments, day }) as const),
  );
});

function stepIn({ status, instalments, day }: Scene) {
  const payout = aRecurringPayout({ status, totalPayments: 2 });
  const made = instalments.map((one, at) => anInstalment({ ...one, index: at + 1 }));
  const now = new Date(payout.firstDueAt.getTime() + day * DAY_MS);
  return { made, step: nextStep(payout, made, now) };
}

it('whatever the states are, the next step is one that their tables have', () => {
  const illegal = SCENES.flatMap((scene) => {
    const { made, step } = stepIn(scene);
    const { instalment = [], payout } = EVENTS_OF[step.do];
    const of =
      'instalment' in step
        ? step.instalment
        : made.find(({ index }) => 'index' in step && index === step.index);
    // One that is taken for the first time has no row, or one that begins to be due.
    const from = of?.status === 'waiting' && step.do === 'take' ? 'due' : of?.status;
    const isLegal =
      (payout === undefined || next(recurringPayoutMachine, scene.status, payout) !== undefined) &&
      (from === undefined ||
        instalment.every((event) => next(instalmentMachine, from, event) !== undefined));
    return isLegal ? [] : [{ scene, step: step.do }];
  });
  expect(illegal).toEqual([]);
  expect(new Set(SCENES.map((scene) => stepIn(scene).step.do))).toEqual(
    new Set(Object.keys(EVENTS_OF)),
  );
});
