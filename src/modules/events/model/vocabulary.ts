import { z } from 'zod';
import { AccessRejected, ScreeningCompleted } from './access-payloads.ts';
import { ComplianceUpdated, PaymentDetailUpdated } from './account-payloads.ts';
import { CommerceStatusChanged } from './commerce-payload.ts';
import { FeesOutstanding } from './fees-outstanding-payload.ts';
import { PaymentHeld } from './held-payload.ts';
import { ClientIdLinked } from './linked-payload.ts';
import {
  MILESTONE_KEYS,
  PaymentFinalized,
  PaymentReverted,
  RecordedConfirmed,
  RecordedPartial,
} from './payment-payloads.ts';
import {
  PaymentFailed,
  PaymentProcessing,
  PaymentRefunded,
  RequestRecurring,
} from './progress-payloads.ts';
import { UserEventPayload } from './user-event-payload.ts';

/** What readers of `link.expired` see. Internal: no webhook carries it. */
const LinkExpired = z.strictObject({
  event: z.literal('link.expired'),
  securePaymentToken: z.string(),
  paymentToken: z.string(),
  expiresAt: z.iso.datetime(),
  timestamp: z.iso.datetime(),
});

/** What readers of `link.invalidated` see. Internal: no webhook carries it. */
const LinkInvalidated = z.strictObject({
  event: z.literal('link.invalidated'),
  securePaymentToken: z.string(),
  paymentToken: z.string(),
  reason: z.enum(['replaced', 'client_id_revoked', 'withdrawn']),
  replacedBy: z
    .string()
    .optional()
    .describe('The token of the link that has its request now; only of `replaced`.'),
  timestamp: z.iso.datetime(),
});

/** What readers of `multicall.status_changed` see. Internal: no webhook carries it. */
const MulticallStatusChanged = z.strictObject({
  event: z.literal('multicall.status_changed'),
  multicallToken: z.string(),
  paymentToken: z.string(),
  previousStatus: z.string(),
  status: z.string(),
  timestamp: z.iso.datetime(),
});

/** What readers of `recurring_payment.status_changed` see. Internal: no webhook carries it. */
const RecurringPaymentStatusChanged = z.strictObject({
  event: z.literal('recurring_payment.status_changed'),
  recurringPaymentId: z.string(),
  previousStatus: z.string(),
  status: z.string(),
  reason: z
    .string()
    .optional()
    .describe('Why it was paused, or ended by itself; for people to read.'),
  timestamp: z.iso.datetime(),
});

/** What readers of `recurring_payment.paid_elsewhere` see. Internal: no webhook carries it. */
const RecurringPaymentPaidElsewhere = z.strictObject({
  event: z.literal('recurring_payment.paid_elsewhere'),
  recurringPaymentId: z.string(),
  index: z.int().describe('Which payment of it, from 1.'),
  requestId: z.string().describe('The request that it counts for, which itself stays unpaid.'),
  txHash: z.string(),
  takenAt: z.iso.datetime().describe('The time of its block.'),
  timestamp: z.iso.datetime(),
});

/** Everything that may be recorded. The variants of an event are not: fan-out derives them. */
export const EventPayload = z.discriminatedUnion('event', [
  RecordedConfirmed,
  RecordedPartial,
  PaymentReverted,
  PaymentFinalized,
  FeesOutstanding,
  PaymentFailed,
  PaymentRefunded,
  PaymentProcessing,
  RequestRecurring,
  ComplianceUpdated,
  PaymentDetailUpdated,
  UserEventPayload,
  AccessRejected,
  ScreeningCompleted,
  ClientIdLinked,
  LinkExpired,
  LinkInvalidated,
  MulticallStatusChanged,
  CommerceStatusChanged,
  RecurringPaymentStatusChanged,
  RecurringPaymentPaidElsewhere,
  PaymentHeld,
]);
/** A payload as it is recorded. */
export type EventPayload = z.infer<typeof EventPayload>;
/** The name of an event that may be recorded. */
export type EventType = EventPayload['event'];

/** How far an event travels. */
interface EventRule {
  /** `webhook`: always sent. `setting`: only where an operator enables it. `feed`: never sent. */
  readonly reach: 'webhook' | 'setting' | 'feed';
  /** Which setting it is, with `setting` and only there. */
  readonly setting?: 'sendReversions' | 'sendOutstandingFees';
  /** Whether the variants for client IDs and secure payments are sent beside it. */
  readonly variants: boolean;
  /** What only the feed shows of it: receivers are sent the public shape and nothing beside it. */
  readonly feedKeys?: readonly string[];
  /** Earlier events of the same request and transaction that say nearly the same: it is stored as its difference from one. */
  readonly repeats?: readonly EventType[];
  /** Raised when the payload changes in a way that affects readers. */
  readonly schemaVersion: number;
}

const common = { reach: 'webhook', variants: false, schemaVersion: 1 } as const;

/** What each event is, as data. */
export const EVENT_RULES: Readonly<Record<EventType, EventRule>> = {
  'payment.confirmed': { ...common, variants: true, feedKeys: MILESTONE_KEYS },
  'payment.partial': { ...common, variants: true, feedKeys: MILESTONE_KEYS },
  'payment.reverted': { ...common, reach: 'setting', setting: 'sendReversions' },
  'payment.fees_outstanding': { ...common, reach: 'setting', setting: 'sendOutstandingFees' },
  'payment.finalized': {
    ...common,
    reach: 'feed',
    repeats: ['payment.confirmed', 'payment.partial'],
  },
  'payment.held': { ...common, reach: 'feed' },
  'payment.failed': common,
  'payment.refunded': common,
  'payment.processing': common,
  'request.recurring': common,
  'compliance.updated': common,
  'payment_detail.updated': common,
  'secure_payment.user_event': common,
  'secure_payment.access_rejected': common,
  'kyt.screening.completed': common,
  'client_id.linked': common,
  'link.expired': { ...common, reach: 'feed' },
  'link.invalidated': { ...common, reach: 'feed' },
  'multicall.status_changed': { ...common, reach: 'feed' },
  'commerce_payment.status_changed': { ...common, reach: 'feed' },
  'recurring_payment.status_changed': { ...common, reach: 'feed' },
  'recurring_payment.paid_elsewhere': { ...common, reach: 'feed' },
};

/** Whether a text names an event that may be recorded. */
export function isEventType(text: string): text is EventType {
  return Object.hasOwn(EVENT_RULES, text);
}
