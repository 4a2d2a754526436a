import { z } from 'zod';
import { SAMPLE_PAYMENT } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { UserEvent } from '#modules/events/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { linkNotFound } from '../model/link-state.ts';
import { TokenParams } from '../model/payer-query.ts';
import { recordUserEvent, tooManyUserEvents } from '../record-user-event.ts';

/** As the public API has them. */
const KEYS_MAX = 64;
const KEY_CHARS_MAX = 128;
const TEXT_CHARS_MAX = 2_048;
const LIST_MAX = 1_000;

/** All of them together, as JSON: an event goes to every receiver. Ours. */
const PROPERTIES_CHARS_MAX = 32 * 1024;

const plain = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\0]*$/, 'must not contain a NUL');

const Property = z.union([
  plain(TEXT_CHARS_MAX),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(plain(TEXT_CHARS_MAX)).max(LIST_MAX),
]);

const NewUserEvent = z
  .strictObject({
    userEvent: UserEvent.describe('How far the payer came.'),
    occurredAt: z.iso
      .datetime()
      .optional()
      .describe('When, by the clock of the browser; reported unverified.'),
    properties: z
      .record(plain(KEY_CHARS_MAX), Property)
      .refine(
        (properties) => Object.keys(properties).length <= KEYS_MAX,
        `must not have more than ${KEYS_MAX} keys`,
      )
      .refine(
        (properties) => JSON.stringify(properties).length <= PROPERTIES_CHARS_MAX,
        `must not be longer than ${PROPERTIES_CHARS_MAX} characters in all`,
      )
      .optional()
      .describe(
        'What else is known. Wallet addresses are hashed before anything is kept: `wallet_address` becomes `wallet_address_hashed`.',
      ),
  })
  .meta({
    id: 'RecordUserEventRequest',
    description: 'A step of a payer.',
    examples: [
      {
        userEvent: 'payment_approved_in_wallet',
        occurredAt: '2026-01-02T03:09:29.500Z',
        properties: {
          wallet_provider: 'demo',
          payment_submission_id: SAMPLE_PAYMENT.transactionHash,
          payment_submission_id_type: 'evm_tx_hash',
          payment_type: 'single',
        },
      },
    ],
  });

const UserEventReceived = z.object({ received: z.literal(true) }).meta({
  id: 'RecordUserEventResponse',
  description: 'The event was recorded.',
  examples: [{ received: true }],
});

/** `POST /v2/secure-payments/{token}/events`: the payer's page reports its progress. */
export const recordUserEventEndpoint = endpoint({
  operationId: 'recordUserEvent',
  host: 'api',
  method: 'post',
  path: '/v2/secure-payments/{token}/events',
  tag: 'Secure payments',
  summary: 'Records how far a payer came.',
  description:
    'For pages that show payments, as the pay page does. It becomes `secure_payment.user_event`. Paid and expired links take events too. That one is missing proves nothing.',
  accepts: ['client_id'],
  originRequired: true,
  params: TokenParams,
  query: z.object({}),
  body: NewUserEvent,
  answer: { status: 202, schema: UserEventReceived },
  refusals: [
    { status: 404, when: 'No link has this token.', examples: [linkNotFound()] },
    {
      status: 429,
      when: 'A link takes 200 events a week.',
      examples: [tooManyUserEvents(3_600)],
    },
  ],
  run: (ctx: Context, { params, body: { userEvent, occurredAt, properties } }) =>
    recordUserEvent(ctx, { token: params.token, userEvent, occurredAt, properties }),
});
