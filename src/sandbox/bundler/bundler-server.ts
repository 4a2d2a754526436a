import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Hex } from '#kit/hex.ts';
import type { Log } from '#platform/log.ts';
import { printOperation, UserOperation, wordShape } from '#providers/user-operation.ts';
import { answerJson, closeServer, listen, readJsonObject } from '../local-server.ts';
import type { SandboxNode } from '../price-feeds.ts';
import {
  type BundlerNode,
  findEntryPoint,
  openBundlerNodes,
  SANDBOX_ENTRY_POINTS,
} from './bundler-nodes.ts';
import { carryOut, estimate, hashOf, showReceipt } from './operations.ts';
import { sponsor, stubSponsorship } from './paymaster.ts';
import { RpcFailure } from './rpc-failure.ts';

/** The sandbox's bundler and paymaster for all of its networks. */
export interface BundlerServer {
  /** Where it serves; bundler and paymaster of a network are both at `<url>/<network id>`. */
  readonly url: string;
  stop(): Promise<void>;
}

interface BundlerServerOptions {
  readonly nodes: readonly SandboxNode[];
  readonly log?: Log;
}

/** The largest operation as hexadecimal digits, with room for the rest. */
const BODY_CHARACTERS_MAX = 400_000;

/** What it does, by command: `refuse` sends, but pays for nothing. */
const Command = z.strictObject({ mode: z.enum(['serve', 'dead', 'refuse']).default('serve') });

/** What is known of an operation that was sent. */
interface Sent {
  readonly operation: UserOperation;
  readonly entryPoint: Hex;
  readonly transactionHash: Hex;
}

interface ServerParts {
  readonly nodes: ReadonlyMap<string, BundlerNode>;
  /** By hash, while it runs. */
  readonly sent: Map<string, Sent>;
  readonly log: Log | undefined;
  settings: z.output<typeof Command>;
}

/** Starts both over local nodes; returns when they serve requests on 127.0.0.1. */
export async function startBundlerServer(options: BundlerServerOptions): Promise<BundlerServer> {
  const nodes = await openBundlerNodes(options.nodes);
  const settings = { mode: 'serve' } as const;
  const parts: ServerParts = { nodes, sent: new Map(), log: options.log, settings };
  const server = createServer((request, response) => void serve(parts, request, response));
  const url = await listen(server);
  return { url, stop: () => closeServer(server) };
}

async function serve(
  parts: ServerParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const body = request.method === 'POST' ? await readJsonObject(request, BODY_CHARACTERS_MAX) : {};
  if (pathname === '/control/bundler') {
    const isTaken = command(parts, request, body);
    answerJson(response, isTaken ? 200 : 400, parts.settings);
    return;
  }
  const node = parts.nodes.get(pathname.slice(1));
  if (node === undefined || parts.settings.mode === 'dead') {
    answerJson(response, node === undefined ? 404 : 503, { message: 'There is no service here' });
    return;
  }
  answerJson(response, 200, await answerRpc(parts, node, body));
}

/** Sets what the services do from now on; false for what is no command. */
function command(parts: ServerParts, { method }: IncomingMessage, body: unknown): boolean {
  if (method !== 'POST') return true;
  const parsed = Command.safeParse(body);
  if (parsed.success) parts.settings = parsed.data;
  return parsed.success;
}

const Numbered = z.object({ id: z.union([z.string(), z.number()]) });

async function answerRpc(parts: ServerParts, node: BundlerNode, body: unknown): Promise<object> {
  const shown = { jsonrpc: '2.0', id: Numbered.safeParse(body).data?.id ?? null };
  try {
    return { ...shown, result: printResult(await answerCall(parts, node, body)) };
  } catch (error) {
    if (error instanceof RpcFailure) {
      return { ...shown, error: { code: error.code, message: error.message } };
    }
    parts.log?.warn({ error }, 'the bundler of the sandbox failed');
    return { ...shown, error: { code: -32_603, message: 'Internal error' } };
  }
}

const Call = z.object({ method: z.string(), params: z.array(z.unknown()).default([]) });

async function answerCall(parts: ServerParts, node: BundlerNode, body: unknown): Promise<unknown> {
  const call = Call.safeParse(body);
  if (!call.success) throw new RpcFailure(-32_600, 'Invalid Request');
  const { method, params } = call.data;
  switch (method) {
    case 'eth_chainId':
      return BigInt(node.node.chainId);
    case 'eth_supportedEntryPoints':
      return SANDBOX_ENTRY_POINTS;
    case 'eth_estimateUserOperationGas': {
      const { entryPoint, operation } = readOperation(params);
      return await estimate(node, entryPoint, operation);
    }
    case 'eth_sendUserOperation':
      return await send(parts, node, params);
    case 'eth_getUserOperationReceipt':
      return await showReceipt(node, readHash(params));
    case 'eth_getUserOperationByHash':
      return await showOperation(parts, node, readHash(params));
    case 'pm_getPaymasterStubData':
    case 'pm_getPaymasterData': {
      const { entryPoint, operation } = readOperation(params);
      if (parts.settings.mode === 'refuse') throw new RpcFailure(-32_000, 'Refused by command');
      if (method === 'pm_getPaymasterStubData') return stubSponsorship();
      return await sponsor(node, entryPoint, operation);
    }
    default:
      throw new RpcFailure(-32_601, `${method} is not served`);
  }
}

async function send(
  { sent }: ServerParts,
  node: BundlerNode,
  params: readonly unknown[],
): Promise<Hex> {
  const { entryPoint, operation } = readOperation(params);
  const hash = await hashOf(node, entryPoint, operation);
  await node.afterOthers(async () => {
    if (sent.has(hash)) return;
    const transactionHash = await carryOut(node, entryPoint, operation);
    sent.set(hash, { operation, entryPoint: entryPoint.address, transactionHash });
  });
  return hash;
}

async function showOperation({ sent }: ServerParts, { client }: BundlerNode, hash: Hex) {
  const found = sent.get(hash);
  if (found === undefined) return null;
  const { transactionHash, entryPoint, operation } = found;
  const receipt = await client.getTransactionReceipt({ hash: transactionHash });
  const { blockHash, blockNumber } = receipt;
  const userOperation = printOperation(operation);
  return { userOperation, entryPoint, transactionHash, blockHash, blockNumber };
}

function readOperation([first, second]: readonly unknown[]) {
  const entryPoint = findEntryPoint(second);
  if (entryPoint === undefined) throw new RpcFailure(-32_602, 'the EntryPoint is not supported');
  const parsed = UserOperation.safeParse(first);
  if (parsed.success) return { entryPoint, operation: parsed.data };
  throw new RpcFailure(-32_602, z.prettifyError(parsed.error));
}

function readHash([first]: readonly unknown[]): Hex {
  const parsed = wordShape.safeParse(first);
  if (parsed.success) return parsed.data;
  throw new RpcFailure(-32_602, 'Missing or invalid userOpHash');
}

/** Numbers of the chain as JSON-RPC has them. */
function printResult(result: unknown): unknown {
  if (typeof result === 'bigint') return `0x${result.toString(16)}`;
  if (Array.isArray(result)) return result.map(printResult);
  if (typeof result !== 'object' || result === null) return result;
  return Object.fromEntries(
    Object.entries(result).map(([name, value]: [string, unknown]) => [name, printResult(value)]),
  );
}
