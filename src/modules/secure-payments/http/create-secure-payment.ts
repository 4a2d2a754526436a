import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { createSecurePayment } from '../create-secure-payment.ts';
import { SecurePaymentWish } from '../model/creation-body.ts';

/** What creating a link answers. */
const SecurePaymentCreated = z
  .object({
    requestIds: z.array(z.string()).describe('The requests of the link: `01` and 64 hex digits.'),
    securePaymentUrl: z.url().describe('Where the payer opens the link.'),
    token: z.string().describe('The ULID that names the link, and the right to read and pay it.'),
    feePlan: z.null().describe('Always null: fees are not planned in dollars yet.'),
  })
  .meta({ id: 'SecurePaymentCreated', description: 'A new link.' });

/** `POST /v2/secure-payments`: creates an incoming hosted link. */
export const createSecurePaymentEndpoint = endpoint({
  operationId: 'createSecurePayment',
  host: 'api',
  method: 'post',
  path: '/v2/secure-payments',
  tag: 'Secure payments',
  summary: 'Creates a hosted payment link.',
  description:
    'The payer opens `securePaymentUrl`, signs with a wallet, and the money moves from the payer to the payee through an audited contract; nobody holds it in between.',
  accepts: ['api_key'],
  params: z.object({}),
  query: z.strictObject({}),
  body: SecurePaymentWish.meta({ id: 'SecurePaymentWish' }),
  answer: { status: 201, schema: SecurePaymentCreated },
  refusals: [
    {
      status: 400,
      when: 'A field breaks its rule, is unknown or is not built yet, or the destination cannot be paid here.',
    },
  ],
  run: (ctx: Context, { body }) => createSecurePayment(ctx, body),
});
