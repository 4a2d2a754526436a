import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  http,
  type PublicClient,
  pad,
  parseAbi,
  parseEventLogs,
} from 'viem';
import { z } from 'zod';
import { spokePoolAbi } from '#catalog/abis/bridge.ts';
import { BRIDGES } from '#catalog/bridge.ts';
import { currencyById } from '#catalog/currencies.ts';
import type { Hex } from '#kit/hex.ts';
import { type SpawnedSandbox, spawnSandbox } from '../../src/sandbox/spawn-sandbox.ts';
import { TEST_ACCOUNTS, type TestAccount } from '../../src/sandbox/test-accounts.ts';
import { asCall, sendCall } from '../../src/sandbox/test-wallet.ts';
import { testDatabase } from './database.ts';
import { addDiagnosis, summarizeOutput } from './diagnosis.ts';
import { Calldata } from './pay-with.ts';
import { programFile } from './program.ts';
import { readReceipt } from './read-receipt.ts';
import { forward } from './relayed-node.ts';
import { hex } from './route-sample.ts';
import { runFlorinHere } from './run-florin.ts';
import { type ReachedWorld, reachWorld } from './world.ts';

/** The two networks of the sandbox: payments come from the second to the first. */
type Place = 'base' | 'arbitrum-one';
type SourceSymbol = 'USDC' | 'USDT';

const SANDBOX_NETWORKS = 'base,arbitrum-one';

/** How long a payment may take from one network to the other on a machine that is full of others, and how often it is looked for. */
export const ARRIVES = { timeout: 180_000, interval: 200 } as const;

const Intent = z.looseObject({ intentId: z.string(), isListening: z.boolean() });
const Intents = z.array(
  z.looseObject({
    status: z.string(),
    txHash: z.string(),
    fillTxHash: z.string().nullable(),
    refundTxHash: z.string().nullable(),
  }),
);
const Payments = z.looseObject({ payments: z.array(z.looseObject({})) });

/** The whole product with a route provider and a relayer between Base and Arbitrum, in a process that can be killed. */
export interface BridgedSandbox extends AsyncDisposable {
  readonly sandbox: SpawnedSandbox['sandbox'];
  /** The calls of payers and integrators. */
  readonly world: ReachedWorld;
  /** Ends the process as a crash would, and starts it again on the same data. */
  crash(): Promise<void>;
  /** Commands the relayer. */
  relay(command: { readonly mode: string; readonly delayMs?: number }): Promise<void>;
  /** `/pay` of a link by USDC or another token of Arbitrum. */
  prepare(token: string, symbol?: SourceSymbol): ReturnType<ReachedWorld['read']>;
  /** Prepares the step of an answer of `/pay` anew. */
  refresh(token: string, step: unknown): Promise<unknown>;
  /** Signs the transactions of an answer of `/pay` on their network; returns the hash of the last. */
  sign(answer: unknown, at?: Place): Promise<Hex>;
  /** Signs and sends a transaction of an answer, and waits until it is carried out. */
  send(at: Place, account: TestAccount, transaction: Parameters<typeof asCall>[0]): Promise<Hex>;
  /** Lets swaps on Arbitrum give so much less than the rate says, of 10,000. */
  moveMarket(shortfallBps: bigint): Promise<void>;
  /** Reports a transaction as a payment of a link; returns the id of its intent. */
  report(
    token: string,
    txHash: string,
    by?: { readonly chain?: 'ARBITRUM' | 'BASE'; readonly symbol?: SourceSymbol },
  ): Promise<string>;
  /** Reports what pays children of a bundle; returns what the API answers. */
  reportBundle(token: string, body: object): Promise<unknown>;
  /** What the view or the end of a link says of its intents, by their hashes. */
  intents(token: string): Promise<z.infer<typeof Intents>>;
  payments(requestId: string | undefined): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** What a wallet has of USDC, or of another token. */
  balance(at: Place, wallet: Hex, symbol?: SourceSymbol): Promise<bigint>;
  /** Fills the deposit of a source transaction as another relayer than the sandbox's. */
  fill(depositHash: Hex): Promise<Hex>;
  /** Moves the clocks of both networks on. */
  passTime(seconds: number): Promise<void>;
  client(at: Place): PublicClient;
  /** Runs a command of an operator with `--json`; what it prints. */
  florin(...words: readonly string[]): Promise<unknown>;
}

/** Starts one, with these settings beside its networks. */
export async function openBridgedSandbox(
  settings: Readonly<Record<string, string>> = {},
): Promise<BridgedSandbox> {
  const home = await mkdtemp(join(tmpdir(), 'florin-routes-'));
  // A copy of the run's own: to make a database for the sandbox takes a second and a half.
  const database = await testDatabase();
  const own = {
    FLORIN_MODE: 'sandbox',
    DATABASE_URL: database.url,
    SANDBOX_NETWORKS,
    PAY_PAGE_NEXT_STEP: 'when_pressed',
    ...settings,
  };
  const start = (ports: Readonly<Record<string, string>> = {}) =>
    spawnSandbox({ home, env: { ...own, ...ports }, main: programFile() });
  let spawned = await start();
  addDiagnosis('what the product printed', () => summarizeOutput(spawned.output()));
  const world = () =>
    reachWorld(spawned.sandbox, { databaseUrl: database.url, home, settings: own });
  return {
    get sandbox() {
      return spawned.sandbox;
    },
    get world() {
      return world();
    },
    crash: async () => {
      const { apiUrl, payUrl } = world();
      await spawned.kill();
      // Pages that are open go on with the hosts that they know.
      spawned = await start({ API_PORT: portOf(apiUrl), PAY_PORT: portOf(payUrl) });
    },
    florin: async (...words) => {
      const operator = { FLORIN_HOME: home, ...own };
      const { code, stdout, stderr } = await runFlorinHere([...words, '--json'], operator);
      if (code !== 0) throw new Error(`florin ${words.join(' ')} ended with ${code}: ${stderr}`);
      return JSON.parse(stdout);
    },
    ...callsOf(() => spawned.sandbox, world),
    [Symbol.asyncDispose]: async () => {
      await spawned.stop();
      await database[Symbol.asyncDispose]();
      await rm(home, { recursive: true, force: true });
    },
  };
}

const portOf = (url: string) => new URL(url).port;

type Calls = Omit<
  BridgedSandbox,
  'sandbox' | 'world' | 'crash' | 'florin' | typeof Symbol.asyncDispose
>;

function callsOf(file: () => SpawnedSandbox['sandbox'], world: () => ReachedWorld): Calls {
  const nodeOf = (at: Place) => {
    const node = file().networks[at];
    if (node === undefined) throw new Error(`this sandbox has no node of ${at}`);
    return node;
  };
  const client = (at: Place): PublicClient =>
    createPublicClient({ transport: http(nodeOf(at).rpcUrl), cacheTime: 0 });
  const send = async (at: Place, account: TestAccount, call: { to: string; data: Hex }) => {
    const hash = await sendCall(nodeOf(at), account, { ...call, valueUnits: 0n });
    const { status } = await readReceipt(client(at), hash);
    if (status !== 'success') throw new Error(`${hash} was reverted`);
    return hash;
  };
  return {
    ...readsOf(file, world),
    relay: async (command) => {
      const url = new URL('/control/relayer', file().routeProviderUrl);
      const { status } = await fetch(url, post(command));
      if (status !== 200) throw new Error(`the relayer answers ${status}`);
    },
    sign: async (answer, at = 'arbitrum-one') => {
      let last: Hex | undefined;
      for (const transaction of Calldata.parse(answer).transactions) {
        last = await send(at, file().payer, asCall(transaction));
      }
      if (last === undefined) throw new Error('there is nothing to sign');
      return last;
    },
    send: (at, account, transaction) => send(at, account, asCall(transaction)),
    moveMarket: async (bps) => {
      const data = encodeFunctionData({ abi: marketAbi, args: [bps] });
      const { swapRouter = '' } = BRIDGES['arbitrum-one'];
      await send('arbitrum-one', TEST_ACCOUNTS.unrelated, { to: swapRouter, data });
    },
    report: async (token, txHash, { chain = 'ARBITRUM', symbol = 'USDC' } = {}) => {
      const body = { txHash, chain, token: symbol };
      return Intent.parse(await callAsPage(file(), `${token}/intent`, body)).intentId;
    },
    reportBundle: (token, body) => callAsPage(file(), `${token}/intent`, body),
    balance: (at, wallet, symbol = 'USDC') =>
      client(at).readContract({
        address: hex(currencyById(`${symbol}-${at}`)?.address),
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [wallet],
      }),
    fill: async (depositHash) => {
      const { logs } = await client('arbitrum-one').getTransactionReceipt({ hash: depositHash });
      const [event] = parseEventLogs({ abi: spokePoolAbi, eventName: 'FundsDeposited', logs });
      if (event === undefined) throw new Error(`${depositHash} deposited nothing`);
      return await fillOf(event.args, (call) => send('base', TEST_ACCOUNTS.unrelated, call));
    },
    passTime: async (seconds) => {
      for (const at of ['base', 'arbitrum-one'] as const) {
        await forward(nodeOf(at).rpcUrl, { method: 'evm_increaseTime', params: [seconds] });
        await forward(nodeOf(at).rpcUrl, { method: 'evm_mine', params: [] });
      }
    },
    client,
  };
}

function readsOf(file: () => SpawnedSandbox['sandbox'], world: () => ReachedWorld) {
  return {
    prepare: (token: string, symbol: SourceSymbol = 'USDC') =>
      world().read(`${token}/pay?wallet=${file().payer.address}&chain=ARBITRUM&token=${symbol}`),
    refresh: (token: string, step: unknown) =>
      callAsPage(file(), `${token}/refresh-step-transaction`, { step }),
    intents: async (token: string) => {
      const { body } = await world().read(token);
      return Intents.parse(body['paymentIntents'] ?? []);
    },
    payments: async (requestId: string | undefined) => {
      const { apiUrl, apiKey } = file();
      const headers = { 'x-api-key': apiKey };
      const answer = await fetch(`${apiUrl}/v2/payments?requestId=${requestId}`, { headers });
      return Payments.parse(await answer.json()).payments;
    },
  };
}

/** What the API answers to a page that posts something of a link. */
async function callAsPage(
  { apiUrl, clientId, origin }: SpawnedSandbox['sandbox'],
  path: string,
  body: object,
): Promise<unknown> {
  const { headers, ...rest } = post(body);
  const answer = await fetch(`${apiUrl}/v2/secure-payments/${path}`, {
    ...rest,
    headers: { ...headers, 'x-client-id': clientId, origin },
  });
  return await answer.json();
}

const post = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const marketAbi = parseAbi(['function setShortfall(uint256 bps)']);
const mintAbi = parseAbi(['function mint(address to, uint256 units)']);

/** A relayer's three transactions: it makes its tokens, allows them, and fills. */
async function fillOf(
  deposited: ReturnType<
    typeof parseEventLogs<typeof spokePoolAbi, true, 'FundsDeposited'>
  >[number]['args'],
  send: (call: { readonly to: string; readonly data: Hex }) => Promise<Hex>,
): Promise<Hex> {
  const { destinationChainId: _, quoteTimestamp: __, ...args } = deposited;
  const originChainId = 42_161n;
  const { spokePool } = BRIDGES.base;
  const [token, by] = [hex(currencyById('USDC-base')?.address), TEST_ACCOUNTS.unrelated.address];
  const minted = [by, args.outputAmount] as const;
  const allowed = [hex(spokePool), args.outputAmount] as const;
  await send({
    to: token,
    data: encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: minted }),
  });
  await send({
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: allowed }),
  });
  const filled = [{ ...args, originChainId }, originChainId, pad(by)] as const;
  return await send({
    to: spokePool,
    data: encodeFunctionData({ abi: spokePoolAbi, functionName: 'fillRelay', args: filled }),
  });
}
