import { expect, it } from 'vitest';
import { next } from '#kit/machine.ts';
import { isCompliant } from './payer.ts';
import {
  AGREEMENT_STATUSES,
  IDENTITY_STATUSES,
  type PayerIdentityEvent,
  payerAgreementMachine,
  payerIdentityMachine,
} from './status.ts';

const EVENTS: readonly PayerIdentityEvent[] = [
  'was_started',
  'is_checked',
  'was_approved',
  'was_rejected',
  'needs_retry',
  'became_unclear',
  'begins_anew',
];

it('only the approval of the provider leads to approved', () => {
  for (const status of IDENTITY_STATUSES) {
    for (const event of EVENTS) {
      const to = next(payerIdentityMachine, status, event);
      if (event !== 'was_approved') expect(to, `${status} ${event}`).not.toBe('approved');
    }
  }
});

it('an approval ends with everything that the provider says but an approval', () => {
  const after = EVENTS.map((event) => [event, next(payerIdentityMachine, 'approved', event)]);
  expect(Object.fromEntries(after)).toEqual({
    was_started: undefined,
    is_checked: 'pending',
    was_approved: undefined,
    was_rejected: 'rejected',
    needs_retry: 'retry_required',
    became_unclear: 'pending',
    begins_anew: 'not_started',
  });
});

it('nobody who was rejected begins anew, and no check that was not started is decided', () => {
  expect(next(payerIdentityMachine, 'rejected', 'begins_anew')).toBeUndefined();
  expect(Object.keys(payerIdentityMachine.not_started)).toEqual(['was_started']);
});

it('an agreement is completed where the payer agrees, and by nothing else', () => {
  for (const status of AGREEMENT_STATUSES) {
    const isDone = status === 'completed';
    const agreed = next(payerAgreementMachine, status, 'was_agreed');
    expect(agreed).toBe(isDone ? undefined : 'completed');
    const declined = next(payerAgreementMachine, status, 'was_declined');
    expect(declined).toBe(status === 'rejected' ? undefined : 'rejected');
  }
});

it('one pair of states alone is compliant', () => {
  const pairs = IDENTITY_STATUSES.flatMap((identityStatus) =>
    AGREEMENT_STATUSES.map((agreementStatus) => ({ identityStatus, agreementStatus })),
  );
  expect(pairs.filter(isCompliant)).toEqual([
    { identityStatus: 'approved', agreementStatus: 'completed' },
  ]);
});
