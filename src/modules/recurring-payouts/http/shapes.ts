import { z } from 'zod';
import { isHex } from '#kit/hex.ts';
import { PARTY_REFUSALS } from '#modules/compliance/index.ts';
import type { DocumentedRefusal } from '#platform/http/endpoint.ts';
import {
  alreadyCompleted,
  invalidPermitSignature,
  notPaused,
  notPending,
  payerIsContract,
  permitExpired,
  recurrenceNotForPublic,
  recurringPayoutNotFound,
  startedLongAgo,
} from '../model/refusals.ts';
import { RecurringCall, SAMPLE_ID, SAMPLES } from '../model/signing-shapes.ts';

/** A key's signature: `0x`, r, s and v. */
const SIGNATURE_CHARACTERS = 132;

/** Longer than any id. */
const ID_MAX = 100;

const id = (what: string) =>
  z
    .string()
    .max(ID_MAX)
    .regex(/^[^\0]*$/, `${what} must not contain the character NUL`);

/** The recurring payout that a path names. */
export const RecurringPayoutParams = z.object({
  id: id('id').describe('As creating it answered.'),
});

/** The page that a path names. */
export const RecurringPayoutPageParams = z.object({
  token: id('token').describe('The page token, as creating the recurring payout answered it.'),
});

/** The 65 bytes that a key signs with, of the field that is named. */
export const keySignature = (field: string) =>
  z
    .string()
    .refine(isHex, `${field} must be 0x and whole bytes in hexadecimal digits`)
    .refine(
      ({ length }) => length === SIGNATURE_CHARACTERS,
      `${field} must be the 65 bytes of a key's signature`,
    );

/** A signature in examples. */
export const SAMPLE_SIGNATURE = `0x${'1b'.repeat(65)}` as const;

/** The 404 of everything below a recurring payout. */
export const NOT_FOUND = {
  status: 404,
  when: 'The account has no such recurring payout.',
  examples: [recurringPayoutNotFound()],
} as const satisfies DocumentedRefusal;

/** The 403 of what a public client ID may not do in production. */
export const NOT_FOR_PUBLIC = {
  status: 403,
  when: 'In production, a client ID with allowed domains: it is public.',
  examples: [recurrenceNotForPublic()],
} as const satisfies DocumentedRefusal;

/** The 403 of what begins with wallets that are looked up. */
export const PARTIES_REFUSED = {
  status: 403,
  when: 'The payer or the payee was rejected by a screening, or could not be screened now.',
  examples: [PARTY_REFUSALS.payer('recurrence.payer')],
} as const satisfies DocumentedRefusal;

/** What activating refuses. */
export const CANNOT_ACTIVATE = {
  status: 400,
  when: 'It is not pending, was not signed by the payer’s key, or began so long ago that several payments are due.',
  examples: [notPending('active'), invalidPermitSignature(), payerIsContract(), startedLongAgo()],
} as const satisfies DocumentedRefusal;

/** What changing refuses. */
export const CANNOT_UPDATE = {
  status: 400,
  when: 'It has ended, is not paused, or its permit has expired.',
  examples: [alreadyCompleted(), notPaused('active'), permitExpired()],
} as const satisfies DocumentedRefusal;

const sampleStopped = {
  id: SAMPLE_ID,
  status: 'cancelled' as const,
  transactions: [SAMPLES.call],
  metadata: {
    remainingPayments: 2,
    remainingAmount: '2000000',
    processedPayments: 1,
    totalPayments: 3,
  },
};

/** What stopping a recurring payout answers. */
export const RecurringPayoutStopped = z
  .object({
    id: z.string(),
    status: z.literal('cancelled'),
    transactions: z
      .array(RecurringCall)
      .describe(
        'What the payer sends, so that the contract can take no more than the payer’s other recurring payouts need. Empty where it cannot already.',
      ),
    metadata: z
      .object({
        remainingPayments: z.int(),
        remainingAmount: z
          .string()
          .describe('What they would have taken, with every fee, in the smallest unit.'),
        processedPayments: z.int(),
        totalPayments: z.int(),
      })
      .meta({
        id: 'RecurringPaymentStoppedMetadata',
        description: 'What is left of it.',
        examples: [sampleStopped.metadata],
      }),
  })
  .meta({
    id: 'RecurringPaymentStopped',
    description: 'A recurring payout that was stopped.',
    examples: [sampleStopped],
  });
