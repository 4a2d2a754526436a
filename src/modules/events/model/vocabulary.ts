import { z } from 'zod';
import { PaymentConfirmed, PaymentPartial, PaymentReverted } from './payment-payloads.ts';

/** What readers of `link.expired` see. Internal: no webhook carries it. */
const LinkExpired = z.strictObject({
  event: z.literal('link.expired'),
  securePaymentToken: z.string(),
  paymentToken: z.string(),
  expiresAt: z.iso.datetime(),
  timestamp: z.iso.datetime(),
});

/** Everything that may be recorded. The variants of an event are not: fan-out derives them. */
export const EventPayload = z.discriminatedUnion('event', [
  PaymentConfirmed,
  PaymentPartial,
  PaymentReverted,
  LinkExpired,
]);
/** A payload as it is recorded. */
export type EventPayload = z.infer<typeof EventPayload>;
/** The name of an event that may be recorded. */
export type EventType = EventPayload['event'];

/** How far an event travels. */
interface EventRule {
  /** `webhook`: always sent. `setting`: only where an operator asks for it. `feed`: never sent. */
  readonly reach: 'webhook' | 'setting' | 'feed';
  /** Whether the variants for client IDs and secure payments are sent beside it. */
  readonly variants: boolean;
  /** Raised when the payload changes in a way that a reader must know of. */
  readonly schemaVersion: number;
}

/** What each event is, as data. */
export const EVENT_RULES: Readonly<Record<EventType, EventRule>> = {
  'payment.confirmed': { reach: 'webhook', variants: true, schemaVersion: 1 },
  'payment.partial': { reach: 'webhook', variants: true, schemaVersion: 1 },
  'payment.reverted': { reach: 'setting', variants: false, schemaVersion: 1 },
  'link.expired': { reach: 'feed', variants: false, schemaVersion: 1 },
};

/** Whether a text names an event that may be recorded. */
export function isEventType(text: string): text is EventType {
  return Object.hasOwn(EVENT_RULES, text);
}

/** An event that receivers may be sent, as the API description lists it. */
interface WebhookEvent {
  readonly name: string;
  /** What it means, in one sentence. */
  readonly summary: string;
  readonly schema: z.ZodType;
}

/** Every webhook that this version sends, for the `webhooks` section of the API description. */
export const WEBHOOK_EVENTS: readonly WebhookEvent[] = [
  {
    name: 'payment.confirmed',
    summary: 'A payment is complete and settled; money on top of it is told as another one.',
    schema: PaymentConfirmed.meta({ id: 'PaymentConfirmedEvent' }),
  },
  ...variants(PaymentConfirmed, {
    id: 'PaymentConfirmed',
    name: 'payment.confirmed',
    summary: 'A payment is complete and settled',
  }),
  {
    name: 'payment.partial',
    summary: 'Part of the expected amount arrived.',
    schema: PaymentPartial.meta({ id: 'PaymentPartialEvent' }),
  },
  ...variants(PaymentPartial, {
    id: 'PaymentPartial',
    name: 'payment.partial',
    summary: 'Part of the expected amount arrived',
  }),
  {
    name: 'payment.reverted',
    summary:
      'A told payment vanished because its chain was reorganised; sent only where a setting says so.',
    schema: PaymentReverted.meta({ id: 'PaymentRevertedEvent' }),
  },
];

function variants(
  core: typeof PaymentConfirmed | typeof PaymentPartial,
  words: { readonly id: string; readonly name: string; readonly summary: string },
): WebhookEvent[] {
  return [
    {
      name: `${words.name}.client_id`,
      summary: `${words.summary}, and the link was created with a client ID.`,
      schema: z
        .strictObject({
          ...core.shape,
          event: z.literal(`${words.name}.client_id`),
          clientId: z.string(),
          origin: z.string().nullable(),
        })
        .meta({ id: `${words.id}ClientIdEvent` }),
    },
    {
      name: `${words.name}.checkout`,
      summary: `${words.summary}, and the money was asked for by a secure payment.`,
      schema: z
        .strictObject({ ...core.shape, event: z.literal(`${words.name}.checkout`) })
        .meta({ id: `${words.id}CheckoutEvent` }),
    },
  ];
}
