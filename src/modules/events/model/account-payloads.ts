import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';

const clientUserId = z.string().describe("The integrator's own id of the person.");

const rawPayload = z
  .record(z.string(), z.unknown())
  .optional()
  .describe('The answer of the provider, unchanged.');

/** What receivers of `compliance.updated` are sent. */
export const ComplianceUpdated = z.strictObject({
  event: z.literal('compliance.updated'),
  clientUserId,
  kycStatus: z.enum(['not_started', 'pending', 'approved', 'rejected', 'retry_required']),
  agreementStatus: z.enum(['not_started', 'pending', 'completed', 'rejected', 'failed']),
  isCompliant: z.boolean().describe('Whether both are done, so that the person may be paid.'),
  timestamp: z.iso.datetime(),
  rawPayload,
});

/** What the API description shows of it. */
export const SAMPLE_COMPLIANCE = {
  event: 'compliance.updated',
  clientUserId: 'user-42',
  kycStatus: 'approved',
  agreementStatus: 'completed',
  isCompliant: true,
  timestamp: SAMPLE.createdAt,
} as const;

/** What receivers of `payment_detail.updated` are sent. */
export const PaymentDetailUpdated = z.strictObject({
  event: z.literal('payment_detail.updated'),
  paymentDetailsId: z.string().describe('The bank account that was verified, or not.'),
  clientUserId,
  status: z.enum(['approved', 'failed', 'pending']),
  rejectionMessage: z.string().optional().describe('Why it failed.'),
  requestId: z.string().optional(),
  timestamp: z.iso.datetime(),
  rawPayload,
});

/** What the API description shows of it. */
export const SAMPLE_PAYMENT_DETAIL = {
  event: 'payment_detail.updated',
  paymentDetailsId: '01KC9V7N3E5GQ0X8R2JT6WZ4PD',
  clientUserId: 'user-42',
  status: 'approved',
  timestamp: SAMPLE.createdAt,
} as const;
