import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listConversionRoutes } from '../list-conversion-routes.ts';
import {
  CATALOG_CACHE_SECONDS,
  CURRENCY_CHARS_MAX,
  CurrencyResponse,
  sampleCurrency,
  TOKEN_NOT_FOUND,
} from './currency-shapes.ts';

/** Every network there is, several times over. */
const NETWORKS_CHARS_MAX = 500;

const RoutesQuery = z.strictObject({
  network: z
    .string()
    .min(1)
    .max(CURRENCY_CHARS_MAX)
    .optional()
    .describe('Only tokens of this network, by its id.'),
  networks: z
    .string()
    .min(1)
    .max(NETWORKS_CHARS_MAX)
    .optional()
    .describe('Only tokens of these networks, by their ids with commas between them.'),
});

const ConversionRoutes = z
  .object({
    currencyId: z.string().describe('As in the query.'),
    network: z.string().nullable().describe('As in the query; null where it was not given.'),
    networks: z
      .array(z.string())
      .nullable()
      .describe('As in the query; null where they were not given.'),
    conversionRoutes: z.array(CurrencyResponse),
  })
  .meta({
    id: 'ConversionRoutes',
    description: 'In which tokens an invoice in a currency can be paid by conversion.',
    examples: [
      {
        currencyId: 'USD',
        network: SAMPLE.network,
        networks: null,
        conversionRoutes: [sampleCurrency],
      },
    ],
  });

/** `GET /v2/currencies/{currencyId}/conversion-routes`: what an invoice currency can be paid in. */
export const listConversionRoutesEndpoint = endpoint({
  operationId: 'listConversionRoutes',
  host: 'api',
  method: 'get',
  path: '/v2/currencies/{currencyId}/conversion-routes',
  tag: 'Currencies',
  summary: 'Lists the tokens that an invoice currency can be converted to.',
  description:
    'A token is named only where price feeds lead to it on its own network; a request with another one is refused.',
  accepts: ['api_key', 'client_id', 'none'],
  originOptional: true,
  cacheSeconds: CATALOG_CACHE_SECONDS,
  params: z.strictObject({
    currencyId: z
      .string()
      .min(1)
      .max(CURRENCY_CHARS_MAX)
      .describe('The invoice currency: `USD`, `EUR`, `GBP`, `CNY` or `JPY`.'),
  }),
  query: RoutesQuery,
  body: undefined,
  answer: { status: 200, schema: ConversionRoutes },
  refusals: [TOKEN_NOT_FOUND],
  run: async (ctx: Context, { params: { currencyId }, query }) => {
    const network = query.network ?? null;
    const networks = query.networks?.split(',').map((id) => id.trim()) ?? null;
    const asked = [...(networks ?? []), ...(network === null ? [] : [network])];
    const conversionRoutes = listConversionRoutes(ctx, {
      currencyId,
      networks: asked.length === 0 ? undefined : asked,
    });
    return { currencyId, network, networks, conversionRoutes: [...conversionRoutes] };
  },
});
