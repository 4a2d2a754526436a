import { describe, expect, it } from 'vitest';
import { anInstalment, aRecurringPayout } from '../../../../tests/support/recurring-payouts.ts';
import { type NextStep, nextStep } from './next-step.ts';
import type { Instalment, RecurringPayout } from './recurring-payout.ts';
import type { InstalmentStatus, RecurringPayoutStatus } from './status.ts';

const FIRST = new Date('2026-01-01T00:00:00.000Z');
const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
const after = (ms: number) => new Date(FIRST.getTime() + ms);

/** Instalments in their order; `isPaid` follows the status unless it is said. */
function made(...statuses: readonly (InstalmentStatus | [InstalmentStatus, boolean])[]) {
  return statuses.map((one, at): Instalment => {
    const index = at + 1;
    if (typeof one === 'string') return anInstalment({ index, status: one });
    return anInstalment({ index, status: one[0], isPaid: one[1] });
  });
}

interface Case {
  readonly title: string;
  readonly payout?: Partial<RecurringPayout>;
  readonly instalments: readonly Instalment[];
  readonly now?: Date;
  readonly step: object;
}

const index = (number: number) => ({ instalment: { index: number } });

const CASES: readonly Case[] = [
  {
    title: 'a due one is taken',
    instalments: made('waiting'),
    step: { do: 'take', index: 1 },
  },
  {
    title: 'one that was sent is followed before the next is taken',
    instalments: made('paid', 'sent'),
    now: after(5 * DAY_MS),
    step: { do: 'follow', ...index(2) },
  },
  {
    title: 'the next one that is missing is taken where several are due',
    instalments: made('paid'),
    now: after(5 * DAY_MS),
    step: { do: 'take', index: 2 },
  },
  {
    title: 'what was lost or paid elsewhere is left out',
    instalments: made('lost', 'paid_elsewhere'),
    now: after(5 * DAY_MS),
    step: { do: 'take', index: 3 },
  },
  {
    title: 'a payment is marked before anything is sent',
    instalments: made(['failed', true]),
    step: { do: 'mark_paid', ...index(1) },
  },
  {
    title: 'a payment that is undone is marked also of what is completed',
    payout: { status: 'completed' },
    instalments: made(['paid', false], 'paid', 'paid'),
    step: { do: 'mark_undone', ...index(1) },
  },
  {
    title: 'it completes once all have ended',
    instalments: made('paid', 'lost', 'paid_elsewhere'),
    step: { do: 'complete' },
  },
  {
    title: 'what is paused completes too',
    payout: { status: 'paused' },
    instalments: made('paid', 'paid', 'lost'),
    step: { do: 'complete' },
  },
  {
    title: 'one that failed waits for its time',
    payout: { failureCount: 1, retryAt: after(HOUR_MS) },
    instalments: made('failed'),
    step: { do: 'wait', until: after(HOUR_MS) },
  },
  {
    title: 'one that failed is taken again at its time',
    payout: { failureCount: 1, retryAt: after(HOUR_MS) },
    instalments: made('failed'),
    now: after(HOUR_MS),
    step: { do: 'take', index: 1 },
  },
  {
    title: 'the payer is watched from half a day before a daily one',
    instalments: made('paid'),
    now: after(DAY_MS / 2),
    step: { do: 'watch', until: after(DAY_MS) },
  },
  {
    title: 'nothing is done before that',
    instalments: made('paid'),
    now: after(DAY_MS / 2 - 1),
    step: { do: 'wait', until: after(DAY_MS / 2) },
  },
  {
    title: 'what was sent is followed though it was cancelled since',
    payout: { status: 'cancelled' },
    instalments: made('sent'),
    step: { do: 'follow', ...index(1) },
  },
  {
    title: 'the allowance of what was cancelled is watched',
    payout: { status: 'cancelled' },
    instalments: made('failed'),
    step: { do: 'watch_revocation' },
  },
];

const AT_REST: readonly [string, RecurringPayoutStatus, Partial<RecurringPayout>][] = [
  ['is paused', 'paused', {}],
  ['was cancelled before it was signed', 'cancelled', { signature: null }],
  ['was cancelled, and its allowance is lowered', 'cancelled', { revokedAt: FIRST }],
  ['was cancelled, and has expired', 'cancelled', { expiresAt: FIRST }],
];

describe('the next step', () => {
  it.each(CASES)('$title', ({ payout: changes, instalments, now = FIRST, step }) => {
    const found: NextStep = nextStep(aRecurringPayout(changes), instalments, now);
    expect(found).toMatchObject(step);
  });

  it.each(AT_REST)('is none by itself where it %s', (_title, status, changes) => {
    const step = nextStep(
      aRecurringPayout({ status, ...changes }),
      made('waiting'),
      after(5 * DAY_MS),
    );
    expect(step).toEqual({ do: 'wait', until: null });
  });
});
