import {
  type AccessRejectedInput,
  accessRejectedPayload,
  type ScreeningCompletedInput,
  screeningCompletedPayload,
} from './access-payloads.ts';
import { type FeesOutstandingInput, feesOutstandingPayload } from './fees-outstanding-payload.ts';
import { type LinkedPayloadInput, linkedPayload } from './linked-payload.ts';
import { type PaymentPayloadInput, paymentPayload } from './payment-payloads.ts';
import {
  type PaymentFailedInput,
  type PaymentProcessingInput,
  type PaymentRefundedInput,
  paymentFailedPayload,
  paymentProcessingPayload,
  paymentRefundedPayload,
  type RequestRecurringInput,
  requestRecurringPayload,
} from './progress-inputs.ts';
import type { EventPayload } from './vocabulary.ts';

interface Of<Event extends EventPayload['event']> {
  readonly event: Event;
}

/** What is known of what happened, for events whose payload follows from it. */
type PayloadInput =
  | PaymentPayloadInput
  | PaymentFailedInput
  | PaymentProcessingInput
  | PaymentRefundedInput
  | RequestRecurringInput
  | (Of<'payment.fees_outstanding'> & FeesOutstandingInput)
  | (Of<'secure_payment.access_rejected'> & AccessRejectedInput)
  | (Of<'kyt.screening.completed'> & ScreeningCompletedInput)
  | (Of<'client_id.linked'> & LinkedPayloadInput);

/** The payload of an event, in the order in which its keys are sent. */
export function payloadOf(input: PayloadInput): EventPayload {
  switch (input.event) {
    case 'payment.failed':
      return paymentFailedPayload(input);
    case 'payment.processing':
      return paymentProcessingPayload(input);
    case 'payment.refunded':
      return paymentRefundedPayload(input);
    case 'request.recurring':
      return requestRecurringPayload(input);
    case 'payment.fees_outstanding':
      return feesOutstandingPayload(input);
    case 'secure_payment.access_rejected':
      return accessRejectedPayload(input);
    case 'kyt.screening.completed':
      return screeningCompletedPayload(input);
    case 'client_id.linked':
      return linkedPayload(input);
    default:
      return paymentPayload(input);
  }
}
