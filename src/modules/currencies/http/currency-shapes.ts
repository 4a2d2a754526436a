import { z } from 'zod';
import { type Currency, currencyById } from '#catalog/currencies.ts';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { invariant } from '#kit/failure.ts';
import { tokenNotFound } from '../model/token-not-found.ts';

/** The catalog changes with a release only; after one, five minutes are soon enough to see it. */
export const CATALOG_CACHE_SECONDS = 300;

/** Twice the longest id in the catalog. */
export const CURRENCY_CHARS_MAX = 50;

/** What shows as an example. */
export const sampleCurrency: Currency = (() => {
  const found = currencyById(SAMPLE.currencyId);
  invariant(found !== undefined, 'the sample payment is in a listed currency');
  return found;
})();

/** A currency as the wire shows it. */
export const CurrencyResponse = z
  .object({
    id: z
      .string()
      .describe('`<symbol>-<network>`; a fiat currency is its bare code, such as `USD`.'),
    name: z.string(),
    symbol: z.string(),
    decimals: z.int().describe('How many digits behind the point an amount can have.'),
    address: z
      .string()
      .describe(
        'The token contract, in EIP-55 form; on Tron in Base58. Coins and fiat currencies have a pseudo address, at which nothing is.',
      ),
    network: z.string().describe("The network's id, or `fiat`."),
    type: z
      .enum(['ERC20', 'ETH', 'TRC20', 'ISO4217'])
      .describe('A token, the coin of an EVM network, a token on Tron, or a fiat currency.'),
    hash: z.string().describe('The address in lower case.'),
    chainId: z.int().describe('0 for fiat currencies.'),
  })
  .meta({
    id: 'Currency',
    description: 'A currency that can be requested or paid in.',
    examples: [sampleCurrency],
  });

/** The 404 of both endpoints. */
export const TOKEN_NOT_FOUND = {
  status: 404,
  when: 'No currency fits.',
  examples: [tokenNotFound()],
} as const;
