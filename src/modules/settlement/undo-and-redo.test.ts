import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import type { ChainUpdate, ObservedTransfer } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { createBatchPayoutLink } from '#modules/secure-payments/create-batch-payout-link.ts';
import { bundleStatus, insertPayouts, newBundle } from '../../../tests/support/bundles.ts';
import { TEST_TIME, testContext, useTestDatabase } from '../../../tests/support/database.ts';
import type { PayableLink } from '../../../tests/support/payable-link.ts';
import {
  hashOf,
  type SettlementWorld,
  settlementWorld,
  UNRELATED,
} from '../../../tests/support/settlement-world.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { finalizeTransfers } from './finalize-transfers.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
/** Behind the deadline of every link. */
const LATE = new Date(TEST_TIME.getTime() + WEEK_MS + 1);
/** The depth of finality on Sepolia where no node reports a final block. */
const FINAL_DEPTH = 64n;
const FIRST = 10n;
const LINKS = 5;

const database = useTestDatabase();
let ctx: Context;
let world: SettlementWorld;

beforeEach(async () => {
  ctx = testContext({ db: database.db, chains: connected(stillChain('sepolia')) });
  world = await settlementWorld(ctx);
});

/** A payment of one of the requests, in one of the blocks. */
interface Payment {
  readonly request: number;
  readonly block: number;
  readonly share: 'part' | 'whole' | 'more';
  readonly late: boolean;
  readonly withFee: boolean;
  readonly isForeign: boolean;
}

const payment: fc.Arbitrary<Payment> = fc.record({
  request: fc.nat(LINKS - 1),
  block: fc.nat(3),
  share: fc.constantFrom('part', 'whole', 'more'),
  late: fc.boolean(),
  withFee: fc.boolean(),
  isForeign: fc.boolean(),
});

const undoCase = fc.record({
  payments: fc.array(payment, { minLength: 1, maxLength: 8 }),
  /** How much of it vanishes and comes back. */
  ancestor: fc.nat(3),
  /** Whether all of it had become final before. */
  wasFinal: fc.boolean(),
});

function transferOf(link: PayableLink, one: Payment, logIndex: number): ObservedTransfer {
  const share = { part: 3n, whole: 6n, more: 8n }[one.share];
  return world.transferOf(link, world.block(FIRST + BigInt(one.block)), {
    logIndex,
    transactionHash: hashOf(`${link.token} ${logIndex}`),
    creditedUnits: (link.expectedUnits * share) / 6n,
    ...(one.late && { blockTime: LATE }),
    ...(one.withFee && { feeUnits: 1_000n, feeAddress: UNRELATED }),
    ...(one.isForeign && { tokenAddress: UNRELATED }),
  });
}

/** Everything that stands, without what names a row and nothing else. */
async function active(links: readonly PayableLink[]) {
  const ids = links.map(({ requestRowId }) => requestRowId);
  const transfers = await ctx.db
    .selectFrom('chain_transfer')
    .selectAll()
    .where('request_id', 'in', ids)
    .where('status', '<>', 'undone')
    .orderBy('block_number')
    .orderBy('log_index')
    .execute();
  const payments = await ctx.db
    .selectFrom('payment')
    .innerJoin('chain_transfer as transfer', 'transfer.id', 'chain_transfer_id')
    .selectAll('payment')
    .where('payment.request_id', 'in', ids)
    .where('transfer.status', '<>', 'undone')
    .orderBy('transfer.block_number')
    .orderBy('transfer.log_index')
    .execute();
  const suspicious = await ctx.db
    .selectFrom('suspicious_transfer')
    .selectAll()
    .where('request_id', 'in', ids)
    .where('undone_at', 'is', null)
    .orderBy('block_number')
    .orderBy('log_index')
    .execute();
  const requests = await ctx.db
    .selectFrom('request')
    .innerJoin('secure_payment_request as asked', 'asked.request_id', 'request.id')
    .innerJoin('secure_payment as link', 'link.token', 'asked.secure_payment_token')
    .select(['request.request_id', 'request.status', 'link.token', 'link.status as link_status'])
    .select(['link.settled_late', 'link.completed_at'])
    .where('request.id', 'in', ids)
    .orderBy('request.id')
    .orderBy('link.token')
    .execute();
  const [cursor] = await ctx.db.selectFrom('chain_cursor').selectAll().execute();
  const points = await ctx.db.selectFrom('chain_block').selectAll().orderBy('number').execute();
  return {
    transfers: transfers.map(({ id: _, ...row }) => row),
    payments: payments.map(({ id: _, chain_transfer_id: __, ...row }) => row),
    suspicious: suspicious.map(({ id: _, ...row }) => row),
    requests,
    cursor,
    points,
  };
}

it('undone and happened again is the same as never undone: alone, in a batch and in a bundle', async () => {
  await fc.assert(
    fc.asyncProperty(undoCase, async ({ payments, ancestor, wasFinal }) => {
      world = await settlementWorld(ctx);
      const links = await insertPayouts(ctx, Array(LINKS).fill({}));
      const [alone, ...others] = links;
      const [one, two, three, four] = others;
      if (!(alone && one && two && three && four)) throw new Error('five links were made');
      const actor = { kind: 'api_key', accountId: alone.accountId, apiKeyId: 'k' } as const;
      await createBatchPayoutLink({ ...ctx, actor }, { tokens: [one.token, two.token] });
      const bundle = await newBundle(ctx, [three, four]);
      const blockAt = (offset: number): ChainUpdate => {
        const transfers = payments.flatMap((each, index) => {
          const link = links[each.request];
          return each.block === offset && link ? [transferOf(link, each, index)] : [];
        });
        return world.blocks(world.block(FIRST + BigInt(offset)), transfers);
      };
      const blocks = [0, 1, 2, 3].map(blockAt);
      const end = world.blocks(world.block(FIRST + 3n + (wasFinal ? FINAL_DEPTH : 1n)));
      const from = world.blocks(world.block(FIRST - 1n));
      const settled = async (...updates: readonly ChainUpdate[]) => {
        await world.happen(ctx, ...updates);
        await finalizeTransfers(ctx, 100);
        return { ...(await active(links)), bundle: await bundleStatus(ctx, bundle.token) };
      };
      const before = await settled(from, ...blocks, end);
      const reorg: ChainUpdate = {
        type: 'reorg',
        ancestor: world.block(FIRST + BigInt(ancestor) - 1n),
      };
      const after = await settled(reorg, ...blocks.slice(ancestor), end);
      expect(after).toEqual(before);
      await eventsOf(links, before.transfers.length);
    }),
    { numRuns: 12 },
  );
});

/** Each active payment was reported once more than it was undone. */
async function eventsOf(links: readonly PayableLink[], count: number): Promise<void> {
  const [first] = links;
  const events = first === undefined ? [] : await world.eventsOf(first);
  const counts = (name: RegExp) => events.filter(({ event }) => name.test(String(event))).length;
  expect(counts(/^payment\.(confirmed|partial)$/) - counts(/^payment\.reverted$/)).toBe(count);
}
