import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { refuseField } from '#kit/failure.ts';
import { CREATOR_REFUSALS } from '#modules/requests/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { createBatchPayoutLink } from '../create-batch-payout-link.ts';
import { CreateBatchPayoutLinkInput } from '../model/batch-payout-body.ts';
import { SecurePaymentCreated } from './link-created.ts';

const other = '01KC9V3GJ0T5W8XQ2ZB7MH4RYP';

const BodyOfBatch = CreateBatchPayoutLinkInput.meta({
  id: 'CreateBatchPayoutLinkRequest',
  description: 'Which payouts are paid together. Fields that stand nowhere here are refused.',
  examples: [
    {
      tokens: [SAMPLE.token, other],
      redirectUrl: SAMPLE.redirectUrl,
      redirectLabel: SAMPLE.redirectLabel,
    },
  ],
});

/** `POST /v2/secure-payments/batch-payouts`: puts payouts together under one link. */
export const createBatchPayoutLinkEndpoint = endpoint({
  operationId: 'createBatchPayoutLink',
  host: 'api',
  method: 'post',
  path: '/v2/secure-payments/batch-payouts',
  tag: 'Secure payments',
  summary: 'Puts single payouts together under one link, which one transaction pays.',
  description:
    'The named links become `invalidated` and their requests pass to the new link, with all that is ever paid for them: a transaction that was prepared before settles the new link. All of it happens or nothing. The order of `requestIds` is that of `tokens`.',
  accepts: ['orchestrator_pair', 'api_key', 'client_id', 'session'],
  leastRole: 'finance',
  params: z.object({}),
  query: z.strictObject({}),
  body: BodyOfBatch,
  answer: { status: 201, schema: SecurePaymentCreated },
  refusals: [
    {
      status: 400,
      when: 'A token cannot be put together with the others, or is none of your own; `errors` names each.',
      examples: [
        refuseField('tokens[1]', `tokens[1]: ${other} was paid already`, 'not_mergeable'),
        refuseField(
          'tokens',
          'tokens: one transaction cannot pay 200 payments of this kind; name fewer',
          'batch_too_large',
        ),
      ],
    },
    {
      status: 403,
      when: 'The client ID is linked to an orchestrator and came without its key, or is public and names a `redirectUrl` elsewhere.',
      examples: [CREATOR_REFUSALS.clientIdLinked(), CREATOR_REFUSALS.redirectNotPublic()],
    },
  ],
  run: (ctx: Context, { body }) => createBatchPayoutLink(ctx, body),
});
