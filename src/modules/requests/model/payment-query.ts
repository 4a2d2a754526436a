import { z } from 'zod';
import { isHex } from '#kit/hex.ts';
import { isUlid } from '#kit/ulid.ts';

/** The specification's length of a transaction hash. */
const HASH_CHARS = 66;

/** As networks without that prefix write it. */
const BARE_HASH = /^[0-9a-fA-F]{64}$/;

/** Longer than any id, address or reference that this service gives. */
const SHORT_TEXT_MAX = 128;

/** The specification's bound for references of the integrator. */
export const REFERENCE_MAX = 255;

/** The public API's page of payments, and the longest one that is answered. */
const PAGE_PAYMENTS = 20;
const PAGE_PAYMENTS_MAX = 100;

/** A bound of the arithmetic, far beyond any last page. */
export const OFFSET_MAX = 10_000_000;

/** What is a kind of payment by the public documentation. */
const TYPES = ['direct', 'conversion', 'crosschain', 'recurring'] as const;

/** Of these at least one must be named. */
const FILTERS = [
  'txHash',
  'walletAddress',
  'paymentReference',
  'requestId',
  'reference',
  'type',
  'invoiceCurrency',
  'paymentCurrency',
] as const;

/** A text of a query that is none where it is left out, and never empty. */
export const shortText = (field: string, max = SHORT_TEXT_MAX) =>
  z
    .string()
    .min(1, `${field} must not be empty`)
    .max(max, `${field} must have at most ${max} characters`)
    .regex(/^[^\0]*$/, `${field} must not contain the character NUL`)
    .optional();

/** A time of a query, in UTC. */
export const moment = (field: string) =>
  z
    .string()
    .refine(
      (text) => z.iso.datetime().safeParse(text).success,
      `${field} must be an ISO 8601 time that ends in Z, such as 2026-01-02T03:04:05Z`,
    )
    .transform((text) => new Date(text))
    .optional();

/** A number that a query says in plain digits: its least, what it is where it is left out, its most. */
export const wholeNumber = (field: string, [min, preset, max]: readonly [number, number, number]) =>
  z
    .string()
    .refine(
      (text) => /^[0-9]{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max,
      `${field} must be a whole number from ${min} to ${max}`,
    )
    .transform(Number)
    .default(preset);

/** Where a page of a search goes on. */
export const SearchCursor = z
  .string()
  .refine(isUlid, 'cursor must be a nextCursor of this list')
  .optional()
  .describe('The `nextCursor` of the page before.');

/** The members of a query that payments are searched by. */
export const PAYMENT_FILTERS = {
  txHash: z
    .string()
    .transform((text) => (BARE_HASH.test(text) ? `0x${text}` : text))
    .refine(({ length }) => length === HASH_CHARS, `txHash must have ${HASH_CHARS} characters`)
    .refine(isHex, 'txHash must be 0x and 64 hexadecimal digits')
    .optional()
    .describe('A transaction hash: 64 hexadecimal digits, with `0x` before them or without.'),
  walletAddress: shortText('walletAddress').describe('Who paid or was paid, in any case.'),
  paymentReference: shortText('paymentReference').describe(
    '16 hexadecimal digits, with `0x` before them or without.',
  ),
  requestId: shortText('requestId').describe('`01` and 64 hexadecimal digits.'),
  reference: shortText('reference', REFERENCE_MAX).describe('Your own name for the request.'),
  type: z
    .enum(TYPES)
    .optional()
    .describe(
      '`crosschain` is what came from another network, `recurring` what was paid for an instalment of a recurring payout.',
    ),
  invoiceCurrency: shortText('invoiceCurrency').describe('A fiat code, or a currency id.'),
  paymentCurrency: shortText('paymentCurrency').describe('A currency id, such as `USDC-base`.'),
  fromDate: moment('fromDate').describe('The earliest time of the block; ends in `Z`.'),
  toDate: moment('toDate').describe('The latest time of the block; ends in `Z`.'),
};

/** The issue of a period that ends before it begins; undefined for any other. */
export function wrongPeriod({ fromDate, toDate }: Pick<PaymentFilters, 'fromDate' | 'toDate'>) {
  if (fromDate === undefined || toDate === undefined || toDate >= fromDate) return undefined;
  const message = 'toDate must be after or equal to fromDate';
  return { code: 'custom', path: ['toDate'], message } satisfies z.core.$ZodSuperRefineIssue;
}

/** The query of `GET /v2/payments`. */
export const PaymentQuery = z
  .strictObject({
    ...PAYMENT_FILTERS,
    limit: wholeNumber('limit', [1, PAGE_PAYMENTS, PAGE_PAYMENTS_MAX]).describe(
      'How many payments a page holds.',
    ),
    offset: wholeNumber('offset', [0, 0, OFFSET_MAX]).describe('How many newer ones are left out.'),
  })
  .superRefine((query, { addIssue }) => {
    if (FILTERS.every((name) => query[name] === undefined)) {
      const message = `At least one of ${FILTERS.join(', ')} is required`;
      addIssue({ code: 'custom', path: [], message });
    }
    const period = wrongPeriod(query);
    if (period !== undefined) addIssue(period);
  });

/** Which payments to read, and which page of them. */
export type PaymentQuery = z.output<typeof PaymentQuery>;

/** What payments are searched by. */
export type PaymentFilters = Omit<PaymentQuery, 'limit' | 'offset'>;
