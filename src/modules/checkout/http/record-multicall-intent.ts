import { z } from 'zod';
import type { Context } from '#context.ts';
import { refuseField } from '#kit/failure.ts';
import { tooManyMulticallIntents } from '#modules/intents/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { TokenParams } from '../model/payer-query.ts';
import { recordMulticallIntent } from '../record-multicall-intent.ts';
import { closedRefusals } from './link-refusals.ts';
import { MulticallIntentBody } from './payment-intent-shapes.ts';

const MulticallIntentRecorded = z
  .object({ recorded: z.int().min(1).describe('How many transactions were named.') })
  .meta({
    id: 'RecordMulticallIntentResponse',
    description: 'Transactions that were recorded as payments of a bundle.',
    examples: [{ recorded: 2 }],
  });

/** `POST /v2/secure-payments/{token}/multicall-intent`: which transactions pay which children. */
export const recordMulticallIntentEndpoint = endpoint({
  operationId: 'recordMulticallIntent',
  host: 'api',
  method: 'post',
  path: '/v2/secure-payments/{token}/multicall-intent',
  tag: 'Secure payments',
  summary: 'Records which transactions a payer sends for the children of a bundle.',
  description:
    'Kept for audits, once for each report, and never followed; it settles and locks nothing.',
  accepts: ['client_id'],
  originRequired: true,
  params: TokenParams,
  query: z.object({}),
  body: MulticallIntentBody,
  answer: { status: 200, schema: MulticallIntentRecorded },
  refusals: [
    {
      status: 400,
      when: 'A position is not in the bundle, or stands twice.',
      examples: [
        refuseField('transactionIndices[1]', 'transactionIndices[1] repeats another of the list'),
      ],
    },
    ...closedRefusals,
    {
      status: 429,
      when: 'A bundle takes 500 reports, and 60 an hour of a caller.',
      examples: [tooManyMulticallIntents()],
    },
  ],
  run: (ctx: Context, { params, body: { chain, transactionIndices, ...addresses } }) =>
    recordMulticallIntent(ctx, {
      token: params.token,
      report: {
        of: 'bundle',
        sourceChain: chain,
        reported: { ...addresses, transactions: transactionIndices },
      },
    }),
});
