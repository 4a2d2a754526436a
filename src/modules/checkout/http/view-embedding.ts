import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { linkNotFound } from '../model/link-state.ts';
import { TokenParams } from '../model/payer-query.ts';
import { viewEmbedding } from '../view-embedding.ts';

const EmbeddingView = z
  .object({
    allowedDomains: z
      .array(z.string())
      .describe(
        'The origins of the client ID that the payment was created with, whose pages may frame it; empty without one, of one without domains, and of one that is paused or revoked.',
      ),
    isWalletConnected: z
      .boolean()
      .describe(
        'Whether a payer’s page has reported that a wallet is connected. It proves nothing, and is false for a bundle.',
      ),
  })
  .meta({
    id: 'Embedding',
    description:
      'Who may show a payment within their pages, and whether somebody has begun to pay it.',
    examples: [{ allowedDomains: ['https://shop.example'], isWalletConnected: false }],
  });

/** `GET /v2/secure-payments/{token}/embedding`: what a page needs to be framed by the shop. */
export const viewEmbeddingEndpoint = endpoint({
  operationId: 'viewEmbedding',
  host: 'api',
  method: 'get',
  path: '/v2/secure-payments/{token}/embedding',
  tag: 'Secure payments',
  summary: 'Names the pages that may frame a payment.',
  description:
    'For pages that show payments within those of shops, as `/embed/` of the pay host does. Paid, expired and withdrawn links answer it too; what a link hides is not in it.',
  accepts: ['client_id'],
  originRequired: true,
  params: TokenParams,
  query: z.object({}),
  body: undefined,
  answer: { status: 200, schema: EmbeddingView },
  refusals: [{ status: 404, when: 'No link has this token.', examples: [linkNotFound()] }],
  run: (ctx: Context, { params }) => viewEmbedding(ctx, params.token),
});
