import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { isUlid } from '#kit/ulid.ts';
import { linkNotFound } from '#modules/checkout/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { cursorGone, listLinkReceipts } from '../list-link-receipts.ts';
import { LinkReceipts } from '../model/receipt-shapes.ts';

/** What a page of paper holds a few times over, and no more than a page of payments has. */
const PAGE_RECEIPTS = 20;
const PAGE_RECEIPTS_MAX = 100;

/** `GET /v2/secure-payments/{token}/receipts`: the receipts of a link, for whoever has it. */
export const listLinkReceiptsEndpoint = endpoint({
  operationId: 'listLinkReceipts',
  host: 'api',
  method: 'get',
  path: '/v2/secure-payments/{token}/receipts',
  tag: 'Secure payments',
  summary: 'Lists the receipts of what was paid with a link.',
  description:
    'For pages, as `/receipt/` of the pay host does: the token is the right to read them, in any browser and whatever became of the link; a bundle has those of all its links. Only payments that count have one: what waits for confirmations, or what a reorganised chain took back, has none. Of a link that masks its payee nothing is on them that leads to it, and a link that hides itself until a wallet is approved has none here. Added by Florin.',
  accepts: ['client_id'],
  originRequired: true,
  params: z.object({
    token: z.string().meta({ description: 'The ULID of the link.', examples: [SAMPLE.token] }),
  }),
  query: z.strictObject({
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(PAGE_RECEIPTS_MAX)
      .default(PAGE_RECEIPTS)
      .describe('How many receipts a page holds.'),
    cursor: z
      .string()
      .refine(isUlid, 'cursor must be a nextCursor of this list')
      .optional()
      .describe('The `nextCursor` of the page before.'),
  }),
  body: undefined,
  answer: { status: 200, schema: LinkReceipts },
  refusals: [
    { status: 400, when: 'The query breaks a rule.', examples: [cursorGone()] },
    { status: 404, when: 'No link has this token.', examples: [linkNotFound()] },
  ],
  run: (ctx: Context, { params, query: { limit, cursor } }) =>
    listLinkReceipts(ctx, { token: params.token, limit, cursor }),
});
