import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listCurrencies } from '../list-currencies.ts';
import {
  CATALOG_CACHE_SECONDS,
  CURRENCY_CHARS_MAX,
  CurrencyResponse,
  sampleCurrency,
  TOKEN_NOT_FOUND,
} from './currency-shapes.ts';

const filter = () => z.string().min(1).max(CURRENCY_CHARS_MAX).optional();

/** How a query says yes and no. */
const BOOLEANS: readonly string[] = ['true', 'false'];

const CurrenciesQuery = z
  .strictObject({
    network: filter().describe('Only of this network, by its id; `fiat` for invoice currencies.'),
    symbol: filter().describe(
      'Only with this symbol, upper and lower case as listed; `USDT0` finds the USDT that it is.',
    ),
    id: filter().describe('The one with this id, in any accepted spelling.'),
    firstOnly: z
      .string()
      .refine((said) => BOOLEANS.includes(said), {
        error: "firstOnly must be 'true' or 'false' if provided",
      })
      .meta({ enum: BOOLEANS })
      .optional()
      .describe('`true` answers the first one that fits, by itself. Needs `network` and `symbol`.'),
  })
  .superRefine(({ id, network, symbol, firstOnly }, issues) => {
    if (firstOnly !== 'true' || id !== undefined) return;
    for (const [name, value] of Object.entries({ network, symbol })) {
      if (value !== undefined) continue;
      const message = `${name} is required with firstOnly`;
      issues.addIssue({ code: 'custom', path: [name], message });
    }
  });

const Currencies = z.union([z.array(CurrencyResponse), CurrencyResponse]).meta({
  id: 'Currencies',
  description: 'All that fit, or one by itself where `id` or `firstOnly` selects one.',
  examples: [[sampleCurrency]],
});

/** `GET /v2/currencies`: the catalog, or what of it fits. */
export const listCurrenciesEndpoint = endpoint({
  operationId: 'listCurrencies',
  host: 'api',
  method: 'get',
  path: '/v2/currencies',
  tag: 'Currencies',
  summary: 'Lists the currencies that can be requested or paid in.',
  description:
    'Curated ones come first: stablecoins of every network, coins, invoice currencies; then some six hundred tokens of Ethereum that are merely listed.',
  accepts: ['api_key', 'client_id', 'none'],
  originOptional: true,
  issueArray: true,
  cacheSeconds: CATALOG_CACHE_SECONDS,
  params: z.object({}),
  query: CurrenciesQuery,
  body: undefined,
  answer: { status: 200, schema: Currencies },
  refusals: [TOKEN_NOT_FOUND],
  run: async (_ctx: Context, { query: { firstOnly, ...asked } }) => {
    const found = listCurrencies({ ...asked, firstOnly: firstOnly === 'true' });
    return 'id' in found ? found : [...found];
  },
});
