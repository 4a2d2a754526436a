import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BlockPoint, ChainUpdate, ObservedTransfer } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { createBatchPayoutLink } from '#modules/secure-payments/create-batch-payout-link.ts';
import { expireSecurePayments } from '#modules/secure-payments/expire-secure-payments.ts';
import { invalidateSecurePayments } from '#modules/secure-payments/invalidate-secure-payments.ts';
import { insertPayouts, newBundle } from '../../../tests/support/bundles.ts';
import { TEST_TIME, testContext, testDatabase } from '../../../tests/support/database.ts';
import { FEE_RECEIVER, insertFee } from '../../../tests/support/fee-of-link.ts';
import {
  insertAccount,
  insertClientId,
  type PayableLink,
  TEST_PAYEE,
} from '../../../tests/support/payable-link.ts';
import {
  hashOf,
  type SettlementWorld,
  settlementWorld,
} from '../../../tests/support/settlement-world.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { finalizeTransfers } from './finalize-transfers.ts';
import { findFollowFrom } from './find-follow-from.ts';
import { findThresholds } from './find-thresholds.ts';
import { settleTransfers } from './index.ts';
import { ingestChainUpdate } from './ingest-chain-update.ts';
import { settleRequests } from './settle-requests.ts';
import { findDueTransfers } from './store/due.ts';

const FIRST = 10n;
const ROUNDS = 2;
const LIMIT = 200;

let database: Awaited<ReturnType<typeof testDatabase>>;
let ctx: Context;
let world: SettlementWorld;
/** What was logged as an error, or thrown. */
const failures: unknown[] = [];

beforeAll(async () => {
  database = await testDatabase();
  const plain = testContext({ db: database.db, chains: connected(stillChain('sepolia')) });
  const error = (logged: unknown) => failures.push(logged);
  ctx = { ...plain, log: Object.assign(Object.create(plain.log), { error }) };
  world = await settlementWorld(ctx);
});
afterAll(() => database[Symbol.asyncDispose]());

/** The merger of an account's links. */
const asOwner = (accountId: string): Context => ({
  ...ctx,
  actor: { kind: 'api_key', accountId, apiKeyId: 'k' },
});
const merge = async (links: readonly PayableLink[]) =>
  await createBatchPayoutLink(asOwner(links[0]?.accountId ?? ''), {
    tokens: links.map(({ token }) => token),
  });

/** Links of every kind: alone, with fees, in batches and in bundles, ending soon and of a client ID. */
async function insertLinks() {
  const accountId = await insertAccount(ctx.db);
  const { id: clientIdId } = await insertClientId(ctx.db, accountId);
  const batched = await insertPayouts(ctx, Array(24).fill({}), accountId);
  // Two requests of each, one of either half; the youngest first.
  const pairs = batched
    .slice(0, 12)
    .flatMap((one, at) => [[one, batched[12 + at]].filter((link) => link !== undefined)])
    .toReversed();
  for (const pair of pairs.slice(2)) await merge(pair);
  const bundled = await insertPayouts(ctx, Array(12).fill({}), accountId);
  await newBundle(ctx, bundled.slice(0, 8));
  await newBundle(ctx, bundled.slice(4));
  const soon = { expiresAt: new Date(TEST_TIME.getTime() + 1) };
  const ending = await insertPayouts(ctx, Array(4).fill(soon), accountId);
  const ofClient = await insertPayouts(ctx, Array(4).fill({ clientIdId }), accountId);
  const others = await insertPayouts(ctx, Array(4).fill({}));
  const fees = await Promise.all(others.map((link) => insertFee(ctx, link)));
  const single = [...bundled, ...ending, ...ofClient, ...others];
  return { clientIdId, unmerged: pairs.slice(0, 2), batched, single, fees };
}

type Links = Awaited<ReturnType<typeof insertLinks>>;

/** What a block pays: half of the links and fees in full, the others in part, or nothing where batched. */
function paymentsOf({ batched, single, fees }: Links, at: BlockPoint): readonly ObservedTransfer[] {
  const half = Number(at.number % 2n);
  const of = (link: PayableLink, logIndex: number, payeeAddress = TEST_PAYEE) =>
    world.transferOf(link, at, {
      logIndex,
      transactionHash: hashOf(`${link.requestRowId} ${at.number}`),
      creditedUnits: link.expectedUnits / (logIndex % 2 === half ? 1n : 3n),
      payeeAddress,
    });
  const alone = batched.length / 2;
  return [
    ...batched.slice(half * alone, (half + 1) * alone).map((link, i) => of(link, 2 * i + half)),
    ...single.map((link, i) => of(link, 100 + i)),
    ...fees.map((fee, i) => of(fee, 200 + i, FEE_RECEIVER)),
  ];
}

async function ingest(update: ChainUpdate): Promise<void> {
  const { at } = await findFollowFrom(ctx, 'sepolia');
  await ingestChainUpdate(ctx, world.chain, { at, update });
}

async function ingestBlocks(links: Links, points: readonly BlockPoint[]): Promise<void> {
  for (const point of points) {
    const update = world.blocks(point, paymentsOf(links, point));
    const final = { finalizedNumber: point.number - 2n, finalizedAt: ctx.now() };
    await ingest(update.type === 'blocks' ? { ...update, ...final } : update);
  }
}

/** Settles what a block paid, and leaves what was paid before it. */
async function settleBlock({ number }: BlockPoint): Promise<void> {
  const query = { limit: LIMIT, exceptRequests: [], agreement: 'none' } as const;
  const { candidates: due } = await findDueTransfers(
    ctx,
    await findThresholds(ctx, 'confirmed'),
    query,
  );
  await settleRequests(
    ctx,
    due.filter(({ block }) => block.number === number),
  );
}

async function settleInParallel(limit: number): Promise<void> {
  while ((await settleTransfers(ctx, limit)) > 0);
}

/** All writers of several rows of payments, at once, while a settled block is replaced. */
async function round(number: bigint): Promise<void> {
  const links = await insertLinks();
  const [kept, lost] = [world.block(number), world.block(number + 1n, 'lost')];
  await ingestBlocks(links, [kept, lost]);
  await settleBlock(lost);
  const ofClient = ctx.db.updateTable('client_id').set({ status: 'revoked' });
  await ofClient.where('id', '=', links.clientIdId).execute();
  const later = { ...ctx, now: () => new Date(TEST_TIME.getTime() + 2) };
  const replace = async () => {
    await ingest({ type: 'reorg', ancestor: kept });
    await ingestBlocks(links, [world.block(number + 1n)]);
  };
  const outcomes = await Promise.allSettled([
    replace(),
    settleInParallel(2),
    settleInParallel(3),
    settleInParallel(5),
    finalizeTransfers(ctx, LIMIT),
    expireSecurePayments(later, LIMIT),
    invalidateSecurePayments(ctx, LIMIT),
    // Refused where one of them is paid already; that is no failure.
    ...links.unmerged.map((pair) => merge(pair).catch(() => undefined)),
  ]);
  failures.push(...outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])));
}

it('settling, undoing, deadlines and merging at once lose nothing and never deadlock', async () => {
  await ingest(world.blocks(world.block(FIRST - 1n)));
  for (let at = 0; at < ROUNDS; at += 1) await round(FIRST + 2n * BigInt(at));
  await settleInParallel(LIMIT);
  expect(failures).toEqual([]);
  const { rows: requests } = await sql<Record<string, unknown>>`
    select r.id, r.paid_units::text as kept, r.status,
      coalesce((select sum(p.amount_units) from payment p where p.request_id = r.id
        and not exists (select from payment_undo u where u.payment_id = p.id)), 0)::text as active,
      coalesce((select sum(t.credited_units) from chain_transfer t
        where t.request_id = r.id and t.status <> 'undone'), 0)::text as on_chain,
      case when r.paid_units >= r.expected_units then 'paid'
        when r.paid_units > 0 then 'partially_paid' else 'created' end as should_be,
      (select count(*) from payment p where p.request_id = r.id
        and not exists (select from payment_undo u where u.payment_id = p.id))::integer
      - (select coalesce(sum(case e.type when 'payment.reverted' then -1 else 1 end), 0)
        from event e where e.type in ('payment.confirmed', 'payment.partial', 'payment.reverted')
        and e.payload->>'requestId' = r.request_id)::integer as unreported, r.origin_form
    from request r`.execute(ctx.db);
  for (const {
    id,
    kept,
    active,
    on_chain,
    status,
    should_be,
    unreported,
    origin_form,
  } of requests) {
    expect({ id, active, on_chain, status }).toEqual({
      id,
      active: kept,
      on_chain: kept,
      status: should_be,
    });
    if (origin_form !== 'fee') expect({ id, unreported }).toEqual({ id, unreported: 0 });
  }
  const { rows: wrong } = await sql`
    select link.token, link.status from secure_payment link
    join secure_payment_request asked on asked.secure_payment_token = link.token and not asked.superseded
    join request on request.id = asked.request_id
    group by link.token
    having (link.status = 'completed') <> (bool_and(request.status = 'paid') and link.status <> 'invalidated')
  `.execute(ctx.db);
  expect(wrong).toEqual([]);
});
