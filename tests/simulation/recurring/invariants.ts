import { sql } from 'kysely';
import { hexOf } from '#kit/hex.ts';
import type { SimWorld } from '../world.ts';
import { countSigned } from './sent.ts';
import { RECURRING_NETWORK } from './setting.ts';
import { countMade } from './shops.ts';

/** So many failures in a row pause a recurring payout. */
const FAILURES_MAX = 3;

/** What cannot be true of recurring payouts and series, whatever happened so far. */
export async function findRecurringProblems(world: SimWorld): Promise<string[]> {
  const { recurring } = world;
  if (recurring === undefined) return [];
  return [
    ...recurring.problems,
    ...(await findUnsigned(world)),
    ...(await findExchanged(world)),
    ...(await findSignedWhilePaused(world)),
    ...(await findFailures(world)),
    ...(await findUnreported(world)),
    ...(await findSeriesProblems(world)),
  ];
}

/** What is under way was signed by its payer. */
async function findUnsigned({ db, recurring }: SimWorld): Promise<string[]> {
  const rows = await db
    .selectFrom('recurring_payout')
    .select(['id', 'status', 'digest'])
    .where('signature', 'is not', null)
    .execute();
  return rows
    .filter(({ digest }) => !recurring?.signed.has(hexOf(digest)))
    .map(({ id, status }) => `payout ${id} is ${status} without a signature of its payer`);
}

/** Each transaction names the request of the instalment that it takes. */
async function findExchanged({ db, chains }: SimWorld): Promise<string[]> {
  const { sending, scheduling } = chains[RECURRING_NETWORK];
  const rows = await db
    .selectFrom('recurring_instalment as one')
    .innerJoin('request', 'request.id', 'one.request_id')
    .select(['one.instalment_index', 'request.payment_reference'])
    .execute();
  const indexes = new Map(rows.map((row) => [row.payment_reference, row.instalment_index]));
  return [...sending.pool.values()].flatMap(({ call }) => {
    const trigger = scheduling?.triggerOf(call);
    const index = trigger && indexes.get(trigger.paymentReference);
    return index === trigger?.index
      ? []
      : `instalment ${trigger?.index} was sent with the reference of another, ${index}`;
  });
}

/** Nothing more is signed for what is paused. */
async function findSignedWhilePaused({ db, recurring, chains }: SimWorld): Promise<string[]> {
  const rows = await db.selectFrom('recurring_payout').select(['id', 'status', 'digest']).execute();
  const problems: string[] = [];
  for (const { id, status, digest } of rows) {
    if (status !== 'paused') recurring?.signedWhenPaused.delete(id);
    if (status !== 'paused' || recurring === undefined) continue;
    const count = countSigned(chains[RECURRING_NETWORK], hexOf(digest));
    const before = recurring.signedWhenPaused.get(id) ?? count;
    recurring.signedWhenPaused.set(id, before);
    if (count > before) problems.push(`payout ${id} is paused and was signed for`);
  }
  return problems;
}

interface MoveRow {
  readonly kind: string;
  readonly was: string;
  readonly became: string;
  readonly payout: string;
}

/** Three failures in a row pause a payout: there is never a fourth, and no third of what goes on. */
async function findFailures({ db }: SimWorld): Promise<string[]> {
  const { rows } = await sql<MoveRow>`
    select kind, was, became, coalesce(one.recurring_payout_id, move.id) as payout
    from sim_move move
    left join recurring_instalment one
      on move.kind = 'recurring_instalment' and one.request_id = move.id
    where kind in ('recurring_payout', 'recurring_instalment') order by n`.execute(db);
  const failures = new Map<string, number>();
  const problems: string[] = [];
  for (const { kind, was, became, payout } of rows) {
    const count = failures.get(payout) ?? 0;
    if (became === 'failed') failures.set(payout, count + 1);
    if (became === 'failed' && count >= FAILURES_MAX) {
      problems.push(`payout ${payout} failed ${count + 1} times in a row`);
    }
    const isReset = became.startsWith('paid') || (kind === 'recurring_payout' && was === 'paused');
    if (isReset) failures.set(payout, 0);
  }
  const active = await db
    .selectFrom('recurring_payout')
    .select('id')
    .where('status', '=', 'active')
    .execute();
  return [
    ...problems,
    ...active
      .filter(({ id }) => (failures.get(id) ?? 0) >= FAILURES_MAX)
      .map(({ id }) => `payout ${id} goes on after three failures`),
  ];
}

/** Each failure and each move of a payout is reported once, and each payment of an instalment names its payout. */
async function findUnreported({ db }: SimWorld): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select 'a failure of ' || coalesce(failed.request_id, reported.request_id) || ' happened '
      || coalesce(failed.times, 0) || ' times and was reported ' || coalesce(reported.times, 0)
      || ' times' as problem
    from (select request.request_id, count(*) as times from sim_move move
      join request on request.id = move.id
      where move.kind = 'recurring_instalment' and move.became in ('failed', 'lost') group by 1) failed
    full join (select payload ->> 'requestId' as request_id, count(*) as times from event
      where type = 'payment.failed' and payload -> 'recurringPayment' is not null group by 1) reported
      using (request_id)
    where failed.times is distinct from reported.times
    union all
    select 'payout ' || coalesce(moved.id, reported.id) || ' moved to '
      || coalesce(moved.became, reported.became) || ' ' || coalesce(moved.times, 0)
      || ' times, reported ' || coalesce(reported.times, 0) || ' times'
    from (select id, became, count(*) as times from sim_move
      where kind = 'recurring_payout' group by 1, 2) moved
    full join (select payload ->> 'recurringPaymentId' as id, payload ->> 'status' as became,
      count(*) as times from event
      where type = 'recurring_payment.status_changed' group by 1, 2) reported using (id, became)
    where moved.times is distinct from reported.times
    union all
    select 'a payment of ' || event.type || ' names the payout '
      || coalesce(event.payload -> 'recurringPayment' ->> 'id', 'none') || ', not '
      || coalesce(one.recurring_payout_id, 'none')
    from event
    join request on request.request_id = event.payload ->> 'requestId'
    left join recurring_instalment one on one.request_id = request.id
    where event.type in ('payment.confirmed', 'payment.partial', 'payment.failed')
      and event.payload -> 'recurringPayment' ->> 'id' is distinct from one.recurring_payout_id`.execute(
    db,
  );
  return rows.map(({ problem }) => problem);
}

/** No series makes more requests than periods have begun, and none while it is stopped; each is reported once. */
async function findSeriesProblems(world: SimWorld): Promise<string[]> {
  const problems: string[] = [];
  for (const { requestId, startAt, madeWhenStopped } of world.recurring?.series ?? []) {
    const made = await countMade(world, requestId);
    const begun = periodsBegun(world, startAt);
    if (made > begun)
      problems.push(`series ${requestId} made ${made} requests in ${begun} periods`);
    if (madeWhenStopped !== undefined && made > madeWhenStopped) {
      problems.push(`series ${requestId} made a request while it was stopped`);
    }
    const { rows } = await sql<{ times: bigint }>`
      select count(*) as times from event
      where type = 'request.recurring' and payload ->> 'originalRequestId' = ${requestId}`.execute(
      world.db,
    );
    const reported = Number(rows[0]?.times ?? 0);
    if (reported !== made) problems.push(`series ${requestId} made ${made}, reported ${reported}`);
  }
  return problems;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** How many periods of a daily series began since its first request. */
export function periodsBegun({ clock }: SimWorld, startAt: Date): number {
  return Math.floor((clock().getTime() - startAt.getTime()) / DAY_MS);
}
