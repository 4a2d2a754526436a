export { continueFeed } from './continue-feed.ts';
export { hasReported } from './has-reported.ts';
export { CreatedBy, Flow } from './model/creation.ts';
export { CustomerInfo, SAMPLE_CUSTOMER } from './model/customer-info.ts';
export {
  OutstandingFee,
  outstandingFeeOf,
  SkippedFee,
  skippedFeeOf,
} from './model/fees-outstanding-payload.ts';
export { payloadOf } from './model/payload-of.ts';
export type { PaymentPayload } from './model/payment-payloads.ts';
export { readPayload, type StoredPayload } from './model/read-payload.ts';
export { TestEventType, testPayload } from './model/test-payload.ts';
export { UserEvent } from './model/user-event-payload.ts';
export { EVENT_RULES, type EventType, isEventType } from './model/vocabulary.ts';
export { WEBHOOK_EVENTS } from './model/webhook-events.ts';
export { type EventDraft, recordEvent, recordEvents } from './record-event.ts';
export { OUTBOX_CHANNEL } from './store.ts';
