import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { linkNotFound } from '#modules/checkout/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { paymentNotFound } from '../find-own-payment.ts';
import { PayerReceipt } from '../model/receipt-shapes.ts';
import { viewLinkReceipt } from '../view-link-receipt.ts';
import { pdfOf, ReceiptLanguage } from './receipt-files.ts';

/** `GET /v2/secure-payments/{token}/receipts/{paymentId}`: one receipt of a link, for whoever has it. */
export const viewLinkReceiptEndpoint = endpoint({
  operationId: 'viewLinkReceipt',
  host: 'api',
  method: 'get',
  path: '/v2/secure-payments/{token}/receipts/{paymentId}',
  tag: 'Secure payments',
  summary: 'Answers one receipt of a link, as JSON or as PDF.',
  description:
    'As it stands in the list of the link’s receipts. The fonts of a PDF have the letters of Latin, Greek, Cyrillic, Armenian and Georgian; other scripts are shown as question marks there. Added by Florin.',
  accepts: ['client_id'],
  originRequired: true,
  params: z.object({
    token: z.string().meta({ description: 'The ULID of the link.', examples: [SAMPLE.token] }),
    paymentId: z.string().max(100).describe('The `paymentId` of the receipt, a ULID.'),
  }),
  query: z.strictObject({
    format: z.enum(['json', 'pdf']).default('json').describe('`pdf` is a file on A4.'),
    lang: ReceiptLanguage.describe(
      'The language of `pdf`, which is in English for `zh`, `ja` and `ar`, as its fonts lack their scripts. `json` is the same in all.',
    ),
  }),
  body: undefined,
  answer: { status: 200, schema: PayerReceipt },
  fileTypes: ['application/pdf'],
  refusals: [
    {
      status: 404,
      when: 'No link has this token, or it has no such payment that counts and may be shown.',
      examples: [linkNotFound(), paymentNotFound()],
    },
  ],
  run: async (ctx: Context, { params, query }) => {
    const receipt = await viewLinkReceipt(ctx, params);
    return query.format === 'pdf' ? await pdfOf(receipt, query.lang) : receipt;
  },
});
