import { beforeEach, describe, expect, it } from 'vitest';
import type { ObservedTransfer } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { manualClock } from '#kit/clock.ts';
import { TEST_SETTINGS } from '../../../tests/support/context.ts';
import { TEST_TIME, testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { type FakeScreener, fakeScreener } from '../../../tests/support/fake-screener.ts';
import { keepListings } from '../../../tests/support/listings.ts';
import { insertLink, type PayableLink } from '../../../tests/support/payable-link.ts';
import {
  PAYER,
  type SettlementWorld,
  settlementWorld,
  UNRELATED,
} from '../../../tests/support/settlement-world.ts';
import { decidePayers } from './decide-payers.ts';
import { settleTransfers } from './index.ts';
import { releasePayment } from './release-payment.ts';
import { findHeldPayments } from './store/payer-checks.ts';
import { undoBlocks } from './undo-blocks.ts';

const KEY = '0x4444444444444444444444444444444444444444';
const SECOND_MS = 1_000;
const database = useTestDatabase();

let ctx: Context;
let now: ReturnType<typeof manualClock>;
let world: SettlementWorld;
let vendor: FakeScreener;
let backup: FakeScreener;

async function open(sanctionsOracle: 'off' | 'available' | 'required' = 'off') {
  now = manualClock(TEST_TIME);
  vendor = fakeScreener('hypernative');
  backup = fakeScreener('merklescience');
  const screeners = new Map([vendor, backup].map((one) => [one.name, one]));
  const settings = { ...TEST_SETTINGS, sanctionsOracle };
  ctx = testContext({ db: database.db, now, settings, screeners });
  await ctx.db.deleteFrom('vendor_answer').execute();
  await ctx.db.deleteFrom('screening_answer').execute();
  world = await settlementWorld(ctx);
  await world.happen(ctx, world.blocks(world.block(9n)));
}

beforeEach(() => open());

/** A link whose payers the first vendor judges, and the second where the first cannot. */
const judged = (parts: Parameters<typeof insertLink>[1] = {}) =>
  insertLink(ctx.db, { screenedBy: ['hypernative'], ...parts });

/** A payment that came past the page. */
const pay = async (link: PayableLink, parts: Partial<ObservedTransfer> = {}) => {
  const block = world.block(10n);
  await world.happen(ctx, world.blocks(block, [world.transferOf(link, block, parts)]));
};
const judge = async () => {
  const count = await decidePayers(ctx, { isJudged: true, limit: 10 });
  await settleTransfers(ctx, 100);
  return count;
};
const statuses = (link: PayableLink) => world.transferStatuses(link);
const newsOf = async (link: PayableLink) =>
  (await world.eventsOf(link)).map(({ event, status, walletAddress }) =>
    [event, status, walletAddress].filter((part) => part !== undefined).join(' '),
  );
const heldOf = async ({ accountId }: PayableLink) => {
  const all = ['undecided', 'refused', 'released', 'cleared'] as const;
  const [held] = await findHeldPayments(ctx, { accountId, statuses: all, limit: 1 });
  if (held === undefined) throw new Error('a payment is held');
  return held;
};
const release = async (link: PayableLink) => {
  const { transferId: id } = await heldOf(link);
  const { accountId } = link;
  return await releasePayment(ctx, { id, accountId, reason: 'A customer of ours' });
};

describe('a payment of a link whose payers a vendor judges', () => {
  it('counts once the vendor approves who sent it, and is reported as on the page', async () => {
    const link = await judged();
    await pay(link);
    expect(await statuses(link)).toEqual(['held']);
    expect(vendor.queries).toEqual([]);
    expect(await judge()).toBe(1);
    expect(await statuses(link)).toEqual(['confirmed']);
    expect(vendor.queries).toMatchObject([
      { walletAddress: PAYER, network: 'sepolia', direction: 'incoming', timeoutMs: 15_000 },
    ]);
    expect(await newsOf(link)).toEqual([
      `kyt.screening.completed approved ${PAYER}`,
      'payment.confirmed',
    ]);
  });

  it.each([
    ['whose tokens moved', PAYER],
    ['behind the account that paid', KEY],
    ['that sent the transaction', UNRELATED],
  ])('completes nothing where the vendor rejects the wallet %s', async (_, wallet) => {
    const link = await judged();
    vendor.outcomes.set(wallet, 'rejected');
    await pay(link, { senderAddress: UNRELATED });
    await ctx.db
      .updateTable('chain_transfer')
      .set({ payer_eoa_address: KEY })
      .where('request_id', '=', link.requestRowId)
      .execute();
    await judge();
    expect(await statuses(link)).toEqual(['refused']);
    expect(await world.linkRow(link)).toMatchObject({ status: 'pending' });
    expect(await heldOf(link)).toMatchObject({ wallet, provider: 'hypernative' });
    const news = await newsOf(link);
    expect(news).toContain(`kyt.screening.completed rejected ${wallet}`);
    expect(news.at(-1)).toBe('payment.held');
    now.advance(3_600 * SECOND_MS);
    expect(await judge()).toBe(0);
    expect(await world.activeUnits(link)).toBe(0n);
  });

  it.each(['failed', 'late'] as const)(
    'waits while the vendor is %s, later each time',
    async (how) => {
      const link = await judged();
      vendor.outcomes.set(PAYER, how);
      await pay(link);
      expect(await judge()).toBe(1);
      expect(await judge()).toBe(0);
      now.advance(SECOND_MS);
      expect(await judge()).toBe(1);
      expect(await statuses(link)).toEqual(['held']);
      expect(await heldOf(link)).toMatchObject({ reason: 'provider_error', wallet: PAYER });
      vendor.outcomes.set(PAYER, 'approved');
      now.advance(2 * SECOND_MS);
      expect(await judge()).toBe(1);
      expect(await statuses(link)).toEqual(['confirmed']);
    },
  );

  it('is judged by the backup only where the first vendor gives no answer', async () => {
    const link = await judged({ screenedBy: ['hypernative', 'merklescience'] });
    vendor.outcomes.set(PAYER, 'failed');
    backup.outcomes.set(PAYER, 'rejected');
    await pay(link);
    await judge();
    expect(await statuses(link)).toEqual(['refused']);
    expect(await heldOf(link)).toMatchObject({ provider: 'merklescience' });
    const other = await judged({ screenedBy: ['hypernative', 'merklescience'] });
    vendor.outcomes.set(UNRELATED, 'rejected');
    backup.queries.length = 0;
    const block = world.block(11n);
    const transfer = world.transferOf(other, block, { payerAddress: UNRELATED });
    await world.happen(ctx, world.blocks(block, [transfer]));
    await judge();
    expect(await statuses(other)).toEqual(['refused']);
    expect(backup.queries).toEqual([]);
  });

  it('waits where its vendor is not configured any more', async () => {
    const link = await judged();
    ctx = { ...ctx, screeners: new Map() };
    await pay(link);
    await judge();
    expect(await statuses(link)).toEqual(['held']);
  });

  it('is judged only once no list has who sent it', async () => {
    await open('available');
    const link = await judged();
    await keepListings(ctx, { networks: ['mainnet'], wallets: [PAYER], isListed: true });
    await pay(link);
    await judge();
    expect(await statuses(link)).toEqual(['refused']);
    expect(await heldOf(link)).toMatchObject({ reason: 'screening_rejected', provider: null });
    expect(vendor.queries).toEqual([]);
  });

  it('that waits for a vendor holds up none that only lists decide about', async () => {
    await open('available');
    const wallets = [PAYER, UNRELATED];
    await keepListings(ctx, { networks: ['mainnet'], wallets, isListed: false });
    const [link, other] = [await judged(), await insertLink(ctx.db)];
    const block = world.block(10n);
    const parts = { logIndex: 4, payerAddress: UNRELATED };
    const transfers = [world.transferOf(link, block), world.transferOf(other, block, parts)];
    await world.happen(ctx, world.blocks(block, transfers));
    expect(await decidePayers(ctx, { isJudged: false, limit: 10 })).toBe(1);
    await settleTransfers(ctx, 100);
    expect(await statuses(other)).toEqual(['confirmed']);
    expect(await statuses(link)).toEqual(['held']);
  });

  it('is decided about anew in another block after a reorg', async () => {
    const link = await judged();
    await pay(link);
    await judge();
    await undoBlocks(ctx, 'sepolia', { at: world.block(10n), ancestor: world.block(9n) });
    vendor.outcomes.set(PAYER, 'rejected');
    await ctx.db.deleteFrom('vendor_answer').execute();
    const block = world.block(10n, 'other');
    await world.happen(ctx, world.blocks(block, [world.transferOf(link, block)]));
    await judge();
    expect(await statuses(link)).toEqual(['undone', 'refused']);
  });
});

describe('a payment of a request without a link', () => {
  const PLAN = JSON.stringify({ providers: [{ provider: 'hypernative', policyId: 'strict' }] });
  const alone = async (flow: 'incoming' | 'outgoing') => {
    const link = await insertLink(ctx.db);
    const { token, requestRowId } = link;
    const items = ctx.db.deleteFrom('secure_payment_request');
    await items.where('secure_payment_token', '=', token).execute();
    await ctx.db.deleteFrom('secure_payment').where('token', '=', token).execute();
    const request = ctx.db.updateTable('request').set({ flow, screening: PLAN });
    await request.where('id', '=', requestRowId).execute();
    return link;
  };

  it('is judged by its own plan, and reported in the feed alone', async () => {
    const link = await alone('incoming');
    vendor.outcomes.set(PAYER, 'rejected');
    await pay(link);
    expect(await statuses(link)).toEqual(['held']);
    await judge();
    expect(await statuses(link)).toEqual(['refused']);
    expect(vendor.queries).toMatchObject([{ walletAddress: PAYER, policyId: 'strict' }]);
    expect(await newsOf(link)).toEqual(['payment.held']);
  });

  it('that is a payout counts at once, as who is paid was judged', async () => {
    const link = await alone('outgoing');
    await pay(link);
    expect(await statuses(link)).toEqual(['confirmed']);
  });
});

describe('a payment of a payout link, whose recipient was judged', () => {
  it('counts at once, whoever pays', async () => {
    const link = await judged({ flow: 'outgoing' });
    vendor.outcomes.set(PAYER, 'rejected');
    await pay(link);
    expect(await statuses(link)).toEqual(['confirmed']);
    expect(vendor.queries).toEqual([]);
  });
});

describe('an account', () => {
  it('releases what a vendor refused or does not answer about, also where lists are required', async () => {
    await open('required');
    const link = await judged({ currencyId: 'USDC-base' });
    const base = await settlementWorld(ctx, 'base');
    await base.happen(ctx, base.blocks(base.block(9n)));
    await keepListings(ctx, { networks: ['base', 'mainnet'], wallets: [PAYER], isListed: false });
    vendor.outcomes.set(PAYER, 'rejected');
    const block = base.block(10n);
    await base.happen(ctx, base.blocks(block, [base.transferOf(link, block)]));
    await judge();
    expect(await statuses(link)).toEqual(['refused']);
    expect(await release(link)).toMatchObject({ status: 'released' });
    await settleTransfers(ctx, 100);
    expect(await statuses(link)).toEqual(['confirmed']);
  });

  it('that waives the allowlist has the wallet judged all the same', async () => {
    const link = await judged({ allowedPayers: [UNRELATED] });
    vendor.outcomes.set(PAYER, 'rejected');
    await pay(link);
    expect(await statuses(link)).toEqual(['refused']);
    expect(vendor.queries).toEqual([]);
    expect(await release(link)).toMatchObject({ status: 'undecided' });
    await judge();
    expect(await statuses(link)).toEqual(['refused']);
    expect(await heldOf(link)).toMatchObject({ provider: 'hypernative' });
  });
});
