import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { invalidateSecurePayments } from '#modules/secure-payments/invalidate-secure-payments.ts';
import { transact } from '#platform/db/transact.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import {
  insertAccount,
  insertClientId,
  insertLink,
  type PayableLink,
} from '../../../tests/support/payable-link.ts';
import { type SettlementWorld, settlementWorld } from '../../../tests/support/settlement-world.ts';
import { findFollowFrom } from './find-follow-from.ts';
import { settleTransfers } from './index.ts';
import { ingestChainUpdate } from './ingest-chain-update.ts';

const database = useTestDatabase();
let ctx: Context;
let world: SettlementWorld;
let link: PayableLink;
let clientIdId: string;

beforeEach(async () => {
  const accountId = await insertAccount(database.db);
  ctx = testContext({ db: database.db });
  world = await settlementWorld(ctx);
  ({ id: clientIdId } = await insertClientId(ctx.db, accountId));
  link = await insertLink(ctx.db, { accountId, clientIdId });
});

const revoke = () =>
  ctx.db.updateTable('client_id').set({ status: 'revoked' }).where('id', '=', clientIdId).execute();

const events = async () => (await world.eventsOf(link)).map(({ event }) => event);

async function ingest(number: bigint, fork?: string): Promise<void> {
  const { at } = await findFollowFrom(ctx, 'sepolia');
  const block = world.block(number, fork);
  const update = world.blocks(block, [world.transferOf(link, block)]);
  await ingestChainUpdate(ctx, world.chain, { at, update });
}

describe('money for a link whose client ID is revoked', () => {
  it('that was on its way before settles the link, which stays completed', async () => {
    await ingest(10n);
    await revoke();
    expect(await invalidateSecurePayments(ctx, 100)).toBe(0);
    await settleTransfers(ctx, 100);
    expect(await invalidateSecurePayments(ctx, 100)).toBe(0);
    expect(await world.linkRow(link)).toMatchObject({ status: 'completed' });
    expect(await events()).toEqual(['payment.confirmed']);
  });

  it('that comes after the withdrawal is counted and reported, and the link stays', async () => {
    await revoke();
    expect(await invalidateSecurePayments(ctx, 100)).toBe(1);
    await ingest(10n);
    await settleTransfers(ctx, 100);
    expect(await invalidateSecurePayments(ctx, 100)).toBe(0);
    expect(await world.linkRow(link)).toMatchObject({
      status: 'invalidated',
      request_status: 'paid',
    });
    expect(await world.activeUnits(link)).toBe(link.expectedUnits);
    expect(await events()).toEqual(['link.invalidated', 'payment.confirmed']);
  });

  it('that settles at the same time is skipped, and neither transaction waits for the other', async () => {
    await ingest(10n);
    await revoke();
    await transact(ctx, async (settling) => {
      await settleTransfers(settling, 100);
      expect(await invalidateSecurePayments(ctx, 100)).toBe(0);
    });
    expect(await invalidateSecurePayments(ctx, 100)).toBe(0);
    expect(await world.linkRow(link)).toMatchObject({ status: 'completed' });
  });

  it('that vanishes from the chain leaves the link to be withdrawn', async () => {
    await ingest(10n);
    await settleTransfers(ctx, 100);
    await revoke();
    const { at } = await findFollowFrom(ctx, 'sepolia');
    await ingestChainUpdate(ctx, world.chain, {
      at,
      update: { type: 'reorg', ancestor: undefined },
    });
    await settleTransfers(ctx, 100);
    expect(await world.linkRow(link)).toMatchObject({ status: 'pending' });
    expect(await invalidateSecurePayments(ctx, 100)).toBe(1);
    expect(await world.linkRow(link)).toMatchObject({ status: 'invalidated' });
  });

  it('in part does not keep the link open', async () => {
    const block = world.block(10n);
    const part = world.transferOf(link, block, { creditedUnits: 1n, claimedUnits: 1n });
    await world.happen(ctx, world.blocks(block, [part]));
    await revoke();
    expect(await invalidateSecurePayments(ctx, 100)).toBe(1);
    expect(await events()).toEqual(['payment.partial', 'link.invalidated']);
  });
});
