import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { LinkClientId } from './link-client-id.ts';
import { lowerCase } from './wire-address.ts';

/** What receivers of `secure_payment.access_rejected` are sent. */
export const AccessRejected = z.strictObject({
  event: z.literal('secure_payment.access_rejected'),
  requestId: z.string(),
  attemptedPayerWalletAddress: z
    .string()
    .describe('The wallet that tried; in lower case where its address has two cases.'),
  timestamp: z.iso.datetime(),
  clientId: LinkClientId.optional(),
});

/** What the API description shows of it. */
export const SAMPLE_ACCESS_REJECTED = {
  event: 'secure_payment.access_rejected',
  requestId: SAMPLE.requestId,
  attemptedPayerWalletAddress: SAMPLE.payer,
  timestamp: SAMPLE.createdAt,
  clientId: SAMPLE.clientId,
} as const;

/** A wallet that may not pay a link. */
export interface AccessRejectedInput {
  readonly requestId: string;
  /** As its chain shows it. */
  readonly walletAddress: string;
  /** The public text; null where the link was created without one. */
  readonly clientId: string | null;
  readonly timestamp: string;
}

/** The payload of `secure_payment.access_rejected`. */
export function accessRejectedPayload(input: AccessRejectedInput): z.infer<typeof AccessRejected> {
  return {
    event: 'secure_payment.access_rejected',
    requestId: input.requestId,
    attemptedPayerWalletAddress: lowerCase(input.walletAddress),
    timestamp: input.timestamp,
    ...(input.clientId !== null && { clientId: input.clientId }),
  };
}

/** What receivers of `kyt.screening.completed` are sent. */
export const ScreeningCompleted = z.strictObject({
  event: z.literal('kyt.screening.completed'),
  paymentToken: z.string().describe('The token of the secure payment.'),
  clientId: LinkClientId.optional(),
  orchestratorId: z
    .string()
    .optional()
    .describe('The partner that created the link, where one did.'),
  walletAddress: z.string().describe('The wallet that was screened.'),
  eoaAddress: z.string(),
  smartAccountAddress: z.string().nullable(),
  status: z.enum(['approved', 'rejected']),
  provider: z.string().describe('Who produced the result.'),
  policyId: z
    .string()
    .nullable()
    .describe("The policy by which it was judged; null for the default of the provider's account."),
  timestamp: z.iso.datetime(),
});

/** What the API description shows of it. */
export const SAMPLE_SCREENING = {
  event: 'kyt.screening.completed',
  paymentToken: SAMPLE.token,
  clientId: SAMPLE.clientId,
  walletAddress: SAMPLE.payer,
  eoaAddress: SAMPLE.payer,
  smartAccountAddress: null,
  status: 'approved',
  provider: 'hypernative',
  policyId: null,
  timestamp: SAMPLE.createdAt,
} as const;

/** A wallet whose screening came to a result. */
export interface ScreeningCompletedInput
  extends Omit<
    z.infer<typeof ScreeningCompleted>,
    'event' | 'paymentToken' | 'clientId' | 'orchestratorId'
  > {
  readonly securePaymentToken: string;
  /** The public text; null where the link was created without one. */
  readonly clientId: string | null;
  readonly orchestratorId: string | null;
}

/** The payload of `kyt.screening.completed`. */
export function screeningCompletedPayload(
  input: ScreeningCompletedInput,
): z.infer<typeof ScreeningCompleted> {
  return {
    event: 'kyt.screening.completed',
    paymentToken: input.securePaymentToken,
    ...(input.clientId !== null && { clientId: input.clientId }),
    ...(input.orchestratorId !== null && { orchestratorId: input.orchestratorId }),
    walletAddress: input.walletAddress,
    eoaAddress: input.eoaAddress,
    smartAccountAddress: input.smartAccountAddress,
    status: input.status,
    provider: input.provider,
    policyId: input.policyId,
    timestamp: input.timestamp,
  };
}
