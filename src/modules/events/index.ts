export { accessRejectedPayload } from './model/access-payloads.ts';
export { linkedPayload } from './model/linked-payload.ts';
export { type PaymentPayload, paymentPayload } from './model/payment-payloads.ts';
export { TEST_EVENT_TYPES, type TestEventType, testPayload } from './model/test-payload.ts';
export { SAMPLE_USER_EVENT, USER_EVENTS, type UserEvent } from './model/user-event-payload.ts';
export { EVENT_RULES, type EventType, isEventType } from './model/vocabulary.ts';
export { WEBHOOK_EVENTS } from './model/webhook-events.ts';
export { recordEvent, recordEvents } from './record-event.ts';
export { OUTBOX_CHANNEL } from './store.ts';
