import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DepositPayer, ObservedBridge } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { manualClock } from '#kit/clock.ts';
import { type Hex, hexOf } from '#kit/hex.ts';
import { listPayments } from '#modules/requests/list-payments.ts';
import { bridgeChain } from '../../../tests/support/bridge-chain.ts';
import { TEST_TIME } from '../../../tests/support/context.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { insertLink, type PayableLink } from '../../../tests/support/payable-link.ts';
import { OTHER } from '../../../tests/support/route-sample.ts';
import { safeAccounts } from '../../../tests/support/safe-accounts.ts';
import {
  hashOf,
  PAYER,
  type SettlementWorld,
  settlementWorld,
} from '../../../tests/support/settlement-world.ts';
import { connected } from '../../../tests/support/still-chain.ts';
import { lookUpDeposits } from './look-up-deposits.ts';
import { settleTransfers } from './settle-transfers.ts';

const database = useTestDatabase();
const ACCOUNT = '0x5555555555555555555555555555555555555555';
const BUNDLER = '0x8888888888888888888888888888888888888888';
const SOURCE_HASH: Hex = `0x${'5a'.repeat(32)}`;
const BRIDGE: ObservedBridge = {
  originChainId: 42_161,
  depositId: 2n ** 200n,
  depositor: PAYER,
  termsHash: `0x${'ab'.repeat(32)}`,
};

let ctx: Context;
let now: ReturnType<typeof manualClock>;
let world: SettlementWorld;
let link: PayableLink;
let arbitrum: ReturnType<typeof bridgeChain>['script'];

beforeEach(async () => {
  link = await insertLink(database.db);
  const actor = { kind: 'api_key', accountId: link.accountId, apiKeyId: 'k' } as const;
  const opened = bridgeChain('arbitrum-one');
  arbitrum = opened.script;
  now = manualClock(TEST_TIME);
  ctx = testContext({ db: database.db, actor, now, chains: connected(opened.chain) });
  await database.db.deleteFrom('deposit_lookup').execute();
  world = await settlementWorld(ctx);
});

/** A payment that a bridge made of the link, seen and deep enough. */
async function pay(...bridges: readonly ObservedBridge[]): Promise<void> {
  const at = world.block(1n);
  const all = bridges.length === 0 ? [BRIDGE] : bridges;
  const transfers = all.map((bridge, i) => world.transferOf(link, at, { bridge, logIndex: i }));
  await world.happen(ctx, world.blocks(at, transfers), world.blocks(world.block(9n)));
}

interface Made {
  readonly inputUnits?: bigint;
  readonly hash?: Hex;
  readonly isFinal?: boolean;
  /** Of a transaction that calls an account or a bundler's contract. */
  readonly payers?: readonly DepositPayer[];
}

/** What the node of the source has of the deposit, which this wallet sent. */
function deposit(
  sender = PAYER,
  { inputUnits = 12_600_000n, hash = SOURCE_HASH, isFinal = true, payers }: Made = {},
): void {
  arbitrum.deposits.set(BRIDGE.termsHash, {
    transactionHash: hash,
    deposit: {
      depositId: BRIDGE.depositId,
      originChainId: BRIDGE.originChainId,
      destinationChainId: 11_155_111,
      depositor: PAYER,
      recipient: OTHER,
      inputToken: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
      inputUnits,
      outputToken: link.tokenAddress,
      outputUnits: link.expectedUnits,
      fillDeadline: TEST_TIME,
      relayHash: BRIDGE.termsHash,
      messageHash: BRIDGE.termsHash,
      call: undefined,
      fallbackAddress: undefined,
    },
  });
  arbitrum.transactions.set(hash, {
    hash,
    state: 'success',
    sender,
    nonce: 1n,
    transaction: undefined,
    block: { number: 5n, hash: hashOf('block') },
    blockTime: TEST_TIME,
    isFinal,
    deposits: [],
    ...(payers && { payers }),
  });
}

const settle = () => settleTransfers(ctx, 100, { shouldQueryNodes: true });
const events = async () =>
  (await world.eventsOf(link)).map(({ event, payerAddress }) => [event, payerAddress]);
const shown = async (filter: { walletAddress?: string } = {}) =>
  (await listPayments(ctx, { requestId: link.requestId, limit: 20, offset: 0, ...filter }))
    .payments;

describe('a payment that a bridge made', () => {
  it('counts with the sender of its deposit as payer, once that is found, and without an intent', async () => {
    await pay();
    expect(await world.transferStatuses(link)).toEqual(['seen']);
    deposit();
    expect(await lookUpDeposits(ctx, 20)).toBe(1);
    expect(await settle()).toBe(1);
    expect(await events()).toEqual([['payment.confirmed', PAYER]]);
    expect(await shown()).toMatchObject([
      {
        payerAddress: PAYER,
        sourceNetwork: 'arbitrum-one',
        sourceTxHash: SOURCE_HASH,
        paidAmount: '12.6',
        paidCurrency: 'USDC-arbitrum-one',
      },
    ]);
    expect(await shown({ walletAddress: PAYER })).toHaveLength(1);
    expect(await lookUpDeposits(ctx, 20)).toBe(0);
  });

  it('counts after half a minute without a payer, where nobody deposited what its fill says', async () => {
    await pay();
    expect(await lookUpDeposits(ctx, 20)).toBe(1);
    now.advance(29_000);
    expect(await settle()).toBe(0);
    now.advance(1_000);
    expect(await settle()).toBe(1);
    expect(await events()).toEqual([['payment.confirmed', null]]);
    expect(await shown()).toMatchObject([{ payerAddress: null, sourceTxHash: null }]);
    expect(await shown({ walletAddress: PAYER })).toEqual([]);
  });

  it('names its payer also where the deposit is found after it counted', async () => {
    await pay();
    now.advance(30_000);
    await settle();
    deposit();
    await lookUpDeposits(ctx, 20);
    expect(await shown()).toMatchObject([{ payerAddress: PAYER, sourceTxHash: SOURCE_HASH }]);
    const fork = world.block(1n, 'fork');
    await world.happen(ctx, { type: 'reorg', ancestor: undefined }, world.blocks(fork));
    expect(await events()).toEqual([
      ['payment.confirmed', null],
      ['payment.reverted', PAYER],
    ]);
  });

  it('names who sent the deposit, not in whose name it was made', async () => {
    await pay();
    deposit(OTHER);
    await lookUpDeposits(ctx, 20);
    await settle();
    expect(await events()).toEqual([['payment.confirmed', OTHER]]);
    expect(await shown({ walletAddress: PAYER })).toEqual([]);
  });

  it('names the account whose tokens the bridge took, and the key that it took them from, not who sent it', async () => {
    const { accounts, script } = safeAccounts('arbitrum-one');
    const chain = ctx.chains.get('arbitrum-one');
    if (chain === undefined) throw new Error('it is connected');
    ctx = { ...ctx, chains: connected(Object.assign(chain, { accounts })) };
    await pay();
    const { depositId } = BRIDGE;
    const tokenAddress = '0xaf88d065e77c8cC2239327C5EDb3A432268e5831';
    const taken = { depositId, payerAddress: ACCOUNT, tokenAddress, units: 12_700_000n };
    deposit(BUNDLER, {
      payers: [
        { ...taken, depositId: 1n },
        { ...taken, pulledFrom: PAYER },
      ],
    });
    await lookUpDeposits(ctx, 20);
    await settle();
    expect(await events()).toEqual([['payment.confirmed', ACCOUNT]]);
    const [payment] = await shown();
    expect(payment).toMatchObject({
      payerAddress: ACCOUNT,
      payerEoaAddress: PAYER,
      sourceTxHash: SOURCE_HASH,
      paidAmount: '12.7',
    });
    expect(await shown({ walletAddress: PAYER })).toHaveLength(1);
    expect(await shown({ walletAddress: BUNDLER })).toEqual([]);
    expect(script.reads).toBe(1);
  });

  it('names no key where a contract sent the tokens to the account', async () => {
    const { accounts, script } = safeAccounts('arbitrum-one');
    script.states.set(OTHER, { kind: 'contract' });
    const chain = ctx.chains.get('arbitrum-one');
    if (chain === undefined) throw new Error('it is connected');
    ctx = { ...ctx, chains: connected(Object.assign(chain, { accounts })) };
    await pay();
    const { depositId } = BRIDGE;
    const tokenAddress = '0xaf88d065e77c8cC2239327C5EDb3A432268e5831';
    const taken = { depositId, payerAddress: ACCOUNT, tokenAddress, units: 12_600_000n };
    deposit(BUNDLER, { payers: [{ ...taken, pulledFrom: OTHER }] });
    await lookUpDeposits(ctx, 20);
    expect(await settle()).toBe(1);
    expect(await shown()).toMatchObject([{ payerAddress: ACCOUNT, payerEoaAddress: null }]);
  });

  it('names nobody where it is not shown who paid by a contract, and waits no longer', async () => {
    await pay();
    deposit(BUNDLER, { payers: [] });
    await lookUpDeposits(ctx, 20);
    expect(await settle()).toBe(1);
    expect(await events()).toEqual([['payment.confirmed', null]]);
    expect(await shown()).toMatchObject([{ payerAddress: null, payerEoaAddress: null }]);
  });

  it('counts at once where no node of its deposit’s network is connected', async () => {
    await pay({ ...BRIDGE, originChainId: 10 });
    expect(await events()).toEqual([['payment.confirmed', null]]);
    expect(await lookUpDeposits(ctx, 20)).toBe(0);
  });
});

const MINUTE_MS = 60_000;
const lookups = () => ctx.db.selectFrom('deposit_lookup').selectAll().execute();

describe('a deposit whose block is not final', () => {
  beforeEach(async () => {
    await pay();
    deposit(PAYER, { isFinal: false });
    await lookUpDeposits(ctx, 20);
    await settle();
    expect(await events()).toEqual([['payment.confirmed', PAYER]]);
  });

  /** Lets pauses pass and looks up what is due then. */
  async function lookUpLater(times: number): Promise<void> {
    for (let i = 0; i < times; i += 1) {
      now.advance(5 * MINUTE_MS);
      await lookUpDeposits(ctx, 20);
    }
  }

  it('is read again every five minutes until it is', async () => {
    expect(await lookUpDeposits(ctx, 20)).toBe(0);
    await lookUpLater(3);
    expect(await lookups()).toHaveLength(1);
    expect(await shown()).toMatchObject([{ payerAddress: PAYER, sourceTxHash: SOURCE_HASH }]);
    deposit();
    await lookUpLater(1);
    expect(await lookups()).toEqual([]);
    expect(await shown()).toMatchObject([{ payerAddress: PAYER, sourceTxHash: SOURCE_HASH }]);
  });

  it('that is then in another transaction names who sent that one', async () => {
    const hash: Hex = `0x${'5b'.repeat(32)}`;
    deposit(OTHER, { hash });
    await lookUpLater(1);
    expect(await shown()).toMatchObject([{ payerAddress: OTHER, sourceTxHash: hash }]);
    expect(await shown({ walletAddress: PAYER })).toEqual([]);
    expect(await lookups()).toEqual([]);
  });

  it('that is gone names nobody any more after five searches, until it is found again', async () => {
    arbitrum.deposits.clear();
    await lookUpLater(4);
    expect(await shown()).toMatchObject([{ payerAddress: PAYER }]);
    await lookUpLater(1);
    expect(await shown()).toMatchObject([{ payerAddress: null, sourceTxHash: null }]);
    deposit();
    await lookUpLater(1);
    expect(await shown()).toMatchObject([{ payerAddress: PAYER, sourceTxHash: SOURCE_HASH }]);
    expect(await events()).toEqual([['payment.confirmed', PAYER]]);
  });

  it('keeps its payer while its network is silent, and is read no more after a day', async () => {
    arbitrum.isDown = true;
    await lookUpLater(20);
    arbitrum.isDown = false;
    now.advance(25 * 60 * MINUTE_MS);
    await lookUpDeposits(ctx, 20);
    expect(await lookups()).toEqual([]);
    expect(await shown()).toMatchObject([{ payerAddress: PAYER, sourceTxHash: SOURCE_HASH }]);
  });
});

describe('a lookup', () => {
  it('names who sent a deposit of nothing, from which nothing left them', async () => {
    await pay();
    deposit(PAYER, { inputUnits: 0n });
    await lookUpDeposits(ctx, 20);
    await settle();
    expect(await events()).toEqual([['payment.confirmed', PAYER]]);
    expect(await shown()).toMatchObject([{ payerAddress: PAYER, sourceNetwork: 'arbitrum-one' }]);
  });

  it('is given up after a day', async () => {
    await pay();
    await lookUpDeposits(ctx, 20);
    now.advance(25 * 60 * 60 * 1_000);
    expect(await lookUpDeposits(ctx, 20)).toBe(1);
    expect(await ctx.db.selectFrom('deposit_lookup').selectAll().execute()).toEqual([]);
  });

  it('is made again after its network was silent', async () => {
    await pay();
    arbitrum.isDown = true;
    await lookUpDeposits(ctx, 20);
    arbitrum.isDown = false;
    deposit();
    now.advance(1_000);
    await lookUpDeposits(ctx, 20);
    await settle();
    expect(await events()).toEqual([['payment.confirmed', PAYER]]);
  });

  it('of a silent network is made once in a run, however many are due', async () => {
    await pay(BRIDGE, BRIDGE, BRIDGE);
    arbitrum.isDown = true;
    const before = arbitrum.rounds;
    expect(await lookUpDeposits(ctx, 20)).toBe(3);
    expect(arbitrum.rounds - before).toBe(1);
    arbitrum.isDown = false;
    deposit();
    now.advance(1_000);
    expect(await lookUpDeposits(ctx, 20)).toBe(3);
    expect(await ctx.db.selectFrom('deposit_lookup').selectAll().execute()).toEqual([]);
  });

  it('is made beside others of its network, so that made-up ones keep no payer waiting for long', async () => {
    const { chain, bridge } = bridgeChain('arbitrum-one');
    let underWay = 0;
    let most = 0;
    const findDeposit = async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await setImmediate();
      underWay -= 1;
      return undefined;
    };
    ctx = { ...ctx, chains: connected({ ...chain, bridge: { ...bridge, findDeposit } }) };
    await pay(...Array<ObservedBridge>(9).fill(BRIDGE));
    expect(await lookUpDeposits(ctx, 20)).toBe(9);
    expect(most).toBe(5);
  });

  it('that fails keeps no other from being made', async () => {
    const broken: Hex = `0x${'ee'.repeat(32)}`;
    await pay({ ...BRIDGE, termsHash: broken }, BRIDGE);
    deposit();
    const found = arbitrum.deposits.get(BRIDGE.termsHash);
    arbitrum.deposits.get = (hash) => {
      if (hash === broken) throw new Error('broken');
      return found;
    };
    await expect(lookUpDeposits(ctx, 20)).rejects.toThrow('broken');
    const left = await ctx.db.selectFrom('deposit_lookup').select('terms_hash').execute();
    expect(left.map(({ terms_hash: hash }) => hexOf(hash))).toEqual([broken]);
  });

  it('is made once by several processes, and ends with a payment that is undone', async () => {
    await pay();
    const made = await Promise.all([1, 2, 3].map(() => lookUpDeposits(ctx, 20)));
    expect(made.toSorted()).toEqual([0, 0, 1]);
    await world.happen(ctx, { type: 'reorg', ancestor: undefined });
    now.advance(60_000);
    await lookUpDeposits(ctx, 20);
    expect(await ctx.db.selectFrom('deposit_lookup').selectAll().execute()).toEqual([]);
  });
});
