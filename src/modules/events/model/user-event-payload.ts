import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { LinkClientId } from './link-client-id.ts';

/** How far a payer has come on the payment page. */
export const UserEvent = z.enum([
  'wallet_connected',
  'payment_sent_to_wallet',
  'payment_approved_in_wallet',
]);
/** One of them. */
export type UserEvent = z.output<typeof UserEvent>;

/** What receivers of `secure_payment.user_event` are sent. */
export const UserEventPayload = z.strictObject({
  event: z.literal('secure_payment.user_event'),
  userEvent: UserEvent,
  securePaymentToken: z.string().describe('By this, the events of a link find each other.'),
  requestId: z.string().optional().describe('Only where the link has exactly one request.'),
  requestIds: z.array(z.string()),
  occurredAt: z.iso.datetime().optional().describe("By the clock of the payer's browser."),
  timestamp: z.iso.datetime().describe('By our clock.'),
  properties: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('The browser’s own user agent, which proves nothing.'),
  clientId: LinkClientId.optional(),
  orchestratorId: z
    .string()
    .optional()
    .describe('The partner that created the link, where one did.'),
});

/** What the API description shows of it. */
export const SAMPLE_USER_EVENT = {
  event: 'secure_payment.user_event',
  userEvent: 'payment_approved_in_wallet',
  securePaymentToken: SAMPLE.token,
  requestId: SAMPLE.requestId,
  requestIds: [SAMPLE.requestId],
  occurredAt: '2026-01-02T03:09:29.500Z',
  timestamp: '2026-01-02T03:09:30.000Z',
  properties: {
    wallet_provider: 'demo',
    wallet_address_hashed: '8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4',
    payment_submission_id: SAMPLE.transactionHash,
    payment_submission_id_type: 'evm_tx_hash',
    payment_type: 'single',
  },
  clientId: SAMPLE.clientId,
} as const;
