import { z } from 'zod';
import type { DocumentedRefusal } from '#platform/http/endpoint.ts';
import { PERSON_FIELDS } from '../model/person.ts';
import { payerNotFound } from '../view-payer.ts';

const CLIENT_USER_ID_MAX = 200;

/** The integrator's own id of a payer. */
const clientUserId = z
  .string()
  .min(1, 'clientUserId must have 1 to 200 characters')
  .max(CLIENT_USER_ID_MAX, 'clientUserId must have 1 to 200 characters')
  .regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u, 'clientUserId must not hold control characters')
  .describe('Your own id of the person. It stands in events and logs: use none that is personal.');

/** The payer that a path names. */
export const PayerParams = z.object({ clientUserId });

const SAMPLE_PERSON = {
  clientUserId: 'user-42',
  email: 'ada@shop.example',
  firstName: 'Ada',
  lastName: 'Example',
  beneficiaryType: 'individual' as const,
  dateOfBirth: '1990-01-01',
  addressLine1: '1 Example Street',
  city: 'Springfield',
  state: 'IL',
  postcode: '62701',
  country: 'US',
  nationality: 'US',
  phone: '+12025550100',
  ssn: '000000000',
};

/** Other members are ignored: platforms send whole rows of theirs. */
export const CreatePayerRequest = z
  .object({
    clientUserId,
    beneficiaryType: z.enum(['individual', 'business'], {
      // Without what was sent, as that is about a person.
      error: 'must be "individual" or "business"',
    }),
    ...PERSON_FIELDS,
  })
  .meta({
    id: 'CreatePayerRequest',
    description: 'Who a payer is. Members that are not named here are ignored.',
    examples: [SAMPLE_PERSON],
  });

const SAMPLE_USER_ID = '6b1e5b34-8d0c-4c0e-9f53-0f6f4c1d2a11';
const pages = {
  agreementUrl: z.url().optional().describe('Where the payer reads what it agrees to.'),
  kycUrl: z
    .url()
    .optional()
    .describe(
      'Where the payer shows who it is, for a day. Left out while the provider has not answered, and once nothing is to be done there.',
    ),
};
const SAMPLE_PAGES = {
  agreementUrl: 'https://example.com/payer-terms',
  kycUrl: 'https://identity.example/check/9f53',
};
const SAMPLE_PROGRESS = {
  agreementStatus: 'not_started' as const,
  kycStatus: 'not_started' as const,
};
const userId = z.uuid().describe('The id of the payer here.');
const done = z.enum(['not_started', 'completed']);

/** A payer that was named. */
export const CreatePayerResponse = z
  .object({
    ...pages,
    status: z.object({ agreementStatus: done, kycStatus: done }).meta({
      id: 'PayerProgress',
      description: 'Whether each is done. `GET /v2/payer/{clientUserId}` says more.',
      examples: [SAMPLE_PROGRESS],
    }),
    userId,
  })
  .meta({
    id: 'CreatePayerResponse',
    description: 'A payer that was named, and what it has to do.',
    examples: [
      {
        ...SAMPLE_PAGES,
        status: SAMPLE_PROGRESS,
        userId: SAMPLE_USER_ID,
      },
    ],
  });

/** Where a payer stands. */
export const PayerStatusResponse = z
  .object({
    kycStatus: z.enum(['not_started', 'pending', 'approved', 'rejected', 'retry_required']),
    agreementStatus: z.enum(['not_started', 'pending', 'completed', 'rejected', 'failed']),
    isCompliant: z.boolean().describe('Whether the one is approved and the other completed.'),
    userId,
    ...pages,
  })
  .meta({
    id: 'PayerStatusResponse',
    description: 'Where a payer stands.',
    examples: [
      {
        kycStatus: 'approved' as const,
        agreementStatus: 'completed' as const,
        isCompliant: true,
        userId: SAMPLE_USER_ID,
      },
    ],
  });

/** The refusal of a payer that the account has not named. */
export const PAYER_NOT_FOUND: DocumentedRefusal = {
  status: 404,
  when: 'The account has named no such payer.',
  examples: [payerNotFound('user-42')],
};
