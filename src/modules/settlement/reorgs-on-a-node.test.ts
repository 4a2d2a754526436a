import { pino } from 'pino';
import {
  createTestClient,
  createWalletClient,
  http,
  numberToHex,
  publicActions,
  type Hex as RawTransaction,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { currencyById } from '#catalog/currencies.ts';
import { type FinalityRule, NETWORKS } from '#catalog/networks.ts';
import { evmAddress } from '#chains/evm/address.ts';
import { connectChains } from '#chains/registry.ts';
import type { Context } from '#context.ts';
import { hexOf } from '#kit/hex.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { withOwnHash } from '../../../tests/support/headers.ts';
import { linkOnChain } from '../../../tests/support/link-on-chain.ts';
import { type PayableLink, TEST_PAYEE } from '../../../tests/support/payable-link.ts';
import { readReceipt } from '../../../tests/support/read-receipt.ts';
import { relayNode } from '../../../tests/support/relayed-node.ts';
import { execute, openTestNode, type TestNode } from '../../../tests/support/test-node.ts';
import { finalizeTransfers } from './finalize-transfers.ts';
import { findFollowFrom } from './find-follow-from.ts';
import { followChain, settleTransfers } from './index.ts';

const TOKEN = currencyById('USDC-sepolia')?.address ?? '';
/** What the links of the tests are over. */
const WHOLE_UNITS = 12_500_000n;
/** The depth of finality on Sepolia where its nodes report none. */
const FINAL_DEPTH = 65;

let sepolia: TestNode;
let database: Awaited<ReturnType<typeof testDatabase>>;
let relay: Awaited<ReturnType<typeof relayNode>>;
/** The node's final block; undefined is a node without such a tag. */
let tag: bigint | undefined;
/** The same of the one that it calls safe. */
let safeTag: bigint | undefined;
let base: Context;

const connectAnvil = () =>
  createTestClient({ mode: 'anvil', transport: http(sepolia.node.rpcUrl) }).extend(publicActions);
let client: ReturnType<typeof connectAnvil>;
const anvil = () => client;

beforeAll(async () => {
  [sepolia, database] = await Promise.all([openTestNode('sepolia'), testDatabase()]);
  client = connectAnvil();
  relay = await relayNode(sepolia.node.rpcUrl);
  // Local nodes call final what is two blocks deep; without their word depth counts.
  relay.answer = async ({ params: [which] }) => {
    if (which !== 'finalized' && which !== 'safe') return undefined;
    const named = which === 'safe' ? safeTag : tag;
    if (named === undefined) return { error: { code: -32_601, message: 'no such tag' } };
    const { number: head } = await anvil().getBlock();
    const isThere = named < head;
    const params: [RawTransaction, boolean] = [numberToHex(isThere ? named : head), false];
    const block = await sepolia.client.request({ method: 'eth_getBlockByNumber', params });
    return { result: withOwnHash({ ...block, number: numberToHex(named) }) };
  };
  await anvil().setAutomine(true);
  const { to, data } = sepolia.chain.encodeApproval(TOKEN, 10n ** 15n, 'fee_proxy');
  await execute(sepolia, [{ to, data, value: '0x0' }]);
  const connection = { network: NETWORKS.sepolia, rpcUrls: [relay.rpcUrl], pollMs: 10 };
  const chains = connectChains([connection], { log: pino({ level: 'silent' }) });
  base = testContext({ db: database.db, chains });
});
afterAll(async () => {
  await relay.stop();
  await sepolia[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

/** A production that counts payments so deep. */
function withDepth(blocks: number): Context {
  return withRule({ by: 'depth', blocks });
}

/** A production that counts payments by this rule. */
function withRule(rule: FinalityRule): Context {
  const settings = {
    ...base.settings,
    mode: 'production' as const,
    confirmationsFor: () => rule,
    firstBlockOf: () => undefined,
  };
  return { ...base, settings };
}

const newLink = () => linkOnChain(database.db);

/** Signs a payment as the payer, without sending it; the nonce is the next one or the one named. */
async function sign(reference: RawTransaction, units: bigint, nonce?: number) {
  const account = privateKeyToAccount(TEST_ACCOUNTS.payer.privateKey);
  const { to, data } = sepolia.chain.encodePayment({
    kind: 'token',
    tokenAddress: TOKEN,
    payeeAddress: TEST_PAYEE,
    amountUnits: units,
    paymentReference: reference,
    feeUnits: 0n,
    feeAddress: TEST_PAYEE,
  });
  const { nativeCurrency, name } = NETWORKS.sepolia;
  const rpcUrls = { default: { http: [sepolia.node.rpcUrl] } };
  const chain = { id: sepolia.node.chainId, name, nativeCurrency, rpcUrls };
  const wallet = createWalletClient({ account, chain, transport: http(sepolia.node.rpcUrl) });
  const call = { to: evmAddress(to), data, gas: 200_000n };
  const request = await wallet.prepareTransactionRequest({
    ...call,
    ...(nonce !== undefined && { nonce }),
  });
  return { raw: await wallet.signTransaction(request), nonce: request.nonce };
}

async function send(raw: RawTransaction): Promise<bigint> {
  const hash = await anvil().sendRawTransaction({ serializedTransaction: raw });
  const receipt = await readReceipt(anvil(), hash);
  expect(receipt.status).toBe('success');
  return receipt.blockNumber;
}

const mine = (blocks: number) => anvil().mine({ blocks });

async function reorg(depth: number): Promise<void> {
  await anvil().request<{ Method: 'anvil_reorg'; Parameters: [number, []]; ReturnType: null }>({
    method: 'anvil_reorg',
    params: [depth, []],
  });
}

/** Follows the network until it is stopped; any other end fails the test. */
function up(ctx: Context) {
  const stopping = new AbortController();
  const [chain] = ctx.chains.all;
  if (chain === undefined) throw new Error('one network is connected');
  const following = followChain(ctx, chain, stopping.signal);
  const stop = async () => {
    stopping.abort();
    await following;
  };
  return {
    /** Waits until the head was scanned. */
    reachHead: async () => {
      const { hash } = await anvil().getBlock();
      const cursor = async () => (await findFollowFrom(ctx, 'sepolia')).at?.hash;
      const reached = expect.poll(cursor, { timeout: 120_000, interval: 10 }).toBe(hash);
      await Promise.race([reached, following.then(() => reached)]);
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** The stored state of a link, without what differs between two runs of one scenario. */
async function storedPaymentsOf({ requestRowId, token, accountId }: PayableLink) {
  const { db } = database;
  const payments = await db
    .selectFrom('payment')
    .innerJoin('chain_transfer', 'chain_transfer.id', 'chain_transfer_id')
    .leftJoin('payment_undo', 'payment_id', 'payment.id')
    .select(['amount_units', 'block_hash', 'payment_undo.payment_id as undone'])
    .where('payment.request_id', '=', requestRowId)
    .orderBy('payment.id')
    .execute();
  const transfers = await db
    .selectFrom('chain_transfer')
    .select('status')
    .where('request_id', '=', requestRowId)
    .orderBy('block_number')
    .execute();
  const events = await db
    .selectFrom('event')
    .select('type')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  const { status } = await db
    .selectFrom('secure_payment')
    .select('status')
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  return {
    active: payments.filter((row) => row.undone === null).map((row) => row.amount_units),
    activeIn: payments.filter((row) => row.undone === null).map((row) => hexOf(row.block_hash)),
    undone: payments.filter((row) => row.undone !== null).length,
    transfers: transfers.map((row) => row.status),
    events: events.map((row) => row.type),
    link: status,
  };
}

type Fate = 'dropped' | 'moved' | 'replaced';

interface ReorgCase {
  readonly fate: Fate;
  readonly depth: number;
  readonly confirmations: number;
  /** Whether Florin runs while the blocks are replaced. */
  readonly staysUp: boolean;
}

/** One payment whose block is replaced at this depth; returns the stored state in the end. */
async function runCase({ fate, depth, confirmations, staysUp }: ReorgCase) {
  const ctx = withDepth(confirmations);
  const link = await newLink();
  await mine(2);
  await using watcher = up(ctx);
  await watcher.reachHead();
  const paid = await sign(link.reference, WHOLE_UNITS);
  await send(paid.raw);
  if (depth > 1) await mine(depth - 1);
  await watcher.reachHead();
  if (!staysUp) await watcher.stop();
  await settleTransfers(ctx, 100);
  const counts = depth >= confirmations;
  // The watcher may be settling it at this moment.
  await expect
    .poll(() => storedPaymentsOf(link))
    .toMatchObject({
      active: counts ? [WHOLE_UNITS] : [],
      link: counts ? 'completed' : 'pending',
    });
  await reorg(depth);
  if (staysUp) await watcher.reachHead();
  if (fate === 'moved') await send(paid.raw);
  if (fate === 'replaced') await send((await sign(link.reference, 5n, paid.nonce)).raw);
  await mine(confirmations);
  await using second = staysUp ? watcher : up(ctx);
  await second.reachHead();
  await second.stop();
  await settleTransfers(ctx, 100);
  await finalizeTransfers(ctx, 100);
  return { stored: await storedPaymentsOf(link), link };
}

/** What a chain leaves of a payment that was undone, and of what came in its place. */
function expectedOf(fate: Fate, counted: boolean) {
  const again = fate === 'moved' ? ['payment.confirmed'] : [];
  const part = fate === 'replaced' ? ['payment.partial'] : [];
  return {
    active: { dropped: [], moved: [WHOLE_UNITS], replaced: [5n] }[fate],
    undone: counted ? 1 : 0,
    transfers: ['undone', ...(fate === 'dropped' ? [] : ['confirmed'])],
    events: [...(counted ? ['payment.confirmed', 'payment.reverted'] : []), ...again, ...part],
    link: fate === 'moved' ? 'completed' : 'pending',
  };
}

describe.each([1, 12])('with payments that count %i deep', (confirmations) => {
  describe.each([1, 3, 30])('a reorg of %i blocks', (depth) => {
    it.each<Fate>(['dropped', 'moved', 'replaced'])(
      'leaves the ledger as the chain has them when the payment is %s, also when no watcher ran',
      async (fate) => {
        const reorgCase = { fate, depth, confirmations };
        const watched = (await runCase({ ...reorgCase, staysUp: true })).stored;
        const { activeIn, ...stored } = watched;
        expect(stored).toEqual(expectedOf(fate, depth >= confirmations));
        for (const hash of activeIn) {
          const { number } = await anvil().getBlock({ blockHash: hash });
          expect((await anvil().getBlock({ blockNumber: number })).hash).toBe(hash);
        }
        const unwatched = await runCase({ ...reorgCase, staysUp: false });
        expect({ ...unwatched.stored, activeIn }).toEqual(watched);
      },
    );
  });
});

describe('a payment', () => {
  it('is final when it is as deep as that, and not a block before', async () => {
    const { link } = await runCase({ fate: 'moved', depth: 3, confirmations: 1, staysUp: true });
    const ctx = withDepth(1);
    await using watcher = up(ctx);
    const statuses = async () => {
      await watcher.reachHead();
      await finalizeTransfers(ctx, 100);
      return (await storedPaymentsOf(link)).transfers;
    };
    // Its own block and the one that was mined behind it are there already.
    await mine(FINAL_DEPTH - 3);
    expect(await statuses()).toEqual(['undone', 'confirmed']);
    await mine(1);
    expect(await statuses()).toEqual(['undone', 'finalized']);
  });
});

/** Follows to the head and settles what is due. */
async function pollOnce(ctx: Context): Promise<void> {
  await using watcher = up(ctx);
  await watcher.reachHead();
  await watcher.stop();
  await settleTransfers(ctx, 100);
  await finalizeTransfers(ctx, 100);
}

describe('a payment that waits for the word that it is safe', () => {
  const ctx = () => withRule({ by: 'safe_tag', fallbackBlocks: 200 });

  it('counts with it, whatever the node reports after a restart, until its block is replaced', async () => {
    const link = await newLink();
    await mine(2);
    await pollOnce(ctx());
    const block = await send((await sign(link.reference, WHOLE_UNITS)).raw);
    const safeIs = async (number: bigint) => {
      safeTag = number;
      await mine(1);
      await pollOnce(ctx());
      const [{ safe_number: kept } = { safe_number: null }] = await database.db
        .selectFrom('chain_cursor')
        .select('safe_number')
        .execute();
      return { kept, ...(await storedPaymentsOf(link)) };
    };
    const seen = { transfers: ['seen'], link: 'pending' };
    expect(await safeIs(block - 1n)).toMatchObject({ kept: block - 1n, ...seen });
    expect(await safeIs(block + 100n)).toMatchObject({ kept: block - 1n, ...seen });
    const paid = { transfers: ['confirmed'], link: 'completed' };
    expect(await safeIs(block)).toMatchObject({ kept: block, ...paid });
    expect(await safeIs(block - 2n)).toMatchObject({ kept: block, ...paid });
    await reorg(5);
    const undone = { transfers: ['undone'], link: 'pending' };
    expect(await safeIs(block - 2n)).toMatchObject({ kept: block - 1n, ...undone });
  });
});

describe('a payment that is final', () => {
  let link: Awaited<ReturnType<typeof newLink>>;
  const ctx = () => withDepth(1);

  beforeEach(async () => {
    tag = undefined;
    await database.db.deleteFrom('chain_cursor').execute();
    await database.db.deleteFrom('chain_block').execute();
    link = await newLink();
    await mine(2);
    await pollAgain();
  });

  const pollAgain = () => pollOnce(ctx());

  /** Follows until the network is halted; returns why, undefined where it is not. */
  async function reasonToHalt(): Promise<string | undefined> {
    const [chain] = ctx().chains.all;
    if (chain === undefined) throw new Error('one network is connected');
    return (await followChain(ctx(), chain, AbortSignal.timeout(120_000)))?.reason;
  }

  const isOnChain = {
    transfers: ['finalized'],
    events: ['payment.confirmed', 'payment.finalized'],
  };

  it('by its depth is not taken back by a reorg that goes just as deep', async () => {
    await send((await sign(link.reference, WHOLE_UNITS)).raw);
    await mine(FINAL_DEPTH - 1);
    await pollAgain();
    expect(await storedPaymentsOf(link)).toMatchObject(isOnChain);
    await reorg(FINAL_DEPTH);
    expect(await reasonToHalt()).toMatch('was final');
    expect(await storedPaymentsOf(link)).toMatchObject(isOnChain);
  });

  it('by the answer of a node is not undone when a node reports an older final block', async () => {
    const block = await send((await sign(link.reference, WHOLE_UNITS)).raw);
    await mine(3);
    tag = block;
    await pollAgain();
    expect(await storedPaymentsOf(link)).toMatchObject(isOnChain);
    tag = block - 2n;
    await mine(1);
    await pollAgain();
    await reorg(5);
    expect(await reasonToHalt()).toMatch('was final');
    expect(await storedPaymentsOf(link)).toMatchObject(isOnChain);
  });

  it('is so by no word of a block that is not there', async () => {
    const block = await send((await sign(link.reference, WHOLE_UNITS)).raw);
    tag = block + 1n;
    await pollAgain();
    expect(await storedPaymentsOf(link)).toMatchObject({ transfers: ['confirmed'] });
  });
});
