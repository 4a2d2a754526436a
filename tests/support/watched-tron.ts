import { EventEmitter } from 'node:events';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { numberToHex } from 'viem';
import { readAddress } from '#catalog/addresses.ts';
import { CONTRACTS } from '#catalog/contracts.ts';
import { NETWORKS, type Network } from '#catalog/networks.ts';
import type { BlockPoint, ChainUpdate, FollowFrom, ObservedTransfer } from '#chains/chain.ts';
import { encodePayment } from '#chains/evm/encode.ts';
import type { ListenToHeads } from '#chains/following/heads.ts';
import { connectNodes } from '#chains/nodes/client.ts';
import { type Runtime, systemRuntime } from '#chains/nodes/runtime.ts';
import { openTronConnection } from '#chains/tron/nodes/tron-api.ts';
import { tronFollowing } from '#chains/tron/tron-following.ts';
import { type Hex, hexOf } from '#kit/hex.ts';
import { silentMeter } from '#platform/metrics.ts';
import { fromEvmAddress, toBase58 } from '#sandbox/tron/address.ts';
import { startHttpServer } from './http-server.ts';
import {
  newWallet,
  openTestTronNode,
  type TestTronNode,
  TRON_USDC,
  type TronWallet,
} from './tron-node.ts';

const PROXY = CONTRACTS.tron.erc20FeeProxy;

/** A request to the node, and what it answered; what is returned is sent instead. */
type Alter = (path: string, body: unknown, answer: unknown) => unknown;

/** A relay in front of the node. */
export interface TronRelay extends AsyncDisposable {
  readonly url: string;
  /** Changes what the node answers; throwing breaks the connection off. */
  alter: Alter;
  /** The path of every request. */
  readonly paths: string[];
}

/** Puts a relay in front of a node. */
export async function relayTron(url: string): Promise<TronRelay> {
  const paths: string[] = [];
  let alter: Alter = (_path, _body, answer) => answer;
  const server = await startHttpServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks).toString('utf8');
    const path = (request.url ?? '').slice(1);
    paths.push(path);
    const init = { method: request.method ?? 'GET', ...(body !== '' && { body }) };
    try {
      const answer: unknown = await (await fetch(`${url}/${path}`, init)).json();
      const altered = await alter(path, body === '' ? {} : JSON.parse(body), answer);
      response.end(JSON.stringify(altered));
    } catch {
      response.destroy();
    }
  });
  return {
    url: server.url,
    get alter() {
      return alter;
    },
    set alter(other) {
      alter = other;
    },
    paths,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

interface Paid {
  readonly hash: Hex;
  readonly block: bigint;
}

/** What happened to a chain on the way to its head. */
export interface FollowedTron {
  readonly transfers: ObservedTransfer[];
  readonly points: BlockPoint[];
  readonly updates: ChainUpdate[];
}

/** A local Tron node with a payer, whose tokens the fee proxy may take. */
export interface WatchedTron extends AsyncDisposable {
  readonly node: TestTronNode;
  readonly payer: TronWallet;
  readonly payee: TronWallet;
  /** What was logged by what was connected here. */
  text(): string;
  /** Follows by these nodes, in their order. */
  connect(...urls: readonly string[]): ReturnType<typeof tronFollowing>;
  /** The same with headers that nothing but their links is checked of. */
  connectByLinks(...urls: readonly string[]): ReturnType<typeof tronFollowing>;
  /** Follows by this node, which reports its blocks within this process; they are never polled. */
  connectListening(): ReturnType<typeof tronFollowing>;
  head(): Promise<bigint>;
  /** Makes a payment with a reference of its own; it need not succeed. */
  pay(parts?: { readonly feeUnits?: bigint; readonly feeLimit?: number }): Promise<Paid>;
}

/** Longer than any test waits. */
const NEVER_MS = 600_000;

/** No answer is overdue, so that a busy machine does not decide which of several nodes is queried. */
const PATIENT: Runtime = { ...systemRuntime, startTimer: () => () => undefined };

let references = 0n;

/** Starts the node, and lets the payer's tokens be taken. */
export async function watchedTron(): Promise<WatchedTron> {
  const heads = new EventEmitter<{ head: [hash: string] }>();
  const onBlock = (id: string) => heads.emit('head', `0x${id}`);
  const node = await openTestTronNode({ onBlock });
  const payer = await node.freshWallet();
  const payee = newWallet();
  await node.allow(payer, TRON_USDC, PROXY);
  let text = '';
  const lines = new Writable({
    write: (chunk, _encoding, done) => {
      text += String(chunk);
      done();
    },
  });
  const log = pino(lines);
  const clientOf = (rpcUrls: readonly string[], network: Network = NETWORKS.tron) =>
    connectNodes({
      network,
      rpcUrls,
      requestsPerSecond: undefined,
      log,
      meter: silentMeter,
      now: () => new Date(),
      runtime: PATIENT,
      open: (endpoint) => openTronConnection(endpoint),
    });
  return {
    node,
    payer,
    payee,
    text: () => text,
    connect: (...urls) =>
      tronFollowing({ node: clientOf(urls.length === 0 ? [node.url] : urls), pollMs: 20, log }),
    connectByLinks: (...urls) =>
      tronFollowing({
        node: clientOf(urls, { ...NETWORKS.tron, hashedFrom: undefined }),
        pollMs: 20,
        log,
      }),
    connectListening: () => {
      const listen: ListenToHeads = (onHead) => {
        heads.on('head', onHead);
        return () => heads.off('head', onHead);
      };
      return tronFollowing({ node: clientOf([node.url]), pollMs: NEVER_MS, listen, log });
    },
    head: async () => BigInt((await node.control('state')).head),
    pay: async ({ feeUnits = 0n, feeLimit } = {}) => {
      references += 1n;
      const paymentReference = numberToHex(references, { size: 8 });
      const { data } = encodePayment(evmForm(PROXY), {
        kind: 'token',
        tokenAddress: evmForm(TRON_USDC),
        payeeAddress: evmForm(payee.address),
        amountUnits: 100n,
        paymentReference,
        feeUnits,
        feeAddress: evmForm(payer.address),
      });
      const call = { contract: PROXY, data, ...(feeLimit !== undefined && { feeLimit }) };
      const { id, blockNumber } = await node.send(payer, call);
      return { hash: `0x${id}`, block: BigInt(blockNumber) };
    },
    [Symbol.asyncDispose]: () => node[Symbol.asyncDispose](),
  };
}

/** Follows until the head of now has been scanned. */
export async function followTron(
  watched: WatchedTron,
  following: ReturnType<typeof tronFollowing>,
  from: FollowFrom,
): Promise<FollowedTron> {
  const until = await watched.head();
  const followed: FollowedTron = { transfers: [], points: [], updates: [] };
  for await (const update of following.follow(from, AbortSignal.timeout(60_000))) {
    followed.updates.push(update);
    if (update.type === 'reorg') continue;
    followed.transfers.push(...update.transfers);
    followed.points.push(...update.points);
    if (update.to.number >= until) return followed;
  }
  throw new Error(`block ${until} was not reached`);
}

/** An address as the EVM writes it. */
export function evmForm(address: string): Hex {
  const read = readAddress('tron', address);
  if ('problem' in read) throw new Error(`${address} is no Tron address`);
  return hexOf(read.bytes);
}

/** The opposite. */
export function base58Form(address: Hex): string {
  return toBase58(fromEvmAddress(address));
}
