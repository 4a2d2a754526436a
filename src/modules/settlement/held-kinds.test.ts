import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { recordBridgeSender } from '#modules/ledger/index.ts';
import { bundleStatus, insertPayouts, newBundle } from '../../../tests/support/bundles.ts';
import { TEST_SETTINGS } from '../../../tests/support/context.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { keepListings } from '../../../tests/support/listings.ts';
import { insertLink, type PayableLink } from '../../../tests/support/payable-link.ts';
import {
  hashOf,
  PAYER,
  type SettlementWorld,
  settlementWorld,
  UNRELATED,
} from '../../../tests/support/settlement-world.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { decidePayers } from './decide-payers.ts';
import { settleTransfers } from './index.ts';
import { releasePayment } from './release-payment.ts';
import { findHeldPayments } from './store/payer-checks.ts';

const DEPOSITOR = '0x5555555555555555555555555555555555555555';
const database = useTestDatabase();
let ctx: Context;
let world: SettlementWorld;

beforeEach(async () => {
  const settings = { ...TEST_SETTINGS, sanctionsOracle: 'available' } as const;
  const chains = connected(stillChain('sepolia'));
  ctx = testContext({ db: database.db, settings, chains });
  await ctx.db.deleteFrom('screening_answer').execute();
  world = await settlementWorld(ctx);
  await world.happen(ctx, world.blocks(world.block(9n)));
});

/** What the lists of Ethereum and Arbitrum say. */
const say = (isListed: boolean, ...wallets: readonly string[]) =>
  keepListings(ctx, { networks: ['mainnet', 'arbitrum-one'], wallets, isListed });
const decide = async () => {
  await decidePayers(ctx, { isJudged: false, limit: 50 });
  await settleTransfers(ctx, 100, { shouldQueryNodes: true });
};
const heldOf = async ({ accountId }: Pick<PayableLink, 'accountId'>) =>
  await findHeldPayments(ctx, { accountId, statuses: ['undecided', 'refused'], limit: 10 });
const release = async (link: PayableLink) => {
  const [held] = await heldOf(link);
  if (held === undefined) throw new Error('a payment is held');
  const { transferId: id, accountId } = held;
  await releasePayment(ctx, { id, accountId, reason: 'Checked by hand' });
  await settleTransfers(ctx, 100);
};

describe('a payment that a bridge made', () => {
  const BRIDGE = {
    originChainId: 42_161,
    depositId: 7n,
    depositor: UNRELATED,
    termsHash: `0x${'ab'.repeat(32)}`,
  } as const;

  async function bridged(sender: string | null) {
    const link = await insertLink(ctx.db);
    const block = world.block(10n);
    const relayer = { payerAddress: PAYER, senderAddress: PAYER };
    const transfer = world.transferOf(link, block, { bridge: BRIDGE, ...relayer });
    await world.happen(ctx, world.blocks(block, [transfer]));
    const { id } = await ctx.db
      .selectFrom('chain_transfer')
      .select('id')
      .where('request_id', '=', link.requestRowId)
      .executeTakeFirstOrThrow();
    await recordBridgeSender(ctx, id, { sender, key: null });
    await settleTransfers(ctx, 100, { shouldQueryNodes: true });
    return link;
  }

  it('is refused where the list of the source network has who deposited it, and released once', async () => {
    await say(false, PAYER);
    await keepListings(ctx, { networks: ['mainnet'], wallets: [DEPOSITOR], isListed: false });
    await keepListings(ctx, { networks: ['arbitrum-one'], wallets: [DEPOSITOR], isListed: true });
    const link = await bridged(DEPOSITOR);
    expect(await world.transferStatuses(link)).toEqual(['held']);
    await decide();
    expect(await world.transferStatuses(link)).toEqual(['refused']);
    const [event] = await world.eventsOf(link);
    expect(event).toMatchObject({
      event: 'payment.held',
      payerAddress: DEPOSITOR,
      payerDecision: { reasonCode: 'screening_rejected', walletAddress: DEPOSITOR },
    });
    await release(link);
    expect(await world.activeUnits(link)).toBe(link.expectedUnits);
  });

  it('waits while nobody knows who deposited it, whatever the fill claims', async () => {
    await say(false, PAYER, UNRELATED);
    const link = await bridged(null);
    await decide();
    expect(await heldOf(link)).toMatchObject([{ status: 'undecided', reason: 'payer_unknown' }]);
    expect(await world.activeUnits(link)).toBe(0n);
  });
});

describe('a bundle', () => {
  it('of which one payment is held is completed by its release', async () => {
    const bundle = await newBundle(ctx, await insertPayouts(ctx, [{}, {}]));
    const [first, second] = bundle.links;
    if (first === undefined || second === undefined) throw new Error('the bundle has two');
    await say(false, PAYER);
    await say(true, UNRELATED);
    const block = world.block(10n);
    await world.happen(
      ctx,
      world.blocks(block, [
        world.transferOf(first, block, { logIndex: 1 }),
        world.transferOf(second, block, { logIndex: 2, payerAddress: UNRELATED }),
      ]),
    );
    await decide();
    expect(await world.linkRow(first)).toMatchObject({ status: 'completed' });
    expect(await world.linkRow(second)).toMatchObject({ status: 'pending' });
    expect(await bundleStatus(ctx, bundle.token)).toBe('pending');
    await release(second);
    expect(await bundleStatus(ctx, bundle.token)).toBe('completed');
  });
});

describe('a part of a payment', () => {
  it('that is held counts for nothing, and with its release completes the request', async () => {
    const link = await insertLink(ctx.db);
    const half = link.expectedUnits / 2n;
    const parts = { claimedUnits: half, creditedUnits: half };
    await say(false, PAYER);
    await say(true, UNRELATED);
    const block = world.block(10n);
    await world.happen(
      ctx,
      world.blocks(block, [
        world.transferOf(link, block, { ...parts, logIndex: 1 }),
        world.transferOf(link, block, {
          ...parts,
          logIndex: 2,
          payerAddress: UNRELATED,
          transactionHash: hashOf('the other half'),
        }),
      ]),
    );
    await decide();
    expect(await world.transferStatuses(link)).toEqual(['confirmed', 'refused']);
    expect(await world.linkRow(link)).toMatchObject({ request_status: 'partially_paid' });
    const news = (await world.eventsOf(link)).map(({ event }) => event);
    expect(news.toSorted()).toEqual(['kyt.screening.completed', 'payment.held', 'payment.partial']);
    await release(link);
    expect(await world.activeUnits(link)).toBe(link.expectedUnits);
    expect(await world.linkRow(link)).toMatchObject({ status: 'completed' });
  });
});
