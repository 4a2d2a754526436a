import {
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  http,
  parseAbi,
  publicActions,
  type TestClient,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect } from 'vitest';
import { z } from 'zod';
import { currencyById } from '#catalog/currencies.ts';
import type { Chain } from '#chains/chain.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import { runRecurringPayouts } from '#modules/recurring-payouts/run-recurring-payouts.ts';
import { followRelayed } from '#modules/relayer/follow-relayed.ts';
import { resendRemoved } from '#modules/relayer/resend-removed.ts';
import { findFollowFrom } from '#modules/settlement/find-follow-from.ts';
import { followChain } from '#modules/settlement/index.ts';
import type { TestAccount } from '#sandbox/test-accounts.ts';
import type { Context } from '../../src/context.ts';
import { TEST_SETTINGS } from './context.ts';
import { type Asker, type RequestsHost, requestsHost } from './requests-host.ts';
import { hex } from './route-sample.ts';
import { openScheduleWorld, type ScheduleWorld } from './schedule-world.ts';
import { CreatedSchedule, signSchedule } from './sign-schedule.ts';
import { connected } from './still-chain.ts';

/** What each instalment pays: ten dollars. */
const AMOUNT_UNITS = 10_000_000n;
const COINS = 10n ** 18n;

/** A recurring payout whose payer and payee nobody else is; its first payment is due. */
export interface Begun {
  readonly id: string;
  readonly payer: TestAccount;
  readonly payee: Hex;
  readonly created: CreatedSchedule;
}

/** What was signed for a recurring payout, in its order. */
interface SignedRow {
  readonly outcome: string | null;
  readonly nonce: bigint;
  readonly hash: Hex;
  readonly earlierHashes: readonly Hex[];
  readonly limits: Readonly<Record<string, bigint>>;
}

/** Recurring payouts on a node of Base that mines what is sent, with everything that is unattended run by the test. */
export interface InstalmentWorld extends AsyncDisposable {
  readonly host: RequestsHost;
  readonly ctx: Context;
  readonly node: ScheduleWorld;
  readonly anvil: TestClient<'anvil'>;
  /** Every signed transaction that workers handed to the node, in its order. */
  readonly broadcast: readonly Hex[];
  /** Creates and signs one of three monthly payments; the first is due so much later than now. */
  begun(dueInMs?: number): Promise<Begun>;
  /** Lets the payer allow so much of its tokens to the contract. */
  allow(payer: TestAccount, units: bigint): Promise<void>;
  /** Everything is looked at by two workers at once; nothing is mined by this. */
  work(ctx?: Context): Promise<void>;
  /** Waits until the newest block was scanned, and lets the workers do what follows. */
  settle(): Promise<void>;
  /** The same until a recurring payout is shown like this. */
  becomes(id: string, shown: object): Promise<void>;
  /** Moves the clock of the service, and that of the node for the blocks that it makes from then on. */
  pass(ms: number): Promise<void>;
  /** Lets a paused one go on; the status of the answer. */
  unpause(id: string): Promise<number>;
  view(id: string): Promise<Readonly<Record<string, unknown>>>;
  signedFor(id: string): Promise<readonly SignedRow[]>;
  /** What the payee has got, as a number of payments. */
  paymentsOf(begun: Begun): Promise<number>;
  /** The events of a recurring payout of this type. */
  eventsOf(id: string, type: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** Starts the node, and follows it. */
export async function openInstalmentWorld(
  settings: Partial<Context['settings']> = {},
): Promise<InstalmentWorld> {
  const node = await openScheduleWorld('base');
  const broadcast: Hex[] = [];
  const chain: Chain = {
    ...node.chain,
    broadcast: async (signed) => {
      if (isHex(signed)) broadcast.push(signed);
      return await node.chain.broadcast(signed);
    },
  };
  let movedMs = 0;
  const now = () => new Date(Date.now() + movedMs);
  const host = await requestsHost({
    chains: connected(chain),
    now,
    settings: { ...TEST_SETTINGS, ...settings },
  });
  const owner = await host.asker();
  const anvil = createTestClient({ mode: 'anvil', transport: http(node.at.node.rpcUrl) });
  // Blocks come with transactions, or where the test wants one.
  await anvil.setIntervalMining({ interval: 0 });
  await anvil.setAutomine(true);
  const { ctx } = host;
  const stopping = new AbortController();
  const following = followChain(ctx, chain, stopping.signal);
  const reachHead = async () => {
    const { hash } = await node.client.getBlock();
    const cursor = async () => (await findFollowFrom(ctx, 'base')).at?.hash;
    const reached = expect.poll(cursor, { timeout: 120_000, interval: 10 }).toBe(hash);
    await Promise.race([reached, following.then(() => reached)]);
  };
  const work: InstalmentWorld['work'] = async (by = ctx) => {
    await allDue(ctx);
    await Promise.all([followRelayed(by, 50), followRelayed(by, 50)]);
    await resendRemoved(by);
    await Promise.all([runRecurringPayouts(by, 50), runRecurringPayouts(by, 50)]);
  };
  const settle = async () => {
    await reachHead();
    await work();
  };
  const view: InstalmentWorld['view'] = async (id) =>
    (await host.call('GET', `${PATH}/recurring/${id}`, { headers: owner.key })).body;
  const pass: InstalmentWorld['pass'] = async (ms) => {
    movedMs += ms;
    await setClock(anvil, node, now());
  };
  const parts = { host, owner, node, anvil, pass };
  return {
    ...{ host, ctx, node, anvil, broadcast, work, pass },
    begun: (dueInMs = 0) => begin(parts, dueInMs),
    allow: (payer, units) => allow(node, payer, units),
    settle,
    becomes: async (id, shown) => {
      const read = async () => {
        await settle();
        return await view(id);
      };
      await expect.poll(read, { timeout: 120_000, interval: 10 }).toMatchObject(shown);
    },
    unpause: async (id) => {
      const url = `${PATH}/recurring/${id}`;
      const body = { action: 'unpause' };
      return (await host.call('PATCH', url, { headers: owner.key, body })).status;
    },
    view,
    ...readsOf(parts),
    [Symbol.asyncDispose]: async () => {
      stopping.abort();
      await following;
      await host[Symbol.asyncDispose]();
      await node[Symbol.asyncDispose]();
    },
  };
}

/** Set, not moved: a node that takes back a block goes on from the time of the one before. */
async function setClock(
  anvil: TestClient<'anvil'>,
  node: ScheduleWorld,
  time: Date,
): Promise<void> {
  const { timestamp } = await node.client.getBlock();
  const seconds = Math.max(Math.ceil(time.getTime() / 1_000), Number(timestamp) + 1);
  await anvil.request<{ Method: 'evm_setTime'; Parameters: [number]; ReturnType: number }>({
    method: 'evm_setTime',
    params: [seconds],
  });
}

interface Parts {
  readonly host: RequestsHost;
  readonly owner: Asker;
  readonly node: ScheduleWorld;
  readonly anvil: TestClient<'anvil'>;
  readonly pass: InstalmentWorld['pass'];
}

/** As if everybody's time to look had come. */
async function allDue({ db, now }: Context): Promise<void> {
  const due = { next_check_at: now() };
  await db
    .updateTable('recurring_payout')
    .set(due)
    .where('next_check_at', 'is not', null)
    .execute();
  await db.updateTable('relayed_transaction').set(due).where('outcome', 'is', null).execute();
}

const PATH = '/v2/payouts';

function post({ host, owner }: Parts, path: string, body: object) {
  return host.call('POST', `${PATH}${path}`, { headers: owner.key, body });
}

function newAccount(): TestAccount {
  const privateKey = generatePrivateKey();
  return { privateKey, address: privateKeyToAccount(privateKey).address };
}

const TOKEN = hex(currencyById('USDC-base')?.address);

async function begin(parts: Parts, dueInMs: number): Promise<Begun> {
  const { host, node, anvil } = parts;
  const [payer, payee] = [newAccount(), newAccount().address];
  await anvil.setBalance({ address: payer.address, value: COINS });
  const abi = parseAbi(['function mint(address to, uint256 units)']);
  const data = encodeFunctionData({ abi, args: [payer.address, 4n * AMOUNT_UNITS] });
  await node.send(payer, { to: TOKEN, data, valueUnits: 0n });
  const startDate = new Date(host.ctx.now().getTime() + dueInMs).toISOString();
  const said = await post(parts, '', {
    payee,
    amount: '10',
    invoiceCurrency: 'USDC-base',
    paymentCurrency: 'USDC-base',
    recurrence: { startDate, frequency: 'MONTHLY', totalPayments: 3, payer: payer.address },
  });
  expect(said).toMatchObject({ status: 201 });
  const created = CreatedSchedule.parse(said.body);
  for (const { to, data } of created.transactions)
    await node.send(payer, { to, data, valueUnits: 0n });
  const permitSignature = await signSchedule(created, payer);
  const activated = await post(parts, `/recurring/${created.id}`, { permitSignature });
  expect(activated).toMatchObject({ status: 201 });
  // The block that instalments are simulated on is then not older than the first of them is due.
  await parts.pass(2_000);
  await anvil.mine({ blocks: 1 });
  return { id: created.id, payer, payee, created };
}

async function allow(node: ScheduleWorld, payer: TestAccount, units: bigint): Promise<void> {
  const args = [node.proxy, units] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args });
  await node.send(payer, { to: TOKEN, data, valueUnits: 0n });
}

/** Columns of JSON are read as text by some drivers. */
const parsed = (column: unknown): unknown =>
  typeof column === 'string' ? JSON.parse(column) : column;

function readsOf({ host: { ctx }, node }: Parts) {
  const client = node.client.extend(publicActions);
  return {
    signedFor: async (id: string): Promise<readonly SignedRow[]> => {
      const rows = await ctx.db
        .selectFrom('relayed_transaction')
        .selectAll()
        .where('purpose', 'like', `recurring payout ${id} %`)
        .orderBy('id')
        .execute();
      return rows.map((row) => ({
        outcome: row.outcome,
        nonce: BigInt(row.nonce),
        hash: `0x${row.transaction_hash.toString('hex')}` as const,
        earlierHashes: row.earlier_hashes.map((one) => `0x${one.toString('hex')}` as const),
        limits: z.record(z.string(), z.coerce.bigint()).parse(parsed(row.limits)),
      }));
    },
    paymentsOf: async ({ payee }: Begun) => {
      const args = [payee] as const;
      const units = await client.readContract({
        address: TOKEN,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args,
      });
      return Number(units) / Number(AMOUNT_UNITS);
    },
    eventsOf: async (id: string, type: string) => {
      const rows = await ctx.db
        .selectFrom('event')
        .select('payload')
        .where('type', '=', type)
        .orderBy('id')
        .execute();
      return rows
        .map(({ payload }) => JSON.parse(String(payload)))
        .filter((one) => one.recurringPayment?.id === id);
    },
  };
}
