import { z } from 'zod';
import { SAMPLE_PAYMENT } from '#catalog/samples.ts';
import {
  AccessRejected,
  SAMPLE_ACCESS_REJECTED,
  SAMPLE_SCREENING,
  ScreeningCompleted,
} from './access-payloads.ts';
import {
  ComplianceUpdated,
  PaymentDetailUpdated,
  SAMPLE_COMPLIANCE,
  SAMPLE_PAYMENT_DETAIL,
} from './account-payloads.ts';
import { FeesOutstanding, SAMPLE_FEES_OUTSTANDING } from './fees-outstanding-payload.ts';
import { ClientIdLinked, SAMPLE_LINKED } from './linked-payload.ts';
import {
  PaymentConfirmed,
  PaymentPartial,
  PaymentReverted,
  SAMPLE_EVENT_MILESTONES,
  SAMPLE_PAYMENT_NEWS,
} from './payment-payloads.ts';
import {
  PaymentFailed,
  PaymentProcessing,
  PaymentRefunded,
  RequestRecurring,
  SAMPLE_FAILED,
  SAMPLE_PROCESSING,
  SAMPLE_RECURRING,
  SAMPLE_REFUNDED,
} from './progress-payloads.ts';
import { SAMPLE_USER_EVENT, UserEventPayload } from './user-event-payload.ts';

/** An event that receivers may be sent, as the API description lists it. */
interface WebhookEvent {
  readonly name: string;
  /** What it means, in one sentence. */
  readonly summary: string;
  readonly schema: z.ZodType;
  readonly sample: Readonly<Record<string, unknown>>;
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

/** Every webhook there is, for the `webhooks` section of the API description. */
export const WEBHOOK_EVENTS: readonly WebhookEvent[] = [
  coreEvent(
    confirmed,
    'A payment is complete and settled; additional money is reported as another one.',
  ),
  ...variants(confirmed),
  coreEvent(partial, 'Part of the expected amount arrived.'),
  ...variants(partial),
  coreEvent(
    {
      core: PaymentReverted,
      id: 'PaymentReverted',
      name: 'payment.reverted',
      sample: { ...SAMPLE_PAYMENT_NEWS, totalAmountPaid: '0', ...SAMPLE_EVENT_MILESTONES },
    },
    'A reported payment vanished in a reorg of its chain; sent only where a setting enables it.',
  ),
  other({
    id: 'PaymentFeesOutstanding',
    core: FeesOutstanding,
    sample: SAMPLE_FEES_OUTSTANDING,
    summary:
      'A request was paid and fees of it were not; sent only where a setting enables it. Added by Florin.',
  }),
  other({
    id: 'PaymentFailed',
    core: PaymentFailed,
    sample: SAMPLE_FAILED,
    summary:
      'A payment could not be carried out. A rejected or cancelling payer is no such failure.',
  }),
  other({
    id: 'PaymentRefunded',
    core: PaymentRefunded,
    sample: SAMPLE_REFUNDED,
    summary: 'A payment went back to its payer.',
  }),
  other({
    id: 'PaymentProcessing',
    core: PaymentProcessing,
    sample: SAMPLE_PROCESSING,
    summary: 'A payment that ends at a bank came one step further.',
  }),
  other({
    id: 'RequestRecurring',
    core: RequestRecurring,
    sample: SAMPLE_RECURRING,
    summary: 'A request came round again and made a new one.',
  }),
  other({
    id: 'ComplianceUpdated',
    core: ComplianceUpdated,
    sample: SAMPLE_COMPLIANCE,
    summary: 'The data of a person, or an agreement of theirs, has changed.',
  }),
  other({
    id: 'PaymentDetailUpdated',
    core: PaymentDetailUpdated,
    sample: SAMPLE_PAYMENT_DETAIL,
    summary: 'The verification of a bank account has changed.',
  }),
  other({
    id: 'SecurePaymentUser',
    core: UserEventPayload,
    sample: SAMPLE_USER_EVENT,
    summary:
      'A payer came one step further on the payment page. Best effort: only `payment.confirmed` reports that money arrived.',
  }),
  other({
    id: 'SecurePaymentAccessRejected',
    core: AccessRejected,
    sample: SAMPLE_ACCESS_REJECTED,
    summary:
      'A wallet that may not pay this link tried to; reported once in 10 minutes for each wallet and link.',
  }),
  other({
    id: 'KytScreeningCompleted',
    core: ScreeningCompleted,
    sample: SAMPLE_SCREENING,
    summary: 'The screening of a wallet came to a result.',
  }),
  other({
    id: 'ClientIdLinked',
    core: ClientIdLinked,
    sample: SAMPLE_LINKED,
    summary: 'A platform agreed to the invitation of a partner; sent to the partner only.',
  }),
];

interface OtherEvent<Name extends string> {
  readonly id: string;
  readonly core: z.ZodObject<{ event: z.ZodLiteral<Name> }>;
  readonly sample: Readonly<Record<string, unknown>> & { readonly event: Name };
  readonly summary: string;
}

function other<const Name extends string>(event: OtherEvent<Name>): WebhookEvent {
  const { id, core, sample, summary } = event;
  const schema = core.meta({ id: `${id}Event`, description: summary, examples: [sample] });
  return { name: sample.event, summary, schema, sample };
}

interface CoreEvent {
  readonly core: typeof PaymentConfirmed | typeof PaymentPartial | typeof PaymentReverted;
  readonly id: string;
  readonly name: string;
  readonly sample: Readonly<Record<string, unknown>>;
}

function coreEvent({ core, id, name, sample }: CoreEvent, summary: string): WebhookEvent {
  const common = { event: name, ...sample };
  const schema = core.meta({ id: `${id}Event`, description: summary, examples: [common] });
  return { name, summary, schema, sample: common };
}

interface VariantEvent extends CoreEvent {
  readonly core: typeof PaymentConfirmed | typeof PaymentPartial;
  readonly summary: string;
}

function variants({ core, id, name, summary, sample }: VariantEvent): WebhookEvent[] {
  const byClientId = `${name}.client_id`;
  const byCheckout = `${name}.checkout`;
  const ofClientId = `${summary}, and the link was created with a client ID.`;
  const ofCheckout = `${summary}, and the money was requested by a secure payment.`;
  const clientIdEvents = { event: byClientId, ...sample, origin: SAMPLE_PAYMENT.origin };
  const checkoutEvents = { event: byCheckout, ...sample };
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
        .meta({ id: `${id}ClientIdEvent`, description: ofClientId, examples: [clientIdEvents] }),
      sample: clientIdEvents,
    },
    {
      name: byCheckout,
      summary: ofCheckout,
      schema: z.strictObject({ ...core.shape, event: z.literal(byCheckout) }).meta({
        id: `${id}CheckoutEvent`,
        description: ofCheckout,
        examples: [checkoutEvents],
      }),
      sample: checkoutEvents,
    },
  ];
}
