export { linkedPayload } from './model/linked-payload.ts';
export { type PaymentPayload, paymentPayload } from './model/payment-payloads.ts';
export { EVENT_RULES, isEventType, WEBHOOK_EVENTS } from './model/vocabulary.ts';
export { recordEvent, recordEvents } from './record-event.ts';
export { OUTBOX_CHANNEL } from './store.ts';
