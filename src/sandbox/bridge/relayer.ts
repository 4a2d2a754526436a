import { setTimeout as sleep } from 'node:timers/promises';
import { BlockNotFoundError, encodeFunctionData, erc20Abi, maxUint256, pad, parseAbi } from 'viem';
import { spokePoolAbi } from '#catalog/abis/bridge.ts';
import { elapsedMs } from '#kit/clock.ts';
import type { Hex } from '#kit/hex.ts';
import type { Log } from '#platform/log.ts';
import { TEST_ACCOUNTS, type TestAccount } from '../test-accounts.ts';
import { sendCall } from '../test-wallet.ts';
import { asHex, type BridgedNode } from './bridged-nodes.ts';
import {
  type Deposit,
  isExpired,
  isFilled,
  isRefunded,
  readDeposits,
  sandboxPoolAbi,
} from './deposits.ts';

/** How often the nodes are asked for new deposits. */
const ROUND_MS = 250;
/** How long a deposit waits after a fill that failed. */
const RETRY_MS = 2_000;

/** What the relayer does with deposits, by command. */
export const RELAYER_MODES = ['fill', 'short', 'twice', 'refund', 'refuse', 'dead'] as const;

/** How the relayer behaves. */
interface RelayerSettings {
  readonly mode: (typeof RELAYER_MODES)[number];
  /** How long a deposit waits for its fill. */
  readonly delayMs: number;
}

/** Fills the deposits of local nodes, or does not, by command. */
export interface Relayer {
  settings: RelayerSettings;
  /** What it did since it was started. */
  readonly counts: Readonly<Record<'fills' | 'shortFills' | 'refusedFills' | 'refunds', number>>;
  /** How many deposits it has seen that are neither filled nor refunded, as far as it knows. */
  readonly waiting: number;
  stop(): Promise<void>;
}

/** Another account of the mnemonic of the test accounts: it makes the tokens that it fills with. */
const RELAYER: TestAccount = {
  address: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
  privateKey: '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba',
};

const tokenAbi = parseAbi(['function mint(address to, uint256 units)']);

/** Starts the relayer. What was filled or refunded is on the chains, so it remembers nothing over restarts. */
export function startRelayer(nodes: readonly BridgedNode[], log: Log | undefined): Relayer {
  const stopping = new AbortController();
  const counts = { fills: 0, shortFills: 0, refusedFills: 0, refunds: 0 };
  const settings = { mode: 'fill', delayMs: 0 } as const;
  const state: State = { counts, settings, nodes, log, open: [], acted: new Map() };
  const watched = nodes.map((node): Watched => ({ node, readTo: undefined }));
  const run = async () => {
    while (!stopping.signal.aborted) {
      await watchAll(state, watched);
      for (const one of [...state.open]) await handle(state, one);
      await sleep(ROUND_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    get settings() {
      return state.settings;
    },
    set settings(settings) {
      state.settings = settings;
    },
    counts,
    get waiting() {
      return state.open.length;
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

interface State {
  readonly counts: Record<keyof Relayer['counts'], number>;
  readonly nodes: readonly BridgedNode[];
  readonly log: Log | undefined;
  settings: RelayerSettings;
  /** Neither filled nor refunded, as far as is known. */
  open: OpenDeposit[];
  /** The block of the last fill or refund on a node. */
  readonly acted: Map<BridgedNode, Block>;
}

interface OpenDeposit {
  readonly deposit: Deposit;
  readonly seenAtMs: number;
  waitsUntilMs: number;
  hasShortFill: boolean;
}

interface Block {
  readonly number: bigint;
  readonly hash: Hex;
}

/** A node, and the newest block whose deposits are known. */
interface Watched {
  readonly node: BridgedNode;
  readTo: Block | undefined;
}

/** Reads new deposits; after a reorganisation of any node all of them again, as what was filled there may be open. */
async function watchAll(state: State, all: readonly Watched[]): Promise<void> {
  try {
    const known = all.flatMap(({ node, readTo }) =>
      [readTo, state.acted.get(node)].flatMap((block) => (block ? [{ node, block }] : [])),
    );
    const stand = await Promise.all(known.map(({ node, block }) => hasBlock(node, block)));
    if (stand.includes(false)) {
      for (const one of all) one.readTo = undefined;
      state.acted.clear();
    }
  } catch (error) {
    state.log?.warn({ error }, 'cannot read blocks');
    return;
  }
  for (const one of all) {
    await watch(state, one).catch((error: unknown) =>
      state.log?.warn({ error }, 'cannot read deposits'),
    );
  }
}

/** Reads the deposits of a node's new blocks. */
async function watch(state: State, watched: Watched): Promise<void> {
  const { node, readTo: known } = watched;
  const { number, hash } = await node.client.getBlock();
  if (hash === known?.hash) return;
  const blocks = { from: known === undefined ? 0n : known.number + 1n, to: number };
  const deposits = await readDeposits(node, state.nodes, blocks);
  const waiting = new Map(state.open.map((one) => [keyOf(one.deposit), one]));
  const kept = state.open.filter(({ deposit }) => known !== undefined || deposit.source !== node);
  const seenAtMs = elapsedMs();
  const found = deposits.map(
    (deposit) =>
      waiting.get(keyOf(deposit)) ?? { deposit, seenAtMs, waitsUntilMs: 0, hasShortFill: false },
  );
  state.open = [...kept, ...found];
  watched.readTo = { number, hash };
}

/** Whether a block is still of the chain; a chain that went back may not be as long. */
async function hasBlock({ client }: BridgedNode, { number, hash }: Block): Promise<boolean> {
  try {
    return (await client.getBlock({ blockNumber: number })).hash === hash;
  } catch (error) {
    if (error instanceof BlockNotFoundError) return false;
    throw error;
  }
}

const keyOf = ({ source, hash, relay }: Deposit) =>
  `${source.node.chainId}:${relay.depositId}:${hash}`;

async function handle(state: State, one: OpenDeposit): Promise<void> {
  const { mode } = state.settings;
  if (mode === 'dead' || mode === 'refuse' || elapsedMs() < one.waitsUntilMs) return;
  try {
    if (await settle(state, one)) state.open = state.open.filter((other) => other !== one);
  } catch (error) {
    one.waitsUntilMs = elapsedMs() + RETRY_MS;
    state.log?.warn({ error, depositId: String(one.deposit.relay.depositId) }, 'cannot relay');
  }
}

/** Whether the deposit needs nothing more. */
async function settle(state: State, one: OpenDeposit): Promise<boolean> {
  const { deposit } = one;
  const { mode, delayMs } = state.settings;
  if ((await isFilled(deposit)) || (await isRefunded(deposit))) return true;
  if (await isExpired(deposit)) {
    state.acted.set(deposit.source, await refund(deposit));
    state.counts.refunds += 1;
    return true;
  }
  const { destination, relay } = deposit;
  if (mode === 'refund' || destination === undefined) return false;
  if (elapsedMs() - one.seenAtMs < delayMs) return false;
  if (mode === 'short') {
    if (!one.hasShortFill)
      await fill(destination, { ...relay, outputAmount: relay.outputAmount / 2n });
    state.counts.shortFills += one.hasShortFill ? 0 : 1;
    one.hasShortFill = true;
    return false;
  }
  state.acted.set(destination, await fill(destination, relay));
  state.counts.fills += 1;
  if (mode === 'twice') {
    await fill(destination, relay).catch(() => {
      state.counts.refusedFills += 1;
    });
  }
  return true;
}

/** Makes the tokens that it needs and fills: anybody may mint on local nodes. */
async function fill(destination: BridgedNode, relay: Deposit['relay']): Promise<Block> {
  const pool = asHex(destination.contracts.spokePool);
  const token = asHex(`0x${relay.outputToken.slice(-40)}`);
  const contract = { address: token, abi: erc20Abi } as const;
  const [units, allowance] = await Promise.all([
    destination.client.readContract({
      ...contract,
      functionName: 'balanceOf',
      args: [RELAYER.address],
    }),
    destination.client.readContract({
      ...contract,
      functionName: 'allowance',
      args: [RELAYER.address, pool],
    }),
  ]);
  const send = (to: Hex, data: Hex) => sendAs(RELAYER, destination, { to, data });
  if (units < relay.outputAmount) {
    const args = [RELAYER.address, relay.outputAmount - units] as const;
    await send(token, encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args }));
  }
  if (allowance < relay.outputAmount) {
    const args = [pool, maxUint256] as const;
    await send(token, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }));
  }
  const args = [relay, relay.originChainId, pad(RELAYER.address)] as const;
  return await send(
    pool,
    encodeFunctionData({ abi: spokePoolAbi, functionName: 'fillRelay', args }),
  );
}

async function refund({ source, relay }: Deposit): Promise<Block> {
  const args = [relay.depositId] as const;
  const functionName = 'refundExpiredDeposit';
  const data = encodeFunctionData({ abi: sandboxPoolAbi, functionName, args });
  const call = { to: asHex(source.contracts.spokePool), data };
  return await sendAs(TEST_ACCOUNTS.operator, source, call);
}

async function sendAs(
  account: TestAccount,
  { node, client }: BridgedNode,
  call: { readonly to: Hex; readonly data: Hex },
): Promise<Block> {
  const hash = await sendCall(node, account, { ...call, valueUnits: 0n });
  const { status, ...receipt } = await client.waitForTransactionReceipt({ hash });
  if (status !== 'success') throw new Error(`transaction ${hash} was reverted`);
  return { number: receipt.blockNumber, hash: receipt.blockHash };
}
