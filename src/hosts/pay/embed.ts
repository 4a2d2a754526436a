import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseLanguage, namedLanguage } from '#kit/languages.ts';
import type { Log } from '#platform/log.ts';
import { pageHeaders } from '../pages/page-headers.ts';
import type { FirstAnswer } from './load-page.ts';
import { queryApi } from './query-api.ts';
import { readToken, TOKEN_CHARACTERS_MAX } from './read-token.ts';
import { shopOriginsOf } from './shop-origins.ts';
import type { Translations } from './translations.ts';

/** What the frame is made from; read per request, as some of it may still change. */
export interface EmbedParts {
  readonly mode: 'sandbox' | 'production';
  /** Both without trailing slashes. */
  readonly payUrl: string;
  readonly apiUrl: string;
  readonly clientId: string;
  readonly log: Log;
}

/**
 * `GET /embed/?token=…`: a payment for the pages of shops, which they may frame whose origin the client ID of the payment
 * lists. No wallet is ever asked in it: it leads to the pay page, which nobody frames.
 */
export function mountEmbed(
  app: FastifyInstance,
  parts: EmbedParts,
  translations: Translations,
): void {
  const send = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const token = readToken(request.query);
    const { query, headers } = request;
    const language = chooseLanguage({ query, accepted: headers['accept-language'] });
    const [{ embed: page }, { first, framedBy }] = await Promise.all([
      translations.in(language),
      readPayment(token, request, parts),
    ]);
    const [lang] = namedLanguage(query);
    const { mode, apiUrl, clientId, payUrl } = parts;
    const config = { mode, apiUrl, clientId, token, shopOrigins: framedBy, ...(lang && { lang }) };
    const { html, status, scripts } = page.render({ config, first, assets: page.first });
    reply.code(status).headers(pageHeaders({ asked: apiUrl, pageUrl: payUrl, scripts, framedBy }));
    reply.header('vary', 'Accept-Language');
    // It knows no list of origins; beside a policy that has one it would only contradict it.
    if (framedBy.length > 0) reply.removeHeader('x-frame-options');
    if (first.retryAfterS !== undefined) reply.header('retry-after', String(first.retryAfterS));
    return await reply.send(html);
  };
  app.get('/embed/', send);
  // People lose the slash when they copy by hand.
  app.get('/embed', send);
}

interface Payment {
  readonly first: FirstAnswer;
  /** Nobody where the API does not say who. */
  readonly framedBy: readonly string[];
}

async function readPayment(
  token: string,
  request: FastifyRequest,
  { mode, apiUrl, payUrl, clientId, log }: EmbedParts,
): Promise<Payment> {
  // What cannot be a token is no link; the API need not be called.
  if (token === '' || token.length > TOKEN_CHARACTERS_MAX) {
    return { first: { status: 404, body: null }, framedBy: [] };
  }
  const caller = { apiUrl, payUrl, clientId, log, ip: request.ip, correlationId: request.id };
  const path = `secure-payments/${encodeURIComponent(token)}`;
  const [first, embedding] = await Promise.all([
    queryApi({ ...caller, path }),
    queryApi({ ...caller, path: `${path}/embedding` }),
  ]);
  return { first, framedBy: shopOriginsOf(embedding, mode) };
}
