import { z } from 'zod';
import { SAMPLE_PAYMENT } from '#catalog/samples.ts';
import { ClientIdLinked } from './linked-payload.ts';
import {
  PaymentConfirmed,
  PaymentPartial,
  PaymentReverted,
  SAMPLE_PAYMENT_NEWS,
} from './payment-payloads.ts';

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
  ClientIdLinked,
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
  // Only partners are told, whose endpoints are not built yet.
  'client_id.linked': { reach: 'feed', variants: false, schemaVersion: 1 },
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

const half = { amount: '5', totalAmountPaid: '5' };

const confirmed = {
  core: PaymentConfirmed,
  id: 'PaymentConfirmed',
  name: 'payment.confirmed',
  summary: 'A payment is complete and settled',
  sample: SAMPLE_PAYMENT_NEWS,
};

const partial = {
  core: PaymentPartial,
  id: 'PaymentPartial',
  name: 'payment.partial',
  summary: 'Part of the expected amount arrived',
  sample: { ...SAMPLE_PAYMENT_NEWS, ...half, fees: [] },
};

/** Every webhook that this version sends, for the `webhooks` section of the API description. */
export const WEBHOOK_EVENTS: readonly WebhookEvent[] = [
  coreEvent(
    confirmed,
    'A payment is complete and settled; money on top of it is told as another one.',
  ),
  ...variants(confirmed),
  coreEvent(partial, 'Part of the expected amount arrived.'),
  ...variants(partial),
  coreEvent(
    {
      core: PaymentReverted,
      id: 'PaymentReverted',
      name: 'payment.reverted',
      sample: { ...SAMPLE_PAYMENT_NEWS, totalAmountPaid: '0' },
    },
    'A told payment vanished because its chain was reorganised; sent only where a setting says so.',
  ),
];

interface CoreWords {
  readonly core: typeof PaymentConfirmed | typeof PaymentPartial | typeof PaymentReverted;
  readonly id: string;
  readonly name: string;
  readonly sample: Readonly<Record<string, unknown>>;
}

function coreEvent({ core, id, name, sample }: CoreWords, summary: string): WebhookEvent {
  const examples = [{ event: name, ...sample }];
  return { name, summary, schema: core.meta({ id: `${id}Event`, description: summary, examples }) };
}

interface VariantWords extends CoreWords {
  readonly core: typeof PaymentConfirmed | typeof PaymentPartial;
  readonly summary: string;
}

function variants({ core, id, name, summary, sample }: VariantWords): WebhookEvent[] {
  const byClientId = `${name}.client_id`;
  const byCheckout = `${name}.checkout`;
  const ofClientId = `${summary}, and the link was created with a client ID.`;
  const ofCheckout = `${summary}, and the money was asked for by a secure payment.`;
  const told = { event: byClientId, ...sample, origin: SAMPLE_PAYMENT.origin };
  return [
    {
      name: byClientId,
      summary: ofClientId,
      schema: z
        .strictObject({
          ...core.shape,
          event: z.literal(byClientId),
          clientId: z.string(),
          origin: z.string().nullable().describe('Where the client ID was used from.'),
        })
        .meta({ id: `${id}ClientIdEvent`, description: ofClientId, examples: [told] }),
    },
    {
      name: byCheckout,
      summary: ofCheckout,
      schema: z.strictObject({ ...core.shape, event: z.literal(byCheckout) }).meta({
        id: `${id}CheckoutEvent`,
        description: ofCheckout,
        examples: [{ event: byCheckout, ...sample }],
      }),
    },
  ];
}
