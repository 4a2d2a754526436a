import { sql } from 'kysely';
import { pino } from 'pino';
import { createTestClient, http, publicActions, toEventSelector } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CONTRACTS } from '#catalog/contracts.ts';
import { NETWORKS } from '#catalog/networks.ts';
import type { Chain, TokenPayment } from '#chains/chain.ts';
import { encodePayment } from '#chains/evm/encode.ts';
import { connectChains } from '#chains/registry.ts';
import type { Context } from '#context.ts';
import type { Hex } from '#kit/hex.ts';
import { readTerms } from '#modules/requests/index.ts';
import type { NewRequest } from '#modules/requests/store/requests.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertAccount } from '../../../tests/support/payable-link.ts';
import { pretendedBy } from '../../../tests/support/pretended-payment.ts';
import { createStandaloneRequest } from '../../../tests/support/standalone-request.ts';
import { connected } from '../../../tests/support/still-chain.ts';
import {
  newWallet,
  openTestTronNode,
  TRON_USDC,
  TRON_USDT,
  type TronWallet,
} from '../../../tests/support/tron-node.ts';
import { base58Form, evmForm } from '../../../tests/support/watched-tron.ts';
import { finalizeTransfers } from './finalize-transfers.ts';
import { findFollowFrom } from './find-follow-from.ts';
import {
  followChain,
  listSuspicious,
  type Reconciled,
  reconcileBlocks,
  rescanBlocks,
  settleTransfers,
} from './index.ts';

const PROXY = CONTRACTS.tron.erc20FeeProxy;
const UNITS = 10_000_000n;

let node: Awaited<ReturnType<typeof openTestTronNode>>;
let database: Awaited<ReturnType<typeof testDatabase>>;
let ctx: Context;
let chain: Chain;
let payer: TronWallet;
const payee = newWallet();

beforeAll(async () => {
  [node, database] = await Promise.all([
    openTestTronNode({ solidifiedBehind: 20 }),
    testDatabase(),
  ]);
  payer = await node.freshWallet();
  await node.allow(payer, TRON_USDC, PROXY);
  await node.allow(payer, TRON_USDT, PROXY);
  const connection = { network: NETWORKS.tron, rpcUrls: [node.url], pollMs: 20 };
  const one = connectChains([connection], { log: pino({ level: 'silent' }) }).get('tron');
  if (one === undefined) throw new Error('one network is connected');
  chain = one;
  const accountId = await insertAccount(database.db);
  const actor = { kind: 'api_key', accountId, apiKeyId: 'k' } as const;
  const base = testContext({ db: database.db, actor, chains: connected(chain) });
  const settings = { ...base.settings, mode: 'production' as const, firstBlockOf: () => 1n };
  ctx = { ...base, settings };
});
afterAll(async () => {
  await chain.close();
  await node[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

let asked: NewRequest;
beforeEach(async () => {
  const terms = readTerms(ctx, {
    payee: payee.address,
    amount: '10',
    invoiceCurrency: 'USDC-tron',
    paymentCurrency: 'USDC-tron',
  });
  asked = await createStandaloneRequest(ctx, terms);
});

const paymentOf = (parts: Partial<TokenPayment> = {}): TokenPayment => ({
  kind: 'token',
  paymentReference: `0x${asked.payment_reference.slice(2)}`,
  amountUnits: UNITS,
  feeUnits: 0n,
  payeeAddress: evmForm(payee.address),
  feeAddress: evmForm(payer.address),
  tokenAddress: evmForm(TRON_USDC),
  ...parts,
});

/** Sends a payment through the fee proxy, whatever becomes of it. */
async function pay(parts: Partial<TokenPayment> & { readonly feeLimit?: number } = {}) {
  const { feeLimit, ...payment } = parts;
  const { data } = encodePayment(evmForm(PROXY), paymentOf(payment));
  const limited = feeLimit === undefined ? {} : { feeLimit };
  return await node.send(payer, { contract: PROXY, data, ...limited });
}

/** Lets a watcher catch up with the chain, and settles. */
async function catchUp(): Promise<void> {
  const { head } = await node.control('state');
  const stop = new AbortController();
  const following = followChain(ctx, chain, stop.signal);
  await expect
    .poll(async () => (await findFollowFrom(ctx, 'tron')).at?.number ?? -1n, { timeout: 120_000 })
    .toBeGreaterThanOrEqual(BigInt(head));
  stop.abort();
  await following;
  await settleTransfers(ctx, 100);
}

const statusOf = async () => {
  const row = await ctx.db
    .selectFrom('request')
    .select('status')
    .where('id', '=', asked.id)
    .executeTakeFirstOrThrow();
  return row.status;
};
const paid = async () =>
  (
    await ctx.db
      .selectFrom('payment')
      .leftJoin('payment_undo', 'payment_id', 'id')
      .select('amount_units')
      .where('request_id', '=', asked.id)
      .where('payment_id', 'is', null)
      .execute()
  ).map((row) => row.amount_units);
const suspected = async () =>
  (await listSuspicious(ctx, { requestId: asked.request_id })).transfers.map(
    ({ reason }) => reason,
  );

/** Places a contract where nobody has a key. */
async function place(bytecode: Hex): Promise<string> {
  const address = privateKeyToAddress(generatePrivateKey());
  const anvil = createTestClient({ mode: 'anvil', transport: http(node.evmUrl) });
  await anvil.setCode({ address, bytecode });
  return base58Form(address);
}

const eventsOf = async () =>
  (
    await ctx.db
      .selectFrom('event')
      .select(['type', 'payload'])
      .where(sql`payload ->> 'requestId'`, '=', asked.request_id)
      .orderBy('id')
      .execute()
  ).map(({ type }) => type);
const transfersOf = async () =>
  (
    await ctx.db
      .selectFrom('chain_transfer')
      .select('status')
      .where('request_id', '=', asked.id)
      .orderBy('block_number')
      // The fork may put what moved into a block of the same number.
      .orderBy('status', 'desc')
      .execute()
  ).map(({ status }) => status);

async function differences(): Promise<Reconciled['differences'][number][]> {
  const found = [];
  for await (const chunk of reconcileBlocks(ctx, chain, { from: 1n }))
    found.push(...chunk.differences);
  return found;
}

describe('a request on a Tron network', () => {
  it('is paid by a payment in its token', async () => {
    await pay();
    await catchUp();
    expect(await paid()).toEqual([UNITS]);
    expect(await statusOf()).toBe('paid');
  });

  it('is not paid by a payment that ran out of energy or was taken back (T2)', async () => {
    const short = await pay({ feeLimit: 1_000_000 });
    expect(short.receipt.result).toBe('OUT_OF_ENERGY');
    const reverted = await pay({ amountUnits: 10n ** 30n });
    expect(reverted.receipt.result).toBe('REVERT');
    await catchUp();
    expect(await paid()).toEqual([]);
    expect(await suspected()).toEqual([]);
  });

  it('is unpaid again when its block vanishes before it is solidified (T3, C1, C2)', async () => {
    await pay();
    await catchUp();
    expect(await paid()).toEqual([UNITS]);
    const unpaid = await statusOf();
    expect(unpaid).toBe('paid');
    // Nobody watches while it happens.
    await node.fork(1);
    await catchUp();
    expect(await paid()).toEqual([]);
    expect(await statusOf()).not.toBe('paid');
  });

  it('stays paid, once, when a fork moves its payment to another block (C1)', async () => {
    await pay();
    await catchUp();
    await node.fork(1, []);
    await catchUp();
    expect(await paid()).toEqual([UNITS]);
    expect(await statusOf()).toBe('paid');
  });

  it.each([
    ['another token (C5)', { tokenAddress: evmForm(TRON_USDT) }],
    ['another payee (C7)', { payeeAddress: evmForm(newWallet().address) }],
  ])('is not paid by a payment with %s, which is shown to operators', async (_name, parts) => {
    await pay(parts);
    await catchUp();
    expect(await paid()).toEqual([]);
    expect(await suspected()).toHaveLength(1);
  });

  it('is not paid by a contract that spoofs the fee proxy, which is shown when blocks are read again (C6)', async () => {
    const contract = await place(pretendedBy(paymentOf()));
    await node.send(payer, { contract, data: '0x' });
    await catchUp();
    const from = (await findFollowFrom(ctx, 'tron')).at?.number ?? 0n;
    for await (const { found } of rescanBlocks(ctx, chain, { from })) expect(found).toEqual([]);
    expect(await paid()).toEqual([]);
    expect(await suspected()).toEqual(['foreign_proxy']);
  });

  it('is compared with the chain, and what is missing is found by reading blocks again', async () => {
    await catchUp();
    expect(await differences()).toEqual([]);
    const { blockNumber } = await pay();
    const key = asked.reference_key;
    // A watcher that does not know the request yet.
    await ctx.db
      .updateTable('request')
      .set({ reference_key: Buffer.alloc(32, 7) })
      .where('id', '=', asked.id)
      .execute();
    await catchUp();
    await ctx.db
      .updateTable('request')
      .set({ reference_key: key })
      .where('id', '=', asked.id)
      .execute();
    expect(await differences()).toHaveLength(1);
    const found = [];
    for await (const rescanned of rescanBlocks(ctx, chain, { from: 1n }))
      found.push(...rescanned.found);
    expect(found).toMatchObject([{ blockNumber: BigInt(blockNumber), creditedUnits: UNITS }]);
    await settleTransfers(ctx, 100);
    expect(await paid()).toEqual([UNITS]);
    expect(await differences()).toEqual([]);
  });
});

type Fate = 'dropped' | 'moved' | 'replaced';
const PART = 4_000_000n;
/** The states of the transfers in the end, and what was reported about them on the way. */
const AFTER_A_FORK: Readonly<Record<Fate, readonly [transfers: string[], events: string[]]>> = {
  dropped: [['undone'], []],
  moved: [
    ['undone', 'finalized'],
    ['payment.confirmed', 'payment.finalized'],
  ],
  replaced: [
    ['undone', 'finalized'],
    ['payment.partial', 'payment.finalized'],
  ],
};

describe.each([1, 3, 7, 30])('a fork of %i blocks of which none is solidified', (depth) => {
  it.each<Fate>(['dropped', 'moved', 'replaced'])(
    'leaves the ledger as the chain has it when the payment is %s, which is final once solidified (C1)',
    async (fate) => {
      await node.control('solidify', { behind: 40 });
      await node.mine(2);
      const { id } = await pay();
      if (depth > 1) await node.mine(depth - 1);
      await catchUp();
      expect(await finalizeTransfers(ctx, 100)).toBe(0);
      expect([await paid(), await transfersOf()]).toEqual([[UNITS], ['confirmed']]);
      await node.fork(depth, fate === 'moved' ? [] : [id]);
      if (fate === 'replaced') await pay({ amountUnits: PART });
      await catchUp();
      expect(await finalizeTransfers(ctx, 100)).toBe(0);
      expect(await paid()).toEqual({ dropped: [], moved: [UNITS], replaced: [PART] }[fate]);
      await node.mine(41);
      await catchUp();
      await finalizeTransfers(ctx, 100);
      const [transfers, events] = AFTER_A_FORK[fate];
      expect(await transfersOf()).toEqual(transfers);
      expect(await eventsOf()).toEqual(['payment.confirmed', 'payment.reverted', ...events]);
    },
  );
});

/** A token that moves nothing and returns true, after a Transfer log over half of the amount of its call. */
const SHORT: Hex = `0x6002604435046000526024356004357f${toEventSelector(
  'Transfer(address,address,uint256)',
).slice(2)}60206000a3600160005260206000f3`;
/** The same without a log. */
const SILENT: Hex = '0x600160005260206000f3';

it.each([
  {
    what: 'what its own log says, where it delivers less than its call says',
    code: SHORT,
    units: [UNITS / 2n],
    reasons: [],
  },
  { what: 'nothing, where it logs nothing', code: SILENT, units: [], reasons: ['nothing_arrived'] },
])('a token on a Tron network is credited with $what (C8)', async ({ code, units, reasons }) => {
  const anvil = createTestClient({ mode: 'anvil', transport: http(node.evmUrl) });
  const address = evmForm(TRON_USDC);
  const honest = await anvil.extend(publicActions).getCode({ address });
  await anvil.setCode({ address, bytecode: code });
  const { receipt } = await pay();
  await anvil.setCode({ address, bytecode: honest ?? '0x' });
  expect(receipt.result).toBe('SUCCESS');
  await catchUp();
  expect(await paid()).toEqual(units);
  expect(await suspected()).toEqual(reasons);
});

// Last: the network stays halted.
it('a network halts when its nodes replace what was solidified, and takes nothing back (C1)', async () => {
  await node.control('solidify', { behind: 2 });
  await pay();
  await node.mine(30);
  await catchUp();
  await finalizeTransfers(ctx, 100);
  expect(await transfersOf()).toEqual(['finalized']);
  // Another chain from the same first block, as after a fork of everything.
  await using other = await openTestTronNode({ solidifiedBehind: 2 });
  const { head } = await node.control('state');
  await other.mine(head + 5);
  const connection = { network: NETWORKS.tron, rpcUrls: [other.url], pollMs: 20 };
  const replaced = connectChains([connection], { log: pino({ level: 'silent' }) }).get('tron');
  if (replaced === undefined) throw new Error('one network is connected');
  const halt = await followChain(ctx, replaced, AbortSignal.timeout(120_000));
  await replaced.close();
  expect(halt?.reason).toMatch(/^Tron replaced block 1, /);
  expect([await paid(), await transfersOf()]).toEqual([[UNITS], ['finalized']]);
  expect((await findFollowFrom(ctx, 'tron')).halt).toEqual(halt);
  expect(await eventsOf()).toEqual(['payment.confirmed', 'payment.finalized']);
});
