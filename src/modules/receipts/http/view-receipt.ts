import { z } from 'zod';
import type { Context } from '#context.ts';
import { AnswerFile, endpoint } from '#platform/http/endpoint.ts';
import { paymentNotFound } from '../find-own-payment.ts';
import { RECEIPT_POLICY, receiptHtml } from '../model/receipt-html.ts';
import { Receipt } from '../model/receipt-shapes.ts';
import { viewReceipt } from '../view-receipt.ts';
import { fileNameOf, pdfOf, ReceiptLanguage } from './receipt-files.ts';

const ReceiptFormat = z
  .enum(['json', 'html', 'pdf'])
  .default('json')
  .describe('`html` is a page that prints well, `pdf` a file on A4; both say what `json` says.');

/** `GET /v2/payments/{paymentId}/receipt`: the receipt of a payment. */
export const viewReceiptEndpoint = endpoint({
  operationId: 'viewReceipt',
  host: 'api',
  method: 'get',
  path: '/v2/payments/{paymentId}/receipt',
  tag: 'Payments',
  summary: 'Answers the receipt of a payment, as JSON, as a page or as PDF.',
  description:
    'Of a payment that counts, with what anybody needs to find it on the chain. A payment that a reorganised chain took back has no receipt. The fonts of a PDF have the letters of Latin, Greek, Cyrillic, Armenian and Georgian; other scripts are shown as question marks there, and whole in the page. Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'viewer',
  params: z.object({ paymentId: z.string().max(100).describe('The `id` of a payment, a ULID.') }),
  query: z.strictObject({
    format: ReceiptFormat,
    lang: ReceiptLanguage.describe(
      'The language of `html` and of `pdf`, which is in English for `zh`, `ja` and `ar`, as its fonts lack their scripts. `json` is the same in all.',
    ),
  }),
  body: undefined,
  answer: { status: 200, schema: Receipt },
  fileTypes: ['text/html', 'application/pdf'],
  refusals: [
    {
      status: 404,
      when: 'The account has no such payment that counts.',
      examples: [paymentNotFound()],
    },
  ],
  run: async (ctx: Context, { params, query }) => {
    const receipt = await viewReceipt(ctx, params);
    if (query.format === 'html') {
      return new AnswerFile({
        type: 'text/html',
        content: Buffer.from(receiptHtml(receipt, query.lang)),
        fileName: `${fileNameOf(receipt)}.html`,
        policy: RECEIPT_POLICY,
      });
    }
    return query.format === 'pdf' ? await pdfOf(receipt, query.lang) : receipt;
  },
});
