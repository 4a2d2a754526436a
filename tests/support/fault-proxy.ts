import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import {
  forward,
  type Made,
  type Question,
  type RelayedNode,
  relayNode,
  sendWell,
} from './relayed-node.ts';

/** What can be wrong with a node. */
export type Fault =
  /** It answers, but late. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** It takes requests and never answers. */
  | { readonly kind: 'hangs' }
  /** It closes connections in the middle of an answer. */
  | { readonly kind: 'drops' }
  /** It answers HTTP 429, and says for how long where it is told to. */
  | { readonly kind: 'throttles'; readonly seconds?: number }
  /** It answers HTTP 500, with its own URL in the body, as some gateways do. */
  | { readonly kind: 'breaks' }
  /** Half of what it answers arrives. */
  | { readonly kind: 'truncates' }
  /** It answers JSON that answers nothing. */
  | { readonly kind: 'babbles' }
  /** It answers results of other shapes than were asked for. */
  | { readonly kind: 'misshapes' }
  /** Half of the answers of a batch are missing. */
  | { readonly kind: 'omits' }
  /** It answers as of so many blocks ago. */
  | { readonly kind: 'lags'; readonly blocks: bigint }
  /** It denies that there are any logs. */
  | { readonly kind: 'hides_logs' }
  /** It reports this transaction's logs in every block it is asked about, under another hash. */
  | { readonly kind: 'invents_logs'; readonly like: string }
  /** It calls its newest block final. */
  | { readonly kind: 'calls_all_final' }
  /** It calls no block final but the first. */
  | { readonly kind: 'calls_none_final' }
  /** It claims to serve another chain. */
  | { readonly kind: 'other_chain' };

/** A relay in front of a node whose faults are switched while it runs. */
export interface FaultProxy extends RelayedNode {
  /** Undefined is a node without a fault. */
  fault: Fault | undefined;
}

/** Puts a node behind a relay that can do to its answers what goes wrong with nodes. */
export async function faultProxy(rpcUrl: string): Promise<FaultProxy> {
  const relay = await relayNode(rpcUrl);
  const proxy: FaultProxy = Object.assign(relay, { fault: undefined });
  proxy.answer = async (question) => await answerWith(proxy.fault, rpcUrl, question);
  proxy.send = (response, body) => sendWith(proxy, response, body);
  return proxy;
}

/** Does to an answer on its way what the fault does. */
async function sendWith(proxy: FaultProxy, response: ServerResponse, body: string): Promise<void> {
  const { fault } = proxy;
  const json = { 'content-type': 'application/json' };
  switch (fault?.kind) {
    case 'slow':
      await sleep(fault.ms);
      return sendWell(response, body);
    case 'hangs':
      return;
    case 'drops':
      response.writeHead(200, json).write(body.slice(0, 10));
      response.destroy();
      return;
    case 'throttles': {
      const after = fault.seconds === undefined ? {} : { 'retry-after': String(fault.seconds) };
      response.writeHead(429, after).end('Too Many Requests');
      return;
    }
    case 'breaks':
      response.writeHead(500).end(`upstream ${proxy.rpcUrl} failed`);
      return;
    case 'truncates':
      response.writeHead(200, json).end(body.slice(0, body.length / 2));
      return;
    case 'babbles':
      response.writeHead(200, json).end('{"status":"ok"}');
      return;
    case 'omits': {
      const answers: unknown = JSON.parse(body);
      const kept = Array.isArray(answers) ? answers.filter((_, i) => i % 2 === 0) : [];
      return sendWell(response, JSON.stringify(kept));
    }
    default:
      return sendWell(response, body);
  }
}

/** What the fault makes the node say; undefined is what it says itself. */
async function answerWith(
  fault: Fault | undefined,
  rpcUrl: string,
  question: Question,
): Promise<Made | undefined> {
  const { method } = question;
  switch (fault?.kind) {
    case 'lags':
      return await answerLate(fault.blocks, rpcUrl, question);
    case 'hides_logs':
      return method === 'eth_getLogs' ? { result: [] } : undefined;
    case 'invents_logs':
      return method === 'eth_getLogs' ? await inventLogs(fault.like, rpcUrl, question) : undefined;
    case 'calls_all_final':
      return await answerFinal('latest', rpcUrl, question);
    case 'calls_none_final':
      return await answerFinal('earliest', rpcUrl, question);
    case 'misshapes':
      return { result: { answer: 42 } };
    case 'other_chain':
      return method === 'eth_chainId' ? { result: '0x1' } : undefined;
    default:
      return undefined;
  }
}

const Result = z.object({ result: z.unknown() });

async function send(rpcUrl: string, method: string, params: unknown[] = []): Promise<unknown> {
  return Result.parse(await forward(rpcUrl, { method, params })).result;
}

const Quantity = z
  .string()
  .regex(/^0x[0-9a-f]+$/)
  .transform(BigInt);
const ProxiedRequest = z
  .object({ number: Quantity.optional(), blockNumber: Quantity.optional() })
  .loose();
const Range = z.object({ fromBlock: Quantity, toBlock: Quantity }).partial().loose();

/** The answer of a node that knows no block after this many before the newest. */
async function answerLate(
  blocks: bigint,
  rpcUrl: string,
  { method, params }: Question,
): Promise<Made | undefined> {
  const newest = Quantity.parse(await send(rpcUrl, 'eth_blockNumber'));
  const head = newest > blocks ? newest - blocks : 0n;
  const hex = `0x${head.toString(16)}`;
  if (method === 'eth_blockNumber') return { result: hex };
  if (method === 'eth_getBlockByNumber' && params[0] === 'latest') {
    return { result: await send(rpcUrl, method, [hex, false]) };
  }
  if (method === 'eth_getLogs') {
    const [filter] = params;
    const { fromBlock, toBlock } = Range.parse(filter);
    if (fromBlock !== undefined && fromBlock > head) return { result: [] };
    if (toBlock !== undefined && toBlock > head) {
      const known = { ...z.record(z.string(), z.unknown()).parse(filter), toBlock: hex };
      return { result: await send(rpcUrl, method, [known]) };
    }
  }
  const result = await send(rpcUrl, method, params).catch(() => null);
  const at = ProxiedRequest.safeParse(result).data;
  const isLater = (at?.number ?? at?.blockNumber ?? 0n) > head;
  return isLater ? { result: null } : undefined;
}

/** Answers calls for the final block with another one. */
async function answerFinal(
  which: string,
  rpcUrl: string,
  { method, params }: Question,
): Promise<Made | undefined> {
  return params[0] === 'finalized'
    ? { result: await send(rpcUrl, method, [which, false]) }
    : undefined;
}

const Log = z.object({ transactionHash: z.string() }).loose();
const Receipt = z.object({ logs: z.array(Log) });

/** The logs of a real payment once more, in the last requested block, as if it had been paid twice. */
async function inventLogs(like: string, rpcUrl: string, question: Question): Promise<Made> {
  const [filter] = z.tuple([z.record(z.string(), z.unknown())]).parse(question.params);
  const real = z.array(Log).parse(await send(rpcUrl, 'eth_getLogs', [filter]));
  const { logs } = Receipt.parse(await send(rpcUrl, 'eth_getTransactionReceipt', [like]));
  const { blockHash, toBlock } = filter;
  const block = z
    .object({ hash: z.string(), number: z.string() })
    .parse(
      blockHash === undefined
        ? await send(rpcUrl, 'eth_getBlockByNumber', [toBlock, false])
        : await send(rpcUrl, 'eth_getBlockByHash', [blockHash, false]),
    );
  const copies = logs.slice(-1).map((log) => ({
    ...log,
    transactionHash: `0x${'fa'.repeat(32)}`,
    blockHash: block.hash,
    blockNumber: block.number,
    logIndex: '0x63',
  }));
  return { result: [...real, ...copies] };
}
