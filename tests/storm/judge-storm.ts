import { sql } from 'kysely';
import type { Database } from '#platform/db/database.ts';
import type { Receiver } from '../support/receiver.ts';
import { judgeSender } from './judge-sender.ts';
import type { Ledger } from './load.ts';
import type { SenderLedger } from './load-sender.ts';

/** What a storm came to. */
export interface Verdict {
  /** What is not as promised, in words; none when all is well. */
  readonly problems: readonly string[];
  readonly seconds: number;
  readonly kills: number;
  readonly databaseCrashes: number;
  readonly links: number;
  readonly payments: number;
  /** Instalments and captures that were made with the operator's key. */
  readonly sent: number;
  readonly calls: number;
  /** Calls that nobody answered, and answers of 503: all that callers may notice. */
  readonly unanswered: number;
  readonly unavailable: number;
  /** Posts of `payment.confirmed`, and how many of them came again under the same id. */
  readonly posts: number;
  readonly repeated: number;
}

interface Stormed {
  readonly db: Database;
  readonly ledger: Ledger;
  readonly senderLedger: SenderLedger;
  readonly rpcUrl: string;
  readonly receiver: Receiver;
  readonly deaths: readonly string[];
  readonly seconds: number;
  readonly kills: number;
  readonly databaseCrashes: number;
}

const EXAMPLES = 3;

/** Holds what the callers saw, what the chain was sent and what was posted against the ledger. */
export async function judgeStorm(stormed: Stormed): Promise<Verdict> {
  const { db, ledger, senderLedger, rpcUrl, receiver } = stormed;
  const { seconds, kills, databaseCrashes } = stormed;
  const { rows } = await sql<Row>`
    select link.token, link.status, request.request_id as "requestId",
      (select count(*)::int from chain_transfer t
        where t.request_id = request.id and t.status <> 'undone') as transfers,
      (select count(*)::int from payment p left join payment_undo u on u.payment_id = p.id
        where p.request_id = request.id and u.payment_id is null) as payments,
      (select count(*)::int from event e
        where e.secure_payment_token = link.token and e.type = 'payment.confirmed') as confirmed,
      (select count(*)::int from event e
        where e.secure_payment_token = link.token and e.type = 'payment.reverted') as reverted
    from secure_payment link
    join secure_payment_request asked on asked.secure_payment_token = link.token
    join request on request.id = asked.request_id`.execute(db);
  const ofLinks = new Set([...ledger.created.values()].map(({ requestId }) => requestId));
  const posts = receiver.deliveries.filter(
    ({ payload }) =>
      payload.event === 'payment.confirmed' && ofLinks.has(String(payload.requestId)),
  );
  const ids = new Set(posts.map(({ headers }) => String(headers['x-service-delivery'])));
  return {
    problems: [
      ...group('answers that nobody should get', ledger.oddities),
      ...group('processes that ended by themselves', stormed.deaths),
      ...linksOf(ledger, rows),
      ...storedPaymentsOf(ledger, rows),
      ...postsOf(ledger, posts, ids),
      ...(await judgeSender({
        ...{ db, rpcUrl, ledger: senderLedger },
        deliveries: receiver.deliveries,
      })),
    ],
    ...{ seconds, kills, databaseCrashes },
    links: ledger.created.size,
    payments: ledger.paid.size,
    sent: senderLedger.schedules.length + senderLedger.captured.length,
    calls: ledger.calls,
    unanswered: ledger.unanswered,
    unavailable: ledger.unavailable,
    posts: posts.length,
    repeated: posts.length - ids.size,
  };
}

interface Row {
  readonly token: string;
  readonly status: string;
  readonly requestId: string;
  readonly transfers: number;
  readonly payments: number;
  readonly confirmed: number;
  readonly reverted: number;
}

/** Every name has one link, and there is no link without an event. */
function linksOf({ created }: Ledger, rows: readonly Row[]): string[] {
  const expectedTokens = new Set([...created.values()].map(({ token }) => token));
  const kept = new Set(rows.map(({ token }) => token));
  return [
    ...group('names were answered the same link as another', [
      ...Array(created.size - expectedTokens.size).keys(),
    ]),
    ...group(
      'links that were answered are not there',
      [...expectedTokens].filter((token) => !kept.has(token)),
    ),
    ...group(
      'links are there that nobody was answered',
      [...kept].filter((token) => !expectedTokens.has(token)),
    ),
  ];
}

/** What was paid is counted once and reported once; what was not, not at all. */
function storedPaymentsOf({ paid }: Ledger, rows: readonly Row[]): string[] {
  const odd = rows.filter((row) => {
    const times = paid.has(row.token) ? 1 : 0;
    const { transfers, payments, confirmed, reverted } = row;
    return (
      [transfers, payments, confirmed].some((count) => count !== times) ||
      reverted !== 0 ||
      row.status !== (times === 1 ? 'completed' : 'pending')
    );
  });
  return group('links are not booked as they were paid', odd);
}

type Posts = Receiver['deliveries'];

/** Every payment was posted; what came again came under the same id. */
function postsOf({ created, paid }: Ledger, posts: Posts, ids: ReadonlySet<string>): string[] {
  const pending = [...created.values()].filter(({ token }) => paid.has(token));
  const got = new Set(posts.map(({ payload }) => payload.requestId));
  return [
    ...group(
      'payments were never posted',
      pending.filter(({ requestId }) => !got.has(requestId)),
    ),
    ...(ids.size > pending.length
      ? [`${ids.size} deliveries were made for ${pending.length} payments`]
      : []),
  ];
}

/** One line for all problems of a kind, with a few examples; none where there are none. */
function group(what: string, cases: readonly unknown[]): string[] {
  if (cases.length === 0) return [];
  return [`${cases.length} ${what}, such as ${JSON.stringify(cases.slice(0, EXAMPLES))}`];
}
