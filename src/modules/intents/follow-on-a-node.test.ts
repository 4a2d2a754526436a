import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { manualClock } from '#kit/clock.ts';
import type { Hex } from '#kit/hex.ts';
import { findByToken } from '#modules/secure-payments/index.ts';
import {
  type BridgeWorld,
  openBridgeWorld,
  passTime,
  type Relay,
} from '../../../tests/support/bridge-world.ts';
import { TEST_TIME, testContext } from '../../../tests/support/context.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { insertLink, type PayableLink } from '../../../tests/support/payable-link.ts';
import { insertReceived } from '../../../tests/support/received.ts';
import { forward } from '../../../tests/support/relayed-node.ts';
import { CALL, hex, messageOf, OTHER, PAYEE, PAYER } from '../../../tests/support/route-sample.ts';
import { connected } from '../../../tests/support/still-chain.ts';
import { connect } from '../../../tests/support/test-node.ts';
import { addPaymentIntent } from './add-payment-intent.ts';
import { followPaymentIntents } from './follow-payment-intents.ts';
import { viewPaymentIntent } from './view-payment-intent.ts';

/** What the route of the sample pays. */
const REFERENCE = '0xc76f55e1f975d199';

let world: BridgeWorld;
let database: Awaited<ReturnType<typeof testDatabase>>;
let link: PayableLink;
let ctx: ReturnType<typeof testContext>;
const now = manualClock(TEST_TIME);
const chains: ReturnType<typeof connect>[] = [];
beforeAll(async () => {
  [world, database] = await Promise.all([openBridgeWorld(), testDatabase()]);
  chains.push(connect(world.source.node), connect(world.destination.node));
  ctx = testContext({ db: database.db, now, chains: connected(...chains) });
  const amount = { currencyId: 'USDC-base', payeeAddress: PAYEE, expectedUnits: 100_000_000n };
  link = await insertLink(ctx.db, amount);
  const request = ctx.db.updateTable('request').set({ payment_reference: REFERENCE });
  await request.where('id', '=', link.requestRowId).execute();
});
afterAll(async () => {
  await Promise.all(chains.map((chain) => chain.close()));
  await Promise.all([world[Symbol.asyncDispose](), database[Symbol.asyncDispose]()]);
});

async function report(hash: Hex): Promise<string> {
  const found = await findByToken(ctx, link.token);
  if (found === undefined) throw new Error('the link is there');
  const { id } = await addPaymentIntent(ctx, {
    link: found,
    network: 'arbitrum-one',
    reported: { kind: 'transaction', hash },
    safeDeadline: null,
    payerAddress: null,
    details: { token: 'USDT' },
  });
  return id;
}

/** Lets blocks become final on both networks, and checks what is due. */
async function follow(id: string): Promise<string | undefined> {
  for (const at of [world.source, world.destination]) {
    for (let i = 0; i < 4; i += 1) await passTime(at, 1);
  }
  return await check(id);
}

/** Checks what is due. */
async function check(id: string): Promise<string | undefined> {
  now.advance(15 * 60 * 1_000);
  await followPaymentIntents(ctx, 100);
  return (await viewPaymentIntent(ctx, id))?.status;
}

/** Calls a command of a node: the one that deposits are made on, or another. */
async function command(
  method: string,
  params: readonly unknown[] = [],
  { node: { rpcUrl } } = world.source,
): Promise<unknown> {
  const answer = await forward(rpcUrl, { method, params: [...params] });
  return z.object({ result: z.unknown() }).parse(answer).result;
}

const credit = (hash: Hex, { originChainId, depositId }: Relay) =>
  insertReceived(ctx.db, link, {
    units: 100_000_000n,
    transactionHash: Buffer.from(hash.slice(2), 'hex'),
    paidIn: { network: 'base', currencyId: 'USDC-base' },
    bridge: { originChainId: Number(originChainId), depositId },
  });

const eventsOf = async (): Promise<readonly Record<string, unknown>[]> =>
  (await ctx.db.selectFrom('event').select('payload').orderBy('id').execute()).map(({ payload }) =>
    JSON.parse(payload),
  );

describe('with the contracts of the bridge on two nodes', () => {
  it('a payment is followed from the deposit over the fill to the payment that counts', async () => {
    const { hash, relay } = await world.deposit();
    const id = await report(hash);
    expect(await follow(id)).toBe('source_confirmed');
    const fill = await world.fill(relay);
    expect(await follow(id)).toBe('filled');
    await credit(fill, relay);
    expect(await follow(id)).toBe('settled');
    const source = ctx.db.selectFrom('payment_source').select(['source_units', 'transaction_hash']);
    // The route's whole amount, which its calldata says.
    expect(await source.executeTakeFirstOrThrow()).toEqual({
      source_units: 101_000_000n,
      transaction_hash: Buffer.from(fill.slice(2), 'hex'),
    });
    expect(await eventsOf()).toEqual([]);
  });

  it('a deposit that a reorganisation takes back is waited for, and followed when a block has it again', async () => {
    const snapshot = await command('evm_snapshot');
    const { hash, relay } = await world.deposit();
    const signed = await command('eth_getRawTransactionByHash', [hash]);
    const id = await report(hash);
    expect(await check(id)).toMatch(/^source_(seen|confirmed)$/);
    await command('evm_revert', [snapshot]);
    expect(await check(id)).toBe('recorded');
    await command('eth_sendRawTransaction', [signed]);
    expect(await follow(id)).toBe('source_confirmed');
    await world.fill(relay);
    expect(await follow(id)).toBe('filled');
    const seen = (await viewPaymentIntent(ctx, id))?.observations.map(({ event }) => event);
    expect(seen?.filter((event) => event === 'source_gone')).toHaveLength(1);
    expect(await eventsOf()).toEqual([]);
  });

  it('a fill that a reorganisation takes back is waited for, and followed when it is made again', async () => {
    const { hash, relay } = await world.deposit();
    const id = await report(hash);
    expect(await follow(id)).toBe('source_confirmed');
    const snapshot = await command('evm_snapshot', [], world.destination);
    await world.fill(relay);
    expect(await check(id)).toBe('filled');
    await command('evm_revert', [snapshot], world.destination);
    expect(await check(id)).toBe('source_seen');
    await world.fill(relay);
    expect(await follow(id)).toBe('filled');
    expect(await eventsOf()).toEqual([]);
  });

  it('a deposit that calls something else is none of the link', async () => {
    const message = messageOf([{ ...CALL, callTo: hex(OTHER), approveTo: hex(OTHER) }]);
    const { hash } = await world.deposit({ across: { message } });
    expect(await follow(await report(hash))).toBe('foreign');
    expect(await eventsOf()).toEqual([]);
  });

  it('a deposit past its deadline is refunded to the payer, and makes no paid link failed', async () => {
    const { hash, relay } = await world.deposit();
    const id = await report(hash);
    expect(await follow(id)).toBe('source_confirmed');
    await pastDeadline(relay);
    expect(await follow(id)).toBe('unfilled');
    await world.refund(relay);
    expect(await follow(id)).toBe('refunded');
    expect(await eventsOf()).toMatchObject([
      {
        event: 'payment.refunded',
        requestId: link.requestId,
        refundedTo: PAYER,
        refundAmount: '101',
        currency: 'USDT',
      },
    ]);
  });
});

/** Moves both clocks past the deadline of a deposit. */
async function pastDeadline({ fillDeadline }: Relay): Promise<void> {
  for (const at of [world.source, world.destination]) {
    const { timestamp } = await at.client.getBlock();
    const seconds = fillDeadline - Number(timestamp) + 10;
    if (seconds > 0) await passTime(at, seconds);
  }
}
