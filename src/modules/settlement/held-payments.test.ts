import { beforeEach, describe, expect, it } from 'vitest';
import type { ObservedTransfer } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { manualClock } from '#kit/clock.ts';
import { TEST_SETTINGS } from '../../../tests/support/context.ts';
import { TEST_TIME, testContext, useTestDatabase } from '../../../tests/support/database.ts';
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

const MINUTE_MS = 60_000;
const DUE = { isJudged: false, limit: 50 };
const database = useTestDatabase();
let ctx: Context;
let now: ReturnType<typeof manualClock>;
let world: SettlementWorld;

async function open(sanctionsOracle: 'off' | 'available' | 'required') {
  now = manualClock(TEST_TIME);
  ctx = testContext({ db: database.db, now, settings: { ...TEST_SETTINGS, sanctionsOracle } });
  await ctx.db.deleteFrom('screening_answer').execute();
  world = await settlementWorld(ctx);
  await world.happen(ctx, world.blocks(world.block(9n)));
}

beforeEach(() => open('available'));

/** What Ethereum's list says, where wallets on Sepolia are looked up. */
const say = (isListed: boolean, ...wallets: readonly string[]) =>
  keepListings(ctx, { networks: ['mainnet'], wallets, isListed });

const pay = async (link: PayableLink, parts: Partial<ObservedTransfer> = {}) => {
  const block = world.block(10n);
  await world.happen(ctx, world.blocks(block, [world.transferOf(link, block, parts)]));
};
const decide = async () => {
  const count = await decidePayers(ctx, DUE);
  await settleTransfers(ctx, 100);
  return count;
};
const statuses = (link: PayableLink) => world.transferStatuses(link);
const newsOf = async (link: PayableLink) =>
  (await world.eventsOf(link)).map(({ event }) => String(event));
const anId = async (link: PayableLink) => {
  const [held] = await findHeldPayments(ctx, {
    accountId: link.accountId,
    statuses: ['undecided', 'refused', 'released', 'cleared'],
    limit: 1,
  });
  if (held === undefined) throw new Error('a payment is held');
  return held.transferId;
};
const release = async (link: PayableLink, more: object = {}) =>
  await releasePayment(ctx, {
    id: await anId(link),
    accountId: link.accountId,
    reason: 'A customer of ours, checked by hand',
    ...more,
  });
const auditOf = async ({ accountId }: PayableLink) => {
  const rows = await ctx.db
    .selectFrom('audit_entry')
    .select(['action', 'details'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
};

describe('where wallets are looked up, a payment', () => {
  it('waits until its payer is known to be on no list, and counts then', async () => {
    const link = await insertLink(ctx.db);
    await say(false, PAYER);
    await pay(link);
    expect(await statuses(link)).toEqual(['held']);
    expect(await world.activeUnits(link)).toBe(0n);
    expect(await decide()).toBe(1);
    expect(await statuses(link)).toEqual(['confirmed']);
    expect(await world.linkRow(link)).toMatchObject({ status: 'completed' });
    const [event] = await world.eventsOf(link);
    expect(event).toMatchObject({ event: 'payment.confirmed', payerDecision: 'approved' });
  });

  it.each([
    ['whose tokens moved', {}, PAYER],
    ['who sent the transaction', { senderAddress: UNRELATED }, UNRELATED],
  ])('of a wallet on a list (%s) completes nothing and is reported', async (_, parts, wallet) => {
    const link = await insertLink(ctx.db);
    await say(false, PAYER, UNRELATED);
    await say(true, wallet);
    await pay(link, parts);
    await decide();
    expect(await statuses(link)).toEqual(['refused']);
    expect(await world.linkRow(link)).toMatchObject({
      status: 'pending',
      request_status: 'created',
    });
    const events = await world.eventsOf(link);
    expect(events).toMatchObject([
      {
        event: 'payment.held',
        payerDecision: {
          status: 'rejected',
          reasonCode: 'screening_rejected',
          walletAddress: wallet,
        },
        receivedAmount: expect.any(String),
        securePaymentToken: link.token,
      },
      { event: 'kyt.screening.completed', status: 'rejected', walletAddress: wallet },
    ]);
    now.advance(60 * MINUTE_MS);
    expect(await decide()).toBe(0);
    expect(await world.activeUnits(link)).toBe(0n);
  });

  it('of whom nothing is known waits, is asked about again, and holds up no other', async () => {
    const [link, other] = [await insertLink(ctx.db), await insertLink(ctx.db)];
    await say(false, UNRELATED);
    const block = world.block(10n);
    await world.happen(
      ctx,
      world.blocks(block, [
        world.transferOf(link, block),
        world.transferOf(other, block, { logIndex: 4, payerAddress: UNRELATED }),
      ]),
    );
    expect(await decide()).toBe(2);
    expect(await statuses(link)).toEqual(['held']);
    expect(await statuses(other)).toEqual(['confirmed']);
    expect(await decide()).toBe(0);
    now.advance(1_000);
    expect(await decide()).toBe(1);
    await say(false, PAYER);
    now.advance(2_000);
    expect(await decide()).toBe(1);
    expect(await statuses(link)).toEqual(['confirmed']);
  });

  it('is shown as seen while it is held, and as nothing once it is refused', async () => {
    const link = await insertLink(ctx.db);
    await say(true, PAYER);
    const seen = async () => {
      const row = await ctx.db
        .selectFrom('payment_progress')
        .select('seen_transaction_hash')
        .where('request_id', '=', link.requestRowId)
        .executeTakeFirst();
      return row?.seen_transaction_hash !== null;
    };
    await pay(link);
    expect(await seen()).toBe(true);
    await decide();
    expect(await seen()).toBe(false);
  });

  it('is decided about by one of two processes, and counts once', async () => {
    const link = await insertLink(ctx.db);
    await say(false, PAYER);
    await pay(link);
    const counts = await Promise.all([decidePayers(ctx, DUE), decidePayers(ctx, DUE)]);
    expect(counts.toSorted()).toEqual([0, 1]);
    await Promise.all([settleTransfers(ctx, 100), settleTransfers(ctx, 100)]);
    expect(await world.activeUnits(link)).toBe(link.expectedUnits);
  });

  it('whose process is killed while it decides is decided about by another', async () => {
    const link = await insertLink(ctx.db);
    await say(false, PAYER);
    await pay(link);
    const dying = { ...ctx, settings: { ...ctx.settings } };
    Object.defineProperty(dying.settings, 'sanctionsOracle', {
      get: () => {
        throw new Error('the process dies here');
      },
    });
    await expect(decidePayers(dying, DUE)).rejects.toThrow('dies');
    expect(await decide()).toBe(0);
    now.advance(MINUTE_MS);
    expect(await decide()).toBe(1);
    expect(await statuses(link)).toEqual(['confirmed']);
  });
});

describe('a payment of a link that names who may pay', () => {
  it('counts at once where the payer is named and nobody is looked up', async () => {
    await open('off');
    const link = await insertLink(ctx.db, { allowedPayers: [PAYER] });
    await pay(link);
    expect(await statuses(link)).toEqual(['confirmed']);
  });

  it('is refused where the payer is not named, also past the page, and is reported', async () => {
    await open('off');
    const link = await insertLink(ctx.db, { allowedPayers: [UNRELATED] });
    await pay(link, { senderAddress: UNRELATED });
    expect(await statuses(link)).toEqual(['refused']);
    expect(await world.linkRow(link)).toMatchObject({ status: 'pending' });
    expect(await newsOf(link)).toEqual(['payment.held', 'secure_payment.access_rejected']);
  });

  it('is held alone: what a named wallet pays completes the link', async () => {
    await open('off');
    const link = await insertLink(ctx.db, { allowedPayers: [PAYER] });
    const block = world.block(10n);
    await world.happen(
      ctx,
      world.blocks(block, [
        world.transferOf(link, block, { logIndex: 1, payerAddress: UNRELATED }),
        world.transferOf(link, block, { logIndex: 2 }),
      ]),
    );
    expect(await statuses(link)).toEqual(['refused', 'confirmed']);
    expect(await world.activeUnits(link)).toBe(link.expectedUnits);
    expect(await world.linkRow(link)).toMatchObject({ status: 'completed' });
  });
});

describe('an account that releases a payment', () => {
  it('lets it count once, and releasing again changes nothing', async () => {
    const link = await insertLink(ctx.db);
    await say(true, PAYER);
    await pay(link);
    await decide();
    await Promise.allSettled([release(link), release(link)]);
    expect(await release(link)).toMatchObject({ status: 'released' });
    await settleTransfers(ctx, 100);
    expect(await world.activeUnits(link)).toBe(link.expectedUnits);
    expect((await world.eventsOf(link)).at(-1)).toMatchObject({
      event: 'payment.confirmed',
      payerDecision: 'released',
    });
    expect(await auditOf(link)).toEqual(['held_payment.released']);
  });

  it('lets a wallet in that the list of the link has not, which is looked up all the same', async () => {
    const link = await insertLink(ctx.db, { allowedPayers: [UNRELATED] });
    await say(true, PAYER);
    await pay(link);
    expect(await statuses(link)).toEqual(['refused']);
    expect(await release(link)).toMatchObject({ status: 'undecided' });
    await decide();
    expect(await statuses(link)).toEqual(['refused']);
    expect(await release(link)).toMatchObject({ status: 'released' });
    await settleTransfers(ctx, 100);
    expect(await statuses(link)).toEqual(['confirmed']);
    expect(await auditOf(link)).toEqual(['held_payment.allowlist_waived', 'held_payment.released']);
  });

  it('is refused (404) for what is another account’s, and for what is unknown', async () => {
    const link = await insertLink(ctx.db);
    await say(true, PAYER);
    await pay(link);
    const { accountId } = await insertLink(ctx.db);
    await expect(release(link, { accountId })).rejects.toMatchObject({ status: 404 });
    const unknown = '01K8Z3N5T7V9X1B3D5F7H9J1M4';
    await expect(release(link, { id: unknown })).rejects.toMatchObject({ status: 404 });
    expect(await statuses(link)).toEqual(['held']);
  });

  it('cannot release what a required list has, which its operator can', async () => {
    await open('required');
    const link = await insertLink(ctx.db);
    await pay(link);
    await decide();
    // No list clears a wallet on Sepolia where lists are required.
    expect(await statuses(link)).toEqual(['held']);
    await expect(release(link)).rejects.toMatchObject({
      status: 403,
      code: 'operator_release_required',
    });
    expect(await release(link, { despiteLists: true })).toMatchObject({ status: 'released' });
    await settleTransfers(ctx, 100);
    expect(await world.activeUnits(link)).toBe(link.expectedUnits);
  });
});

describe('a reorg', () => {
  const back = async () => {
    const at = world.block(10n);
    await undoBlocks(ctx, 'sepolia', { at, ancestor: world.block(9n) });
  };
  const again = async (link: PayableLink) => {
    const block = world.block(10n, 'other');
    await world.happen(ctx, world.blocks(block, [world.transferOf(link, block)]));
  };

  it('ends what is held, and its payment is decided about anew in another block', async () => {
    const link = await insertLink(ctx.db);
    await say(true, PAYER);
    await pay(link);
    await decide();
    await back();
    expect(await statuses(link)).toEqual(['undone']);
    await expect(release(link)).rejects.toThrow('a payment is held');
    await again(link);
    expect(await statuses(link)).toEqual(['undone', 'held']);
    await decide();
    expect(await statuses(link)).toEqual(['undone', 'refused']);
  });

  it('of a payment that was released leaves it released', async () => {
    const link = await insertLink(ctx.db);
    await say(true, PAYER);
    await pay(link);
    await decide();
    await release(link);
    await settleTransfers(ctx, 100);
    await back();
    expect(await world.activeUnits(link)).toBe(0n);
    await again(link);
    await settleTransfers(ctx, 100);
    expect(await statuses(link)).toEqual(['undone', 'confirmed']);
    expect(await world.activeUnits(link)).toBe(link.expectedUnits);
  });
});
