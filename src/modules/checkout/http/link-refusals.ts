import { z } from 'zod';
import type { DocumentedRefusal } from '#platform/http/endpoint.ts';

const RequestStatus = z
  .object({
    requestId: z.string(),
    hasBeenPaid: z.boolean(),
    txHash: z
      .string()
      .nullable()
      .describe('The transaction that paid it, or that was seen and waits for confirmations.'),
  })
  .meta({ id: 'RequestStatus', description: 'How one request of a link stands.' });

/** How the requests of a link stand. */
export const RequestStatuses = z.array(RequestStatus);

const problem = {
  statusCode: z.int(),
  message: z.string(),
  error: z.string(),
  code: z.string(),
  branding: z.null(),
  docUrl: z.string(),
  correlationId: z.string(),
};

const Completed = z
  .object({
    ...problem,
    status: z.literal('completed'),
    requestStatuses: RequestStatuses,
    redirectUrl: z.string().nullable(),
    redirectLabel: z.string().nullable(),
  })
  .meta({ id: 'SecurePaymentCompleted', description: 'The link was paid.' });

const NotPayable = z
  .object({
    ...problem,
    status: z.enum(['expired', 'invalidated', 'compliance_failed']),
    expiresAt: z.iso.datetime().optional().describe('When it expired; only on expired links.'),
    requestStatuses: RequestStatuses.optional().describe('Only once a payment was seen.'),
  })
  .meta({ id: 'SecurePaymentNotPayable', description: 'The link can no longer be paid.' });

/** What the payer's reads answer when there is nothing to pay. */
export const linkRefusals: readonly DocumentedRefusal[] = [
  { status: 400, when: 'The query contradicts itself, or asks for a route that is not built yet.' },
  {
    status: 403,
    when: 'The link expired, was withdrawn or rejected; or the client ID may not be used.',
    schema: NotPayable,
  },
  { status: 404, when: 'No link has this token.' },
  { status: 409, when: 'The link was already paid.', schema: Completed },
];
