import type { Context } from '#context.ts';
import { elapsedMs } from '#kit/clock.ts';
import { listPayments } from '#modules/requests/list-payments.ts';
import { listRequests } from '#modules/requests/list-requests.ts';
import { PaymentQuery } from '#modules/requests/model/payment-query.ts';
import { findSecurePayment } from '#modules/secure-payments/find-secure-payment.ts';
import { LARGE_ACCOUNT, manyLink, SMALL_ACCOUNT } from '../tests/support/many-links.ts';
import { TEST_PAYEE } from '../tests/support/payable-link.ts';

const CALLS = 100;
/** A list that takes seconds is not called so often. */
const SPENT_MAX_MS = 8_000;
const PAGE = 20;

interface ListReading {
  readonly name: string;
  /** How many rows the list has in all. */
  readonly total: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface List {
  readonly name: string;
  /** Reads a page from an offset, and returns how many there are in all. */
  read(ctx: Context, offset: number): Promise<number>;
}

const LISTS: readonly List[] = [
  {
    name: 'requests',
    read: async (ctx, offset) =>
      (await listRequests(ctx, { limit: PAGE, offset })).pagination.total,
  },
  {
    name: 'requests of a wallet',
    read: async (ctx, offset) =>
      (await listRequests(ctx, { walletAddress: TEST_PAYEE, limit: PAGE, offset })).pagination
        .total,
  },
  {
    name: 'payments of a kind',
    read: (ctx, offset) => payments(ctx, { type: 'direct' }, offset),
  },
  {
    name: 'payments of a reference that is none',
    read: (ctx, offset) => payments(ctx, { reference: 'INV-0' }, offset),
  },
];

async function payments(ctx: Context, query: object, offset: number): Promise<number> {
  const read = PaymentQuery.parse({ ...query, limit: `${PAGE}`, offset: `${offset}` });
  return (await listPayments(ctx, read)).pagination.total;
}

/** Late enough for positions in all lists to be kept. */
const LATER = new Date('2100-01-01T00:00:00.000Z');

/** Times the first and the last page of each list, of an account with half of all and of a small one. */
export async function listPages(stored: Context): Promise<readonly ListReading[]> {
  const ctx = { ...stored, now: () => LATER };
  const readings: ListReading[] = [];
  for (const accountId of [SMALL_ACCOUNT, LARGE_ACCOUNT]) {
    const actor = { kind: 'api_key', accountId, apiKeyId: 'bench' } as const;
    const as: Context = { ...ctx, actor };
    for (const { name, read } of LISTS) {
      const total = await read(as, 0);
      for (const offset of new Set([0, Math.max(0, total - PAGE)])) {
        const times = await timesOf(() => read(as, offset));
        readings.push({ name: `${accountId}, ${name}, from ${offset}`, total, ...times });
      }
    }
    const { requestId } = manyLink(accountId === LARGE_ACCOUNT ? 200 : 201);
    const found = await timesOf(() => findSecurePayment(as, { requestId }));
    readings.push({ name: `${accountId}, the link of a request`, total: 1, ...found });
  }
  return readings;
}

async function timesOf(read: () => Promise<unknown>) {
  const times: number[] = [];
  for (const end = elapsedMs() + SPENT_MAX_MS; times.length < CALLS && elapsedMs() < end; ) {
    const start = elapsedMs();
    await read();
    times.push(elapsedMs() - start);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? Number.NaN;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}
