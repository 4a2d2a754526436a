import { beforeEach, describe, expect, it } from 'vitest';
import type { ObservedBridge } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { listPayments } from '#modules/requests/list-payments.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { insertLink, type PayableLink } from '../../../tests/support/payable-link.ts';
import {
  PAYER,
  type SettlementWorld,
  settlementWorld,
} from '../../../tests/support/settlement-world.ts';

const database = useTestDatabase();
const BRIDGE: ObservedBridge = {
  originChainId: 42_161,
  depositId: 2n ** 200n,
  depositor: PAYER,
  termsHash: `0x${'ab'.repeat(32)}`,
};

let ctx: Context;
let world: SettlementWorld;
let link: PayableLink;

beforeEach(async () => {
  link = await insertLink(database.db);
  const actor = { kind: 'api_key', accountId: link.accountId, apiKeyId: 'k' } as const;
  ctx = testContext({ db: database.db, actor });
  world = await settlementWorld(ctx);
});

const found = async (type?: 'direct' | 'crosschain' | 'conversion') =>
  (
    await listPayments(ctx, {
      requestId: link.requestId,
      ...(type && { type }),
      limit: 20,
      offset: 0,
    })
  ).payments;

async function pay(bridge: typeof BRIDGE | undefined): Promise<void> {
  const at = world.block(1n);
  const transfer = world.transferOf(link, at, { bridge });
  await world.happen(ctx, world.blocks(at, [transfer]), world.blocks(world.block(9n)));
}

describe('a payment that a bridge made', () => {
  it('is stored with its deposit, and names the bridge, and nobody as payer while nobody can look it up', async () => {
    await pay(BRIDGE);
    const row = await ctx.db
      .selectFrom('chain_transfer')
      .select(['bridge_origin_chain_id', 'bridge_deposit_id', 'payer_address'])
      .where('request_id', '=', link.requestRowId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      bridge_origin_chain_id: 42_161n,
      bridge_deposit_id: 2n ** 200n,
      payer_address: PAYER,
    });
    const [event] = await world.eventsOf(link);
    expect(event).toMatchObject({
      event: 'payment.confirmed',
      payerAddress: null,
      detectionSource: 'lifi',
    });
    const [payment] = await found();
    expect(payment).toMatchObject({
      type: 'crosschain',
      detectionSource: 'lifi',
      payerAddress: null,
      sourceNetwork: 'arbitrum-one',
      sourceTxHash: null,
      destinationNetwork: 'sepolia',
      destinationTxHash: expect.stringMatching(/^0x/),
      paidAmount: null,
      paidCurrency: null,
      paidNetwork: 'arbitrum-one',
      receivedNetwork: 'sepolia',
    });
  });

  it('is found by its type, and not by another', async () => {
    await pay(BRIDGE);
    expect(await found('crosschain')).toHaveLength(1);
    expect(await found('direct')).toEqual([]);
    expect(await found('conversion')).toEqual([]);
  });

  it('keeps its bridge when it is undone', async () => {
    await pay(BRIDGE);
    const fork = world.block(1n, 'fork');
    await world.happen(ctx, { type: 'reorg', ancestor: undefined }, world.blocks(fork));
    const events = await world.eventsOf(link);
    expect(events.at(-1)).toMatchObject({ event: 'payment.reverted', detectionSource: 'lifi' });
  });

  it('from a network that is not listed says so', async () => {
    await pay({ ...BRIDGE, originChainId: 999 });
    expect((await found())[0]).toMatchObject({ sourceNetwork: 'unknown', paidNetwork: null });
  });
});

describe('a payment on its own network', () => {
  it('names no bridge', async () => {
    await pay(undefined);
    const [event] = await world.eventsOf(link);
    expect(event).not.toHaveProperty('detectionSource');
    const payments = await found('direct');
    expect(payments).toMatchObject([
      { type: 'direct', detectionSource: 'request-network', sourceNetwork: 'sepolia' },
    ]);
    expect(await found('crosschain')).toEqual([]);
  });
});
