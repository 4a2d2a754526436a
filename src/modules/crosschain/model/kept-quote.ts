import { z } from 'zod';
import { type Hex, isHex } from '#kit/hex.ts';
import type { RouteQuote } from '#providers/route-provider.ts';

/** Quotes by what they were asked for, as `nameOfQuery` says it. */
export type QuotesByQuery = ReadonlyMap<string, RouteQuote>;

const units = z.string().regex(/^\d+$/).transform(BigInt);
const data = z.custom<Hex>((text) => typeof text === 'string' && isHex(text));
const name = z.string();

const Fee = z.object({
  name,
  chainId: z.int(),
  tokenAddress: name,
  symbol: name,
  decimals: z.int(),
  units,
  usd: z.string().optional(),
  isIncluded: z.boolean(),
});

const Quote = z.object({
  tool: name,
  sourceUnits: units,
  leastOutputUnits: units,
  transaction: z.object({ to: name, data, valueUnits: units }),
  resources: z.record(z.string(), units).optional(),
  approvalAddress: name,
  fees: z.array(Fee),
  durationSeconds: z.number(),
  fetchedAt: z.coerce.date(),
});

const Kept = z.array(z.object({ query: name, quote: Quote }));

/** Quotes as one text. */
export function printQuotes(quotes: QuotesByQuery): string {
  const all = [...quotes].map(([query, quote]) => ({ query, quote }));
  return JSON.stringify(all, (_, one: unknown) => (typeof one === 'bigint' ? `${one}` : one));
}

/** The quotes that `printQuotes` wrote. */
export function readQuotes(text: string): QuotesByQuery {
  return new Map(
    Kept.parse(JSON.parse(text)).map(({ query, quote: { resources, fees, ...quote } }) => [
      query,
      { ...quote, resources, fees: fees.map(({ usd, ...fee }) => ({ ...fee, usd })) },
    ]),
  );
}
