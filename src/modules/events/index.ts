export { continueFeed } from './continue-feed.ts';
export { accessRejectedPayload } from './model/access-payloads.ts';
export { CREATED_BY, type CreatedBy, FLOWS, type Flow } from './model/creation.ts';
export { CustomerInfo, SAMPLE_CUSTOMER } from './model/customer-info.ts';
export {
  feesOutstandingPayload,
  OutstandingFee,
  outstandingFeeOf,
  SkippedFee,
  skippedFeeOf,
} from './model/fees-outstanding-payload.ts';
export { linkedPayload } from './model/linked-payload.ts';
export { type PaymentPayload, paymentPayload } from './model/payment-payloads.ts';
export { readPayload, type StoredPayload } from './model/read-payload.ts';
export { TEST_EVENT_TYPES, type TestEventType, testPayload } from './model/test-payload.ts';
export { SAMPLE_USER_EVENT, USER_EVENTS, type UserEvent } from './model/user-event-payload.ts';
export { EVENT_RULES, type EventType, isEventType } from './model/vocabulary.ts';
export { WEBHOOK_EVENTS } from './model/webhook-events.ts';
export { type EventDraft, recordEvent, recordEvents } from './record-event.ts';
export { OUTBOX_CHANNEL } from './store.ts';
