import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { invariant } from '#kit/failure.ts';
import { WEBHOOK_EVENTS } from './webhook-events.ts';

/** The events that a receiver can be sent for a test, as the public API lists them. */
export const TestEventType = z.enum([
  'payment.processing',
  'payment.failed',
  'payment.refunded',
  'payment.confirmed',
  'payment.partial',
  'request.recurring',
  'payment_detail.updated',
  'compliance.updated',
  'client_id.linked',
  'secure_payment.access_rejected',
  'kyt.screening.completed',
  'secure_payment.user_event',
]);

/** One of them. */
export type TestEventType = z.output<typeof TestEventType>;

const REQUEST = 'req_test123456789abcdef';
const REFERENCE = '0x1234567890abcdef1234567890abcdef12345678';
const TOKEN = '01K0000000000000000000TEST';
const TRANSACTION = `0x${'0'.repeat(64)}`;

/** Placeholders for identifiers, so that a test is never mistaken for a payment. */
const PLACEHOLDERS: Readonly<Record<string, unknown>> = {
  requestId: REQUEST,
  requestID: REQUEST,
  requestIds: [REQUEST],
  originalRequestId: `${REQUEST}-original`,
  paymentReference: REFERENCE,
  originalRequestPaymentReference: REFERENCE,
  securePaymentToken: TOKEN,
  paymentToken: TOKEN,
  txHash: TRANSACTION,
  explorer: SAMPLE.explorerUrl.replace(SAMPLE.transactionHash, TRANSACTION),
  clientId: 'cli_test',
  orchestratorId: '01K0000000000000000000ORCH',
  linkId: '01K0000000000000000000LINK',
  intentId: '01K000000000000000000000NT',
  reference: 'TEST',
};

/** The payload of a test delivery: of its event's shape, and of nothing that happened. */
export function testPayload(eventType: TestEventType): Readonly<Record<string, unknown>> {
  const event = WEBHOOK_EVENTS.find(({ name }) => name === eventType);
  invariant(event !== undefined, `${eventType} is in the vocabulary`);
  return Object.fromEntries(
    Object.entries(event.sample).map(([key, value]) => [key, PLACEHOLDERS[key] ?? value]),
  );
}
