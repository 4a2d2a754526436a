import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { refuseField } from '#kit/failure.ts';
import { clientIdNotFound } from '#modules/orchestrators/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { clientIdNeedsSession } from '../fee-scope.ts';
import { FeePlan } from '../model/fee-plan.ts';
import { feesExceedAmount } from '../model/settle-fees.ts';
import { previewFees, unsupportedCurrency } from '../preview-fees.ts';

/** Longer than any id or symbol of a currency, and any amount that is read. */
const CURRENCY_CHARS_MAX = 64;
const AMOUNT_CHARS_MAX = 200;
/** Longer than any client ID: what is longer names nothing. */
const CLIENT_ID_CHARS_MAX = 100;

const PreviewFeesRequest = z
  .strictObject({
    amount: z.string().max(AMOUNT_CHARS_MAX).describe('A human decimal, greater than 0.'),
    currency: z
      .string()
      .min(1)
      .max(CURRENCY_CHARS_MAX)
      .describe('`<symbol>-<network>`, or a symbol, which means the first network that has it.'),
    flow: z.enum(['get_paid', 'pay']).describe('A payment to the account, or a payout.'),
    defaultFeeBearer: z
      .enum(['payer', 'payee'])
      .optional()
      .describe('Who bears a fee whose config does not set it.'),
    clientId: z
      .string()
      .max(CLIENT_ID_CHARS_MAX)
      .regex(/^[^\0]*$/, 'must not contain a NUL')
      .optional()
      .describe(
        'With a session only: the client ID that would create it, one of your account or one that is linked to your orchestrator.',
      ),
  })
  .meta({
    id: 'PreviewFeesRequest',
    description: 'A payment whose fees are calculated before it is created.',
    examples: [{ amount: SAMPLE.amount, currency: SAMPLE.symbol, flow: 'get_paid' }],
  });

const amountRefused = 'amount must be greater than 0';

/** `POST /v2/secure-payments/fees/preview`: the fees of a payment before it is created. */
export const previewFeesEndpoint = endpoint({
  operationId: 'previewFees',
  host: 'api',
  method: 'post',
  path: '/v2/secure-payments/fees/preview',
  tag: 'Secure payments',
  summary: 'Calculates the fees of a payment before it is created.',
  description:
    'Creates nothing. With an orchestrator’s key and a client ID the fees of that pair are returned; a session names the client ID in the body. Fees are rounded down to the unit, and sums are those of the rounded parts.',
  accepts: ['orchestrator_pair', 'api_key', 'client_id', 'session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject({}),
  body: PreviewFeesRequest,
  answer: { status: 200, schema: FeePlan },
  refusals: [
    {
      status: 400,
      when: 'A field breaks its rule, the currency is no stablecoin of the dollar, or the fees leave the payee nothing.',
      examples: [
        refuseField('amount', amountRefused, 'invalid_amount'),
        unsupportedCurrency('ETH'),
        feesExceedAmount({ grossUnits: 1_000_000n, decimals: 6 }, 1_000_000n),
        clientIdNeedsSession(),
      ],
    },
    {
      status: 404,
      when: 'The client ID is neither one of your account nor linked to your orchestrator.',
      examples: [clientIdNotFound()],
    },
  ],
  run: (ctx: Context, { body }) => previewFees(ctx, body),
});
