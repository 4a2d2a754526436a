import { pino } from 'pino';
import type { Context } from '#context.ts';
import { daysBetween } from '#kit/calendar-days.ts';
import { elapsedMs, systemClock } from '#kit/clock.ts';
import { listApiRequests } from '#modules/api-requests/list-api-requests.ts';
import { listAudit } from '#modules/audit/list-audit.ts';
import { listEvents } from '#modules/events/list-events.ts';
import { listPayments } from '#modules/requests/list-payments.ts';
import { listRequests } from '#modules/requests/list-requests.ts';
import { PaymentQuery } from '#modules/requests/model/payment-query.ts';
import { searchEvents } from '#modules/requests/search-events.ts';
import { searchRequests } from '#modules/requests/search-requests.ts';
import { viewPaymentFigures } from '#modules/requests/view-payment-figures.ts';
import { viewRequestFigures } from '#modules/requests/view-request-figures.ts';
import { listPayoutLinks } from '#modules/secure-payments/list-payout-links.ts';
import { listWebhookDeliveries } from '#modules/webhooks/list-webhook-deliveries.ts';
import { viewWebhookFigures } from '#modules/webhooks/view-webhook-figures.ts';
import { openDatabase } from '#platform/db/pool.ts';
import { clientIdActor } from '../tests/support/actors.ts';
import { testContext } from '../tests/support/context.ts';
import { openBenchDatabase } from './bench-database.ts';
import { medianOf, type Question, type Sample } from './harness.ts';
import {
  BIG_ACCOUNT,
  BIG_CLIENTS,
  BIG_ENDPOINT,
  BIG_PAYEES,
  writeLargeAccount,
} from './large-account.ts';

const ROWS = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const CALLS = 40;
/** A page that takes seconds is not read so often. */
const SPENT_MAX_MS = 4_000;
const PAGE = 50;
const BAR_MS = 50;
const DAY_MS = 86_400_000;

/** Any page of a list, and any figure, of an account with a million requests. */
export const lists: Question = {
  name: 'lists',
  purpose: 'How long does a page of each list take in an account with a million requests?',
  run: async (report) => {
    await using database = await openBenchDatabase();
    const { db, close } = openDatabase(database.url, { log: pino({ level: 'silent' }) });
    try {
      const until = systemClock();
      report(`${ROWS} requests are written: ten minutes or more for a million.`);
      await writeLargeAccount(db, { rows: ROWS, until });
      const samples = await readLists(testContext({ db, now: () => until }), report);
      return {
        sizes: { rows: ROWS, calls: CALLS, page: PAGE },
        samples: new Map([...samples].map(([name, sample]) => [name, [sample]])),
        ratios: [...samples.keys()].map((of) =>
          medianOf(new Map([[of, [samples.get(of) ?? {}]]]), {
            name: `${of}, p99 in ms`,
            number: 'p99Ms',
            of,
            wanted: 'at most',
            bar: BAR_MS,
          }),
        ),
      };
    } finally {
      await close();
    }
  },
};

/** Reads each list once, which keeps what it keeps, and then times its pages. */
async function readLists(
  ctx: Context,
  report: (line: string) => void,
): Promise<ReadonlyMap<string, Sample>> {
  const samples = new Map<string, Sample>();
  for (const { name, actor = OWNER, read } of LISTS) {
    const as = { ...ctx, actor };
    const total = await read(as, 0);
    if (total !== undefined)
      for (let offset = 1; offset <= WARM_CALLS; offset += 1) await read(as, offset);
    const offsets =
      total === undefined ? [0] : [0, Math.floor(total / 2), Math.max(0, total - PAGE)];
    for (const offset of new Set(offsets)) {
      const sample = await timesOf(() => read(as, offset));
      const page = total === undefined ? name : `${name}, from ${offset} of ${total}`;
      report(
        `${page.padEnd(64)} ${['leastMs', 'p50Ms', 'p99Ms'].map((of) => (sample[of] ?? 0).toFixed(1).padStart(8)).join('')} ms`,
      );
      samples.set(page, sample);
    }
  }
  return samples;
}

/** Calls that keep positions of a long list, each so many. */
const WARM_CALLS = 12;

async function timesOf(read: () => Promise<unknown>): Promise<Sample> {
  const times: number[] = [];
  for (const end = elapsedMs() + SPENT_MAX_MS; times.length < CALLS && elapsedMs() < end; ) {
    const start = elapsedMs();
    await read();
    times.push(elapsedMs() - start);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? Number.NaN;
  return { leastMs: at(0), p50Ms: at(0.5), p99Ms: at(0.99) };
}

const OWNER: Context['actor'] = { kind: 'api_key', accountId: BIG_ACCOUNT, apiKeyId: 'bench' };

interface List {
  readonly name: string;
  readonly actor?: Context['actor'];
  /** Reads a page; returns how many rows there are in all, or undefined where pages follow each other by cursors. */
  read(ctx: Context, offset: number): Promise<number | undefined>;
}

const client = (clientIdId: string): Context['actor'] =>
  clientIdActor({ accountId: BIG_ACCOUNT, clientIdId, clientId: `cli_${clientIdId}` });

const requests = (name: string, filter: object = {}, actor?: Context['actor']): List => ({
  name: `requests ${name}`,
  ...(actor && { actor }),
  read: async (ctx, offset) =>
    (await listRequests(ctx, { ...filter, limit: PAGE, offset })).pagination.total,
});

const payments = (name: string, filter: object, actor?: Context['actor']): List => ({
  name: `payments ${name}`,
  ...(actor && { actor }),
  read: async (ctx, offset) => {
    const query = PaymentQuery.parse({ ...filter, limit: `${PAGE}`, offset: `${offset}` });
    return (await listPayments(ctx, query)).pagination.total;
  },
});

const search = (name: string, filter: object = {}): List => ({
  name: `search ${name}`,
  read: async (ctx) => void (await searchRequests(ctx, { ...filter, limit: PAGE })),
});

const events = (name: string, filter: object = {}): List => ({
  name: `events ${name}`,
  read: async (ctx) => void (await searchEvents(ctx, { ...filter, limit: PAGE })),
});

const feed = (name: string, from: object): List => ({
  name: `feed ${name}`,
  read: async (ctx) =>
    void (await listEvents(ctx, { after: undefined, types: undefined, ...from, limit: PAGE })),
});

const figures = (
  name: string,
  days: number,
  view: (ctx: Context, range: ReturnType<typeof lastDays>) => Promise<unknown>,
): List => ({
  name: `${name} of ${days} days`,
  read: async (ctx) => void (await view(ctx, lastDays(ctx, days))),
});

function lastDays(ctx: Context, count: number) {
  const date = (back: number) =>
    new Date(ctx.now().getTime() - back * DAY_MS).toISOString().slice(0, 10);
  const [from, to, timeZone] = [date(count - 1), date(0), 'UTC'];
  return { from, to, timeZone, days: daysBetween(from, to, timeZone) };
}

/** Between the oldest and the newest. */
const weeksAgo = new Date(systemClock().getTime() - 40 * DAY_MS);

const NEWEST = { limit: PAGE, cursor: undefined };
const ALL_DELIVERIES = { event: undefined, status: undefined, from: undefined, to: undefined };
const ALL_CALLS = {
  statusClass: undefined,
  credentialId: undefined,
  path: undefined,
  correlationId: undefined,
  fromDate: undefined,
  toDate: undefined,
};

const LISTS: readonly List[] = [
  requests('all'),
  requests('to a wallet', { walletAddress: BIG_PAYEES[0] }),
  requests('incoming', { securePaymentFlow: 'incoming' }),
  requests('outgoing', { securePaymentFlow: 'outgoing' }),
  ...BIG_CLIENTS.map((id) => requests(`of ${id}`, {}, client(id))),
  requests('of clientA, outgoing', { securePaymentFlow: 'outgoing' }, client(BIG_CLIENTS[0])),
  payments('direct', { type: 'direct' }),
  payments('conversion', { type: 'conversion' }),
  payments('crosschain', { type: 'crosschain' }),
  payments('recurring', { type: 'recurring' }),
  payments('to a wallet', { walletAddress: BIG_PAYEES[0] }),
  payments('in a currency', { paymentCurrency: 'USDC-sepolia' }),
  payments('invoiced in dollars', { invoiceCurrency: 'USD' }),
  payments('invoiced in a token', { invoiceCurrency: 'USDC-sepolia' }),
  payments('direct, of clientA', { type: 'direct' }, client(BIG_CLIENTS[0])),
  payments('direct, of clientD', { type: 'direct' }, client(BIG_CLIENTS[3])),
  payments('of a reference', { reference: 'INV-3' }),
  feed('from the oldest', {}),
  feed('of a rare type', { types: ['payment.partial'] }),
  feed('now', { after: 'now' }),
  search('all'),
  ...['created', 'pending', 'partially_paid', 'paid', 'cancelled'].map((status) =>
    search(`status ${status}`, { status }),
  ),
  ...['pending', 'completed', 'expired', 'invalidated'].map((status) =>
    search(`link ${status}`, { securePaymentStatus: status }),
  ),
  search('incoming', { flow: 'incoming' }),
  search('outgoing', { flow: 'outgoing' }),
  search('network', { network: 'sepolia' }),
  search('another network', { network: 'base' }),
  search('currency', { currency: 'USDC-sepolia' }),
  search('dollars', { currency: 'USD' }),
  search('amounts', { minAmount: '1', maxAmount: '2' }),
  search('large amounts', { minAmount: '1000' }),
  search('payee', { walletAddress: BIG_PAYEES[1] }),
  search('wallet', { wallet: BIG_PAYEES[1] }),
  ...BIG_CLIENTS.map((id) => search(`client ${id}`, { clientId: `cli_${id}` })),
  search('until then', { toDate: weeksAgo }),
  search('paid, in a currency, until then', {
    status: 'paid',
    currency: 'USDT-sepolia',
    toDate: weeksAgo,
  }),
  events('all'),
  events('of a type', { type: 'payment.finalized' }),
  events('of a rare type', { type: 'payment.partial' }),
  events('of a reference', { reference: 'INV-3' }),
  ...[7, 30, 90].flatMap((days) => [
    figures('payment figures', days, viewPaymentFigures),
    figures('request figures', days, viewRequestFigures),
    figures('webhook figures', days, (ctx, range) =>
      viewWebhookFigures(ctx, { ...range, webhookId: undefined }),
    ),
  ]),
  {
    name: 'deliveries',
    read: async (ctx) =>
      void (await listWebhookDeliveries(ctx, {
        ...NEWEST,
        ...ALL_DELIVERIES,
        webhookId: BIG_ENDPOINT,
      })),
  },
  {
    name: 'calls',
    read: async (ctx) => void (await listApiRequests(ctx, { ...NEWEST, ...ALL_CALLS })),
  },
  {
    name: 'audit',
    read: async (ctx) =>
      void (await listAudit(ctx, { ...NEWEST, action: undefined, objectId: undefined })),
  },
  { name: 'payout links', read: async (ctx) => void (await listPayoutLinks(ctx, NEWEST)) },
];
