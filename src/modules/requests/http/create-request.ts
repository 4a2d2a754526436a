import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { PARTY_REFUSALS } from '#modules/compliance/index.ts';
import { destinationMismatch, payeeNotAllowed } from '#modules/destinations/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { clientIdLinked } from '../check-creator.ts';
import { createRequest } from '../create-request.ts';
import { CreateRequestRequest } from '../model/request-body.ts';
import { payoutNeedsKey } from '../read-payout.ts';

/** What creating a request answers. */
const RequestCreated = z
  .object({
    requestId: z.string().describe('`01` and 64 hex digits.'),
    paymentReference: z.string().describe('What its payments carry: `0x` and 16 hex digits.'),
  })
  .meta({
    id: 'CreateRequestResponse',
    description: 'A new request.',
    examples: [{ requestId: SAMPLE.requestId, paymentReference: SAMPLE.paymentReference }],
  });

/** `POST /v2/request`: creates a request that stands alone. */
export const createRequestEndpoint = endpoint({
  operationId: 'createRequest',
  host: 'api',
  method: 'post',
  path: '/v2/request',
  tag: 'Requests',
  summary: 'Creates a request for a payment, without a link.',
  description:
    'Paid in a token, in the coin of a network, or in a token for an invoice in USD, EUR, GBP, CNY or JPY at the current rate. Your own page calls `/pay` for what the payer signs. A payout to a bank account is created by an API key, or by a session of a member who pays out. A client ID that is bound to a destination is paid there and nowhere else.',
  accepts: ['orchestrator_pair', 'api_key', 'client_id', 'session'],
  leastRole: 'finance',
  params: z.object({}),
  query: z.strictObject({}),
  body: CreateRequestRequest,
  answer: { status: 201, schema: RequestCreated },
  refusals: [
    {
      status: 400,
      when: 'A field breaks its rule, is unknown or is not built yet, nobody is named to be paid, or it cannot be paid here.',
      examples: [PARTY_REFUSALS.plan()],
    },
    {
      status: 403,
      when: 'The client ID is paid to another destination than the one that was named, is public and pays active destinations of its account only, or is linked to an orchestrator and came without its key; or a client ID asks for a payout to a bank account.',
      examples: [
        destinationMismatch(),
        payeeNotAllowed('payee'),
        clientIdLinked(),
        payoutNeedsKey(),
      ],
    },
  ],
  run: (ctx: Context, { body }) => createRequest(ctx, body),
});
