import { getAddress } from 'viem';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { TEST_TIME, testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { insertClientId, insertLink, TEST_PAYEE } from '../../../tests/support/payable-link.ts';
import {
  hashOf,
  PAYER,
  type SettlementWorld,
  settlementWorld,
  UNRELATED,
} from '../../../tests/support/settlement-world.ts';
import { finalizeTransfers } from './finalize-transfers.ts';
import { findFollowFrom } from './find-follow-from.ts';
import { settleTransfers } from './index.ts';
import { ingestChainUpdate } from './ingest-chain-update.ts';

const database = useTestDatabase();
let ctx: Context;
let world: SettlementWorld;

beforeEach(async () => {
  ctx = testContext({ db: database.db });
  world = await settlementWorld(ctx);
});

describe('an exact payment', () => {
  it('completes the link and is reported once, with all fields of the event', async () => {
    const link = await insertLink(ctx.db);
    await world.happen(
      ctx,
      world.blocks(world.block(10n), [world.transferOf(link, world.block(10n))]),
    );

    expect(await world.linkRow(link)).toEqual({
      status: 'completed',
      settled_late: false,
      completed_at: TEST_TIME,
      request_status: 'paid',
    });
    const { payment_reference } = await ctx.db
      .selectFrom('request')
      .select('payment_reference')
      .where('id', '=', link.requestRowId)
      .executeTakeFirstOrThrow();
    const transactionHash = hashOf(`transaction ${link.token}`);
    expect(await world.eventsOf(link)).toEqual([
      {
        event: 'payment.confirmed',
        requestId: link.requestId,
        requestID: link.requestId,
        paymentReference: payment_reference,
        explorer: `https://sepolia.etherscan.io/tx/${transactionHash}`,
        amount: '12.5',
        totalAmountPaid: '12.5',
        expectedAmount: '12.5',
        timestamp: '2026-01-02T03:04:05.000Z',
        txHash: transactionHash,
        payerAddress: PAYER,
        payerEoaAddress: null,
        network: 'sepolia',
        currency: 'USDC',
        paymentCurrency: 'USDC',
        isCryptoToFiat: false,
        subStatus: '',
        paymentProcessor: 'service-network',
        fees: [],
        securePaymentToken: link.token,
        paymentToken: link.token,
        payee: TEST_PAYEE,
        destinationId: `${TEST_PAYEE}@eip155:11155111#711287A3:${link.tokenAddress}`,
        flow: 'incoming',
        createdBy: null,
        receivedAmount: '12.5',
        seen: { blockNumber: 10, at: '2026-01-02T03:04:05.000Z' },
        confirmed: { blockNumber: 10, at: '2026-01-02T03:04:05.000Z' },
        finalized: null,
      },
    ]);
  });

  it('names the client ID that the link was created with', async () => {
    const { accountId } = await insertLink(ctx.db);
    const client = await insertClientId(ctx.db, accountId);
    const link = await insertLink(ctx.db, {
      accountId,
      clientIdId: client.id,
      origin: 'https://shop.example',
    });
    await world.happen(
      ctx,
      world.blocks(world.block(10n), [world.transferOf(link, world.block(10n))]),
    );
    expect(await world.eventsOf(link)).toMatchObject([{ clientId: client.clientId }]);
    const row = await ctx.db
      .selectFrom('event')
      .select(['client_id_id', 'origin', 'type', 'schema_version'])
      .where('secure_payment_token', '=', link.token)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      client_id_id: client.id,
      origin: 'https://shop.example',
      type: 'payment.confirmed',
      schema_version: 1,
    });
  });

  it('waits for the configured depth, and no block longer', async () => {
    const link = await insertLink(ctx.db);
    const { settings } = ctx;
    ctx = {
      ...ctx,
      settings: { ...settings, confirmationsFor: () => ({ by: 'depth', blocks: 3 }) },
    };
    await world.happen(
      ctx,
      world.blocks(world.block(10n), [world.transferOf(link, world.block(10n))]),
      world.blocks(world.block(11n)),
    );
    expect(await world.transferStatuses(link)).toEqual(['seen']);
    expect(await world.eventsOf(link)).toEqual([]);
    await world.happen(ctx, world.blocks(world.block(12n)));
    expect(await world.transferStatuses(link)).toEqual(['confirmed']);
    expect((await world.linkRow(link)).status).toBe('completed');
  });

  it('becomes final at the depth of the network, and that is reported once', async () => {
    const link = await insertLink(ctx.db);
    await world.happen(
      ctx,
      world.blocks(world.block(10n), [world.transferOf(link, world.block(10n))]),
      world.blocks(world.block(73n)),
    );
    expect(await finalizeTransfers(ctx, 10)).toBe(0);
    await world.happen(ctx, world.blocks(world.block(74n)));
    const finalized = await Promise.all(
      Array.from({ length: 4 }, () => finalizeTransfers(ctx, 10)),
    );
    expect(finalized.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await finalizeTransfers(ctx, 10)).toBe(0);
    expect(await world.transferStatuses(link)).toEqual(['finalized']);
    const [confirmed, final, ...more] = await world.eventsOf(link);
    const at = '2026-01-02T03:04:05.000Z';
    const finality = { blockNumber: 74, at };
    expect(final).toEqual({ ...confirmed, event: 'payment.finalized', finalized: finality });
    expect(more).toEqual([]);
    // A feed reports it; no receiver is sent it.
    expect(
      await ctx.db
        .selectFrom('outbox')
        .innerJoin('event', 'event.id', 'event_id')
        .select('type')
        .where('type', '=', 'payment.finalized')
        .execute(),
    ).toEqual([]);
  });

  it('shows the fee only when it went to the fee address of the request', async () => {
    const fee = { units: 125_000n, address: getAddress(UNRELATED) };
    const link = await insertLink(ctx.db, { fee });
    const other = await insertLink(ctx.db, { fee });
    await world.happen(
      ctx,
      world.blocks(world.block(10n), [
        world.transferOf(link, world.block(10n), { feeUnits: 125_000n, feeAddress: UNRELATED }),
        world.transferOf(other, world.block(10n), {
          logIndex: 4,
          feeUnits: 125_000n,
          feeAddress: PAYER,
        }),
      ]),
    );
    expect(await world.eventsOf(link)).toMatchObject([
      { fees: [{ type: 'platform', amount: '0.125', currency: 'USDC' }] },
    ]);
    expect(await world.eventsOf(other)).toMatchObject([
      { event: 'payment.confirmed', fees: [] },
      { event: 'payment.fees_outstanding', skippedFees: [{ type: 'platform', amount: '0.125' }] },
    ]);
  });
});

describe('other amounts and times', () => {
  it('instalments are reported as partial until the full amount has arrived, and more as excess', async () => {
    const link = await insertLink(ctx.db);
    const part = (number: bigint, creditedUnits: bigint) =>
      world.blocks(world.block(number), [
        world.transferOf(link, world.block(number), { creditedUnits }),
      ]);
    await world.happen(ctx, part(10n, 5_000_000n));
    expect(await world.linkRow(link)).toMatchObject({
      status: 'pending',
      request_status: 'partially_paid',
    });
    await world.happen(ctx, part(11n, 7_500_000n), part(12n, 12_500_000n));
    expect(await world.eventsOf(link)).toMatchObject([
      { event: 'payment.partial', amount: '5', totalAmountPaid: '5', expectedAmount: '12.5' },
      { event: 'payment.confirmed', amount: '7.5', totalAmountPaid: '12.5' },
      {
        event: 'payment.confirmed',
        amount: '12.5',
        totalAmountPaid: '25',
        expectedAmount: '12.5',
        excessAmount: '12.5',
      },
    ]);
    expect(await world.linkRow(link)).toMatchObject({
      status: 'completed',
      request_status: 'paid',
    });
  });

  it('money after the deadline settles the expired link late and reports so', async () => {
    const expiresAt = new Date(TEST_TIME.getTime() - 1);
    const link = await insertLink(ctx.db, { status: 'expired', expiresAt });
    await world.happen(
      ctx,
      world.blocks(world.block(10n), [world.transferOf(link, world.block(10n))]),
    );
    expect(await world.linkRow(link)).toMatchObject({ status: 'completed', settled_late: true });
    expect(await world.eventsOf(link)).toMatchObject([{ event: 'payment.confirmed', late: true }]);
  });

  it('money that was in time is not late because we scanned late', async () => {
    const link = await insertLink(ctx.db, { status: 'expired', expiresAt: TEST_TIME });
    await world.happen(
      ctx,
      world.blocks(world.block(10n), [world.transferOf(link, world.block(10n))]),
    );
    expect(await world.linkRow(link)).toMatchObject({ status: 'completed', settled_late: false });
    expect((await world.eventsOf(link))[0]).not.toHaveProperty('late');
  });

  it.each(['invalidated', 'compliance_failed'])(
    'a payment to a link that is %s is recorded and reported, and leaves the link',
    async (status) => {
      const link = await insertLink(ctx.db, { status });
      await world.happen(
        ctx,
        world.blocks(world.block(10n), [world.transferOf(link, world.block(10n))]),
      );
      expect((await world.linkRow(link)).status).toBe(status);
      expect(await world.activeUnits(link)).toBe(link.expectedUnits);
      expect(await world.eventsOf(link)).toMatchObject([{ event: 'payment.confirmed' }]);
    },
  );
});

describe('exactly once', () => {
  it('however often a transfer is seen', async () => {
    const link = await insertLink(ctx.db);
    const seen = world.transferOf(link, world.block(10n));
    await world.happen(
      ctx,
      world.blocks(world.block(10n), [seen]),
      world.blocks(world.block(11n), [seen, seen]),
    );
    expect(await world.transferStatuses(link)).toEqual(['confirmed']);
    expect(await world.activeUnits(link)).toBe(link.expectedUnits);
    expect(await world.eventsOf(link)).toHaveLength(1);
  });

  it('however many settle at once', async () => {
    const links = await Promise.all(Array.from({ length: 12 }, () => insertLink(ctx.db)));
    const { at } = await findFollowFrom(ctx, 'sepolia');
    const transfers = links.map((link, logIndex) =>
      world.transferOf(link, world.block(10n), { logIndex }),
    );
    await ingestChainUpdate(ctx, world.chain, {
      at,
      update: world.blocks(world.block(10n), transfers),
    });
    const settled = await Promise.all(Array.from({ length: 8 }, () => settleTransfers(ctx, 100)));
    expect(settled.reduce((sum, count) => sum + count, 0)).toBe(12);
    for (const link of links) {
      expect(await world.activeUnits(link)).toBe(link.expectedUnits);
      expect(await world.eventsOf(link)).toHaveLength(1);
    }
  });

  it('however many transfers of one request settle at once', async () => {
    const link = await insertLink(ctx.db, { expectedUnits: 8n });
    const transfers = Array.from({ length: 8 }, (_, logIndex) =>
      world.transferOf(link, world.block(10n), { logIndex, creditedUnits: 1n }),
    );
    const { at } = await findFollowFrom(ctx, 'sepolia');
    await ingestChainUpdate(ctx, world.chain, {
      at,
      update: world.blocks(world.block(10n), transfers),
    });
    await Promise.all(Array.from({ length: 6 }, () => settleTransfers(ctx, 100)));
    const events = await world.eventsOf(link);
    const totals = events.map((event) => Number(`${event['totalAmountPaid']}`) * 1e6).sort();
    expect(totals.map(Math.round)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(events.filter((event) => event['event'] === 'payment.confirmed')).toHaveLength(1);
    expect((await world.linkRow(link)).status).toBe('completed');
  });

  it('whichever of two watchers is first: the other is refused and writes nothing', async () => {
    const link = await insertLink(ctx.db);
    await world.happen(ctx, world.blocks(world.block(9n)));
    const step = {
      at: world.block(9n),
      update: world.blocks(world.block(10n), [world.transferOf(link, world.block(10n))]),
    };
    const outcomes = await Promise.allSettled([
      ingestChainUpdate(ctx, world.chain, step),
      ingestChainUpdate(ctx, world.chain, step),
    ]);
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
    const stale = { at: world.block(9n), update: world.blocks(world.block(10n, 'fork')) };
    await expect(ingestChainUpdate(ctx, world.chain, stale)).rejects.toThrow(/another watcher/);
    expect((await findFollowFrom(ctx, 'sepolia')).at).toEqual(world.block(10n));
    expect(await world.transferStatuses(link)).toEqual(['seen']);
  });

  it('wherever a settlement is killed: nothing is left of it, and the next one settles', async () => {
    const link = await insertLink(ctx.db);
    const { at } = await findFollowFrom(ctx, 'sepolia');
    await ingestChainUpdate(ctx, world.chain, {
      at,
      update: world.blocks(world.block(10n), [world.transferOf(link, world.block(10n))]),
    });
    // Ids and the clock are read between the statements; each throw is one point of a kill.
    for (let survived = 0; survived < 8; survived += 1) {
      let calls = 0;
      const failing: Context = {
        ...ctx,
        newOrderedId: () => {
          calls += 1;
          if (calls > survived) throw new Error('killed');
          return ctx.newOrderedId();
        },
        now: () => {
          calls += 1;
          if (calls > survived) throw new Error('killed');
          return ctx.now();
        },
      };
      expect(await settleTransfers(failing, 100).catch(() => 0)).toBe(0);
      expect(await world.transferStatuses(link)).toEqual(['seen']);
      expect(await world.linkRow(link)).toMatchObject({
        status: 'pending',
        request_status: 'created',
      });
      expect(await world.activeUnits(link)).toBe(0n);
      expect(await world.eventsOf(link)).toEqual([]);
    }
    expect(await settleTransfers(ctx, 100)).toBe(1);
    expect(await world.eventsOf(link)).toHaveLength(1);
  });

  it('and one that cannot be settled does not delay the others', async () => {
    const broken = await insertLink(ctx.db, { currencyId: 'USDC-sepolia' });
    const link = await insertLink(ctx.db);
    const { at } = await findFollowFrom(ctx, 'sepolia');
    await ingestChainUpdate(ctx, world.chain, {
      at,
      update: world.blocks(world.block(10n), [
        world.transferOf(broken, world.block(10n)),
        world.transferOf(link, world.block(10n), { logIndex: 9 }),
      ]),
    });
    await ctx.db
      .updateTable('request')
      .set({ currency_id: 'GONE-sepolia' })
      .where('id', '=', broken.requestRowId)
      .execute();
    // Also where there are as many of them as one round settles.
    expect(await settleTransfers(ctx, 1)).toBe(1);
    expect((await world.linkRow(link)).status).toBe('completed');
    expect(await world.transferStatuses(broken)).toEqual(['seen']);
    expect(await settleTransfers(ctx, 1)).toBe(0);
    await ctx.db
      .updateTable('chain_transfer')
      .set({ status: 'undone' })
      .where('request_id', '=', broken.requestRowId)
      .execute();
  });
});
