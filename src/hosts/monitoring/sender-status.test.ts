import { beforeEach, expect, it } from 'vitest';
import type { Chain, TransactionSender } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import { followRelayed } from '#modules/relayer/follow-relayed.ts';
import { relayOnce } from '#modules/relayer/index.ts';
import { readSenders } from '#modules/relayer/read-senders.ts';
import { openMeter } from '#platform/metrics.ts';
import { TEST_TIME, testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { insertAccount } from '../../../tests/support/payable-link.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { setGauges } from './gauges.ts';
import { collectStatus } from './status.ts';

const ADDRESS = '0x976EA74026E726554dB657fA54763abd0C3a0aa9';
const COIN = 10n ** 18n;
const call = { to: ADDRESS, data: '0x12', valueUnits: 0n } as const;

let balance = COIN;
let reads = 0;
let isSilent = false;
let now = TEST_TIME;
let ctx: Context;
const database = useTestDatabase();

const prepared = { call, balanceUnits: COIN, costUnits: COIN / 20n, nextNonce: 0n, limits: {} };
const sender: TransactionSender = {
  address: ADDRESS,
  prepare: async () => prepared,
  raise: async () => undefined,
  readNonces: async () => ({ newest: 0n, deep: 0n }),
  readTypicalCost: async () => COIN / 100n,
  readBalance: async () => {
    reads += 1;
    if (isSilent) throw new Outage('no node answers');
    return balance;
  },
  sign: async (_, nonce) => ({ signed: '0x12', transactionHash: `0x${nonce}${'7'.repeat(63)}` }),
};
const chain: Chain = { ...stillChain('sepolia'), sender, readOutcome: async () => undefined };

beforeEach(async () => {
  [balance, reads, isSilent, now] = [COIN, 0, false, TEST_TIME];
  await database.db.deleteFrom('relay_sender').execute();
  await database.db.deleteFrom('relayed_transaction').execute();
  ctx = testContext({ db: database.db, now: () => now, chains: connected(chain) });
});

async function send(count: number): Promise<void> {
  const accountId = await insertAccount(ctx.db);
  const checkDue = async () => undefined;
  for (let i = 0; i < count; i += 1) {
    const about = `${accountId} ${i}`;
    await relayOnce(ctx, { chain, call, accountId, purpose: about, subject: about, checkDue });
  }
}

function later(seconds: number): void {
  now = new Date(now.getTime() + seconds * 1_000);
}

const kinds = async () =>
  (await collectStatus(ctx)).alarms.flatMap(({ kind }) => (kind.startsWith('sender') ? kind : []));

it('shows what the sender has and has spent today, by a read in the background', async () => {
  expect((await collectStatus(ctx)).senders).toEqual([]);
  await send(2);
  await send(1);
  expect(await readSenders(ctx)).toBe(1);
  later(30);
  expect(await readSenders(ctx)).toBe(0);
  const status = await collectStatus(ctx);
  expect(status.senders).toMatchObject([
    {
      ...{ network: 'sepolia', address: ADDRESS, balance: '1', ageSeconds: 30 },
      ...{ open: 3, oldestSeconds: 30, spent: '0.15', budget: '2' },
      ...{ accountSpent: '0.1', accountBudget: '0.1' },
    },
  ]);
  expect(reads).toBe(1);
  const meter = openMeter();
  setGauges(meter, status);
  const text = await meter.registry.metrics();
  expect(text).toContain('sender_balance_coins{network="sepolia"} 1\n');
  expect(text).toContain('sender_open_transactions{network="sepolia"} 3\n');
  expect(text).toContain('sender_budget_used_ratio{network="sepolia",of="one"} 1\n');
  later(86_400);
  expect((await collectStatus(ctx)).senders).toMatchObject([{ spent: '0', accountSpent: '0' }]);
});

it('needs a person where it has too little, its transactions do not end or the budget is spent', async () => {
  await readSenders(ctx);
  expect(await kinds()).toEqual([]);
  for (let account = 0; account < 16; account += 1) await send(2);
  [balance] = [COIN / 10n - 1n];
  later(601);
  await followRelayed(ctx, 50);
  await readSenders(ctx);
  expect(await kinds()).toEqual(['sender_low', 'sender_stuck', 'sender_budget']);
});

it('keeps what it knew while no node answers', async () => {
  await readSenders(ctx);
  isSilent = true;
  later(120);
  expect(await readSenders(ctx)).toBe(0);
  expect((await collectStatus(ctx)).senders).toMatchObject([{ balance: '1', ageSeconds: 120 }]);
});
