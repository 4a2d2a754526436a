import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { createTestClient, http, type TestClient } from 'viem';
import { CURRENCIES } from '#catalog/currencies.ts';
import { NETWORKS, type Network, type NetworkId } from '#catalog/networks.ts';
import { evmAddress } from '#chains/evm/address.ts';
import { evmChain } from '#chains/evm/evm-chain.ts';
import { elapsedMs } from '#kit/clock.ts';
import { TEST_ACCOUNTS } from '../src/sandbox/test-accounts.ts';
import { execute, openTestNode, type TestNode } from '../tests/support/test-node.ts';
import { countingRuntime, type NodeCost, newCost } from './counting-runtime.ts';
import { compare, medianOf, PASSES, type Question, type Sample } from './harness.ts';

/** Of each network and load: the newest blocks are read again twice in so many. */
const BLOCKS = Number(process.env['BENCH_BLOCKS'] ?? 64);
/** Blocks before counting begins. */
const WARM_UP_BLOCKS = 8;
/** Of each family of block times and finality one: Sepolia is as Ethereum, Optimism as Base. */
const MEASURED = ['mainnet', 'arbitrum-one', 'base', 'matic', 'bsc'] as const;
/** No block comes sooner than this, and no time passes more than so many times as fast. */
const BLOCK_MS_MIN = 250;
const SPEED_MAX = 16;
/** A network is polled no more often than this, so that of quicker blocks several come with one poll. */
const POLL_MS = 500;
/** How often the bench looks whether a block was found. */
const REACH_POLL_MS = 5;
const DAY_MS = 86_400_000;
const MEGABYTE = 1e6;

/** What the blocks of a chain hold: nothing, or each a payment of somebody else. */
type Load = 'quiet' | 'busy';
/** How a follower learns of a new block. */
const WAYS = ['polled', 'by WebSocket'] as const;

/** Question 11: what following a network at rest costs its nodes. */
export const nodeCost: Question = {
  name: 'node-cost',
  purpose: 'How many calls and bytes does it take to follow a network on which nobody pays us?',
  run: async (report) => {
    const samples = await compare(
      (['quiet', 'busy'] as const).map((load) => ({
        name: load,
        measure: () => measureAll(load, report),
      })),
      report,
    );
    const held = { wanted: 'at most' } as const;
    return {
      sizes: { passes: PASSES, blocks: BLOCKS },
      samples,
      ratios: (['quiet', 'busy'] as const).flatMap((of) =>
        MEASURED.flatMap((id) =>
          WAYS.map((way) => {
            const number = `${id} ${way}`;
            const bar = way === 'polled' ? 3 : 2;
            return medianOf(samples, {
              ...held,
              of,
              number,
              bar,
              name: `calls a block of ${id}, ${of}, ${way}`,
            });
          }),
        ),
      ),
    };
  },
};

/** All networks at the same time, each on a node of its own; calls a block by network and way. */
async function measureAll(load: Load, report: (line: string) => void): Promise<Sample> {
  const samples = await Promise.all(MEASURED.map((id) => measureNetwork(id, load)));
  for (const { lines } of samples) for (const line of lines) report(`  ${load} ${line}`);
  return Object.assign({}, ...samples.map(({ sample }) => sample));
}

async function measureNetwork(id: NetworkId, load: Load) {
  await using node = await openTestNode(id);
  // The local chain begins below the block from which on the hashes of Arbitrum follow from its headers.
  const network = { ...NETWORKS[id], hashedFrom: 0n };
  const speed = Math.min(Math.max(network.blockTimeMs / BLOCK_MS_MIN, 1), SPEED_MAX);
  const miner = await openMiner(node, load);
  const { rpcUrl } = node.node;
  const followers = WAYS.map((way) => {
    const wsUrls = way === 'polled' ? [] : [rpcUrl.replace(/^http/, 'ws')];
    return { way, ...follow(network, { rpcUrl, wsUrls, speed, minedAtMs: miner.minedAtMs }) };
  });
  try {
    const blockMs = network.blockTimeMs / speed;
    const behindMax = BigInt(Math.floor(POLL_MS / network.blockTimeMs));
    const isFound = (block: bigint) =>
      followers.every(({ reached }) => reached() >= block - behindMax);
    await miner.mine(WARM_UP_BLOCKS, blockMs, isFound);
    for (const { cost, late } of followers) {
      Object.assign(cost, newCost());
      late.splice(0);
    }
    await miner.mine(BLOCKS, blockMs, isFound);
    const sample: Record<string, number> = {};
    const lines = followers.map(({ way, cost, late }) => {
      sample[`${id} ${way}`] = cost.calls / BLOCKS;
      return `${`${id} ${way}`.padEnd(25)} ${describe(network, cost, late)}`;
    });
    return { sample, lines };
  } finally {
    for (const { stop } of followers) await stop();
  }
}

function describe({ blockTimeMs }: Network, cost: NodeCost, late: readonly number[]): string {
  const aDay = DAY_MS / blockTimeMs / BLOCKS;
  const lateMs = late.toSorted((a, b) => a - b)[Math.floor(late.length / 2)] ?? Number.NaN;
  const methods = [...cost.methods].map(([method, calls]) => `${method} ${calls}`).join(', ');
  return [
    `${(cost.calls / BLOCKS).toFixed(2)} calls and ${(cost.requests / BLOCKS).toFixed(2)} requests a block`,
    `${Math.round(cost.calls * aDay).toLocaleString('en')} calls and ${Math.round((cost.bytes * aDay) / MEGABYTE)} MB a day`,
    `found after ${Math.round(lateMs)} ms`,
    methods,
  ].join('; ');
}

/** Follows a network on which nothing is ours, as production does, on a time that passes faster. */
function follow(
  network: Network,
  {
    rpcUrl,
    wsUrls,
    speed,
    minedAtMs,
  }: {
    readonly rpcUrl: string;
    readonly wsUrls: readonly string[];
    readonly speed: number;
    readonly minedAtMs: ReadonlyMap<bigint, number>;
  },
) {
  const cost = newCost();
  const late: number[] = [];
  let newest = -1n;
  const chain = evmChain({
    network,
    rpcUrls: [rpcUrl],
    wsUrls,
    pollMs: undefined,
    log: pino({ level: 'silent' }),
    runtime: countingRuntime(speed, cost),
  });
  const stopping = new AbortController();
  const from = { known: [], startBlock: undefined, isOurs: async () => new Set<never>() };
  const following = (async () => {
    for await (const update of chain.follow(from, stopping.signal)) {
      if (update.type !== 'blocks') continue;
      newest = update.to.number;
      const madeAtMs = minedAtMs.get(newest);
      if (madeAtMs !== undefined) late.push((elapsedMs() - madeAtMs) * speed);
    }
  })();
  return {
    cost,
    late,
    reached: () => newest,
    stop: async () => {
      stopping.abort();
      await following;
      await chain.close();
    },
  };
}

interface Miner {
  /** When each block was made. */
  readonly minedAtMs: ReadonlyMap<bigint, number>;
  /**
   * Makes so many blocks, one each so many milliseconds; later where the one before was not found yet, as a slow machine
   * would else show fewer calls than there are.
   */
  mine(blocks: number, blockMs: number, isFound: (block: bigint) => boolean): Promise<void>;
}

/** Makes the blocks of a node, which makes none by itself from then on. */
async function openMiner(node: TestNode, load: Load): Promise<Miner> {
  const client = createTestClient({ mode: 'anvil', transport: http(node.node.rpcUrl) });
  const pay = load === 'busy' ? await openPayer(node, client) : async () => undefined;
  await client.setIntervalMining({ interval: 0 });
  await client.setAutomine(false);
  const minedAtMs = new Map<bigint, number>();
  let number = await node.chain.readHead();
  return {
    minedAtMs,
    mine: async (blocks, blockMs, isFound) => {
      for (let block = 1, dueAtMs = elapsedMs() + blockMs; block <= blocks; block += 1) {
        await pay();
        await wait(Math.max(dueAtMs - elapsedMs(), 0));
        await client.mine({ blocks: 1 });
        number += 1n;
        minedAtMs.set(number, elapsedMs());
        while (!isFound(number)) await wait(REACH_POLL_MS);
        dueAtMs = Math.max(dueAtMs + blockMs, elapsedMs());
      }
    },
  };
}

/** Lets the payer's tokens be taken; what it returns sends a payment to be mined. */
async function openPayer(node: TestNode, client: TestClient): Promise<() => Promise<unknown>> {
  const { id } = node.chain.network;
  const token = CURRENCIES.find(({ network, symbol }) => network === id && symbol === 'USDC');
  if (token?.address === undefined) throw new Error(`${id} has no USDC`);
  const { address } = token;
  await client.setAutomine(true);
  const approval = node.chain.encodeApproval(address, 10n ** 30n, 'fee_proxy');
  await execute(node, [{ ...approval, value: '0x0' }]);
  await client.impersonateAccount({ address: evmAddress(TEST_ACCOUNTS.payer.address) });
  const { to, data } = node.chain.encodePayment({
    kind: 'token',
    tokenAddress: address,
    payeeAddress: TEST_ACCOUNTS.payee.address,
    amountUnits: 5n,
    paymentReference: '0x0102030405060708',
    feeUnits: 0n,
    feeAddress: TEST_ACCOUNTS.payee.address,
  });
  const call = { from: evmAddress(TEST_ACCOUNTS.payer.address), to: evmAddress(to), data };
  return () =>
    client.request<{
      Method: 'eth_sendTransaction';
      Parameters: [typeof call];
      ReturnType: string;
    }>({
      method: 'eth_sendTransaction',
      params: [call],
    });
}
