export {
  CRYPTO_PROCESSOR,
  type PaymentFacts,
  type PaymentPayload,
  paymentPayload,
} from './model/payment-payloads.ts';
export {
  type ClientIdAddition,
  EVENT_RULES,
  type EventPayload,
  type EventType,
  isEventType,
  type LinkExpired,
  WEBHOOK_EVENTS,
  type WebhookEvent,
} from './model/vocabulary.ts';
export { type EventDraft, recordEvent, recordEvents } from './record-event.ts';
export { OUTBOX_CHANNEL } from './store.ts';
