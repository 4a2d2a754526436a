import { createTestClient, http, keccak256 } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { currencyById } from '#catalog/currencies.ts';
import { evmAddress } from '#chains/evm/address.ts';
import type { Context } from '#context.ts';
import { bytesOf, type Hex } from '#kit/hex.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertLink, type PayableLink, TEST_PAYEE } from '../../../tests/support/payable-link.ts';
import { pretendedBy } from '../../../tests/support/pretended-payment.ts';
import { connected } from '../../../tests/support/still-chain.ts';
import { execute, openTestNode, type TestNode } from '../../../tests/support/test-node.ts';
import { findFollowFrom } from './find-follow-from.ts';
import { followChain, listSuspicious, rescanBlocks, settleTransfers } from './index.ts';

const TOKEN = currencyById('USDC-sepolia')?.address ?? '';
const SPOOFING_CONTRACT: Hex = '0x7777777777777777777777777777777777777777';
const [SEEN, MISSED]: [Hex, Hex] = ['0x0102030405060708', '0x0102030405060709'];
/** The newest blocks are read again at the latest after so many. */
const UNTIL_RESCANNED = 40;

let sepolia: TestNode;
let database: Awaited<ReturnType<typeof testDatabase>>;
let ctx: Context;

const anvil = () => createTestClient({ mode: 'anvil', transport: http(sepolia.node.rpcUrl) });

beforeAll(async () => {
  [sepolia, database] = await Promise.all([openTestNode('sepolia'), testDatabase()]);
  await anvil().setAutomine(true);
  const base = testContext({ db: database.db, chains: connected(sepolia.chain) });
  ctx = { ...base, settings: { ...base.settings, firstBlockOf: () => 0n } };
});
afterAll(async () => {
  await sepolia[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const reached = (head: bigint) =>
  expect
    .poll(async () => (await findFollowFrom(ctx, 'sepolia')).at?.number ?? -1n, {
      timeout: 120_000,
    })
    .toBe(head);

async function mineOneByOne(blocks: number): Promise<void> {
  for (let mined = 0; mined < blocks; mined += 1) {
    await anvil().mine({ blocks: 1 });
    await reached(await sepolia.chain.readHead());
  }
}

/** Lets a spoofing contract emit an event of a full payment of a link. */
async function imitate({ expectedUnits }: PayableLink, reference: Hex): Promise<bigint> {
  const bytecode = pretendedBy({
    kind: 'token',
    tokenAddress: TOKEN,
    payeeAddress: TEST_PAYEE,
    amountUnits: expectedUnits,
    paymentReference: reference,
    feeUnits: 0n,
    feeAddress: TEST_PAYEE,
  });
  await anvil().setCode({ address: evmAddress(SPOOFING_CONTRACT), bytecode });
  const [executed] = await execute(sepolia, [{ to: SPOOFING_CONTRACT, data: '0x', value: '0x0' }]);
  if (executed === undefined) throw new Error('one transaction was sent');
  return executed.receipt.blockNumber;
}

/** A link whose reference the spoofing contract's log carries. */
async function newLink(reference: Hex): Promise<PayableLink> {
  const link = await insertLink(ctx.db);
  await ctx.db
    .updateTable('request')
    .set({ reference_key: bytesOf(keccak256(reference)) })
    .where('id', '=', link.requestRowId)
    .execute();
  return link;
}

const kept = async ({ requestId }: PayableLink) =>
  (await listSuspicious(ctx, { requestId })).transfers;

async function expectUnpaid(link: PayableLink): Promise<void> {
  expect(await settleTransfers(ctx, 100)).toBe(0);
  expect(await ctx.db.selectFrom('chain_transfer').selectAll().execute()).toEqual([]);
  expect(await ctx.db.selectFrom('payment').selectAll().execute()).toEqual([]);
  expect(await ctx.db.selectFrom('event').selectAll().execute()).toEqual([]);
  expect(
    await ctx.db
      .selectFrom('secure_payment')
      .select('status')
      .where('token', '=', link.token)
      .executeTakeFirstOrThrow(),
  ).toEqual({ status: 'pending' });
}

it('a spoofed event pays nothing and is shown to operators, once and until its block is gone', async () => {
  const link = await newLink(SEEN);
  const stop = new AbortController();
  const following = followChain(ctx, sepolia.chain, stop.signal);
  await reached(await sepolia.chain.readHead());
  const block = await imitate(link, SEEN);
  await mineOneByOne(2 * UNTIL_RESCANNED);
  const [one, ...others] = await kept(link);
  expect(others).toEqual([]);
  expect(one).toMatchObject({
    reason: 'foreign_proxy',
    proxyAddress: SPOOFING_CONTRACT,
    payeeAddress: TEST_PAYEE,
    claimedUnits: link.expectedUnits,
    creditedUnits: 0n,
    block: { number: block },
    undoneAt: undefined,
  });
  await expectUnpaid(link);

  const depth = Number((await sepolia.chain.readHead()) - block) + 1;
  await anvil().request<{ Method: 'anvil_reorg'; Parameters: [number, []]; ReturnType: null }>({
    method: 'anvil_reorg',
    params: [depth, []],
  });
  await anvil().mine({ blocks: 1 });
  await expect
    .poll(async () => (await kept(link)).map(({ undoneAt }) => undoneAt !== undefined))
    .toEqual([true]);
  await expectUnpaid(link);
  stop.abort();
  await following;
});

it('is shown once, when the blocks of an outage are read again', async () => {
  const link = await newLink(MISSED);
  const block = await imitate(link, MISSED);
  const stop = new AbortController();
  const following = followChain(ctx, sepolia.chain, stop.signal);
  await reached(await sepolia.chain.readHead());
  stop.abort();
  await following;
  // The rescan runs on its own schedule and may have shown it already.
  await ctx.db
    .deleteFrom('suspicious_transfer')
    .where('request_id', '=', link.requestRowId)
    .execute();
  expect(await kept(link)).toEqual([]);
  for (let round = 0; round < 2; round += 1) {
    for await (const { found, spoofedEventsMissed } of rescanBlocks(ctx, sepolia.chain, {
      from: 0n,
    })) {
      expect({ found, spoofedEventsMissed }).toEqual({ found: [], spoofedEventsMissed: undefined });
    }
    expect(await kept(link)).toMatchObject([
      { reason: 'foreign_proxy', proxyAddress: SPOOFING_CONTRACT, block: { number: block } },
    ]);
  }
  await expectUnpaid(link);
});
