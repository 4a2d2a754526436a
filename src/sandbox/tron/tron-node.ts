import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Clock, systemClock } from '#kit/clock.ts';
import type { Log } from '#platform/log.ts';
import { startLocalNode } from '../local-nodes.ts';
import { closeServer, listen } from '../local-server.ts';
import { broadcastRoutes } from './broadcast-routes.ts';
import { buildRoutes, callRoutes } from './call-routes.ts';
import type { ChainSettings } from './chain.ts';
import { openChainFiles } from './chain-files.ts';
import { controlRoutes } from './control-routes.ts';
import { listEvents } from './event-routes.ts';
import { openEvm } from './evm.ts';
import { type RequestParameters, readParameters } from './http-request.ts';
import { openChain } from './local-chain.ts';
import { CommandError, NodeError } from './node-error.ts';
import { accountRoutes, readRoutes } from './read-routes.ts';
import type { NodeParts, Routes } from './routes.ts';
import { signatureRoutes } from './signature-routes.ts';
import { listTokenTransfers } from './token-transfer-routes.ts';
import { MalformedMessage } from './wire-format.ts';

/** Some clients send on a connection that they have not used for longer than the default of five seconds. */
const KEEP_ALIVE_MS = 72_000;

/** A local Tron node that this process started. */
export interface TronNode {
  /** Where the node's HTTP API is. */
  readonly url: string;
  /** Where the EVM behind it is, for tests that place contracts there. */
  readonly evmUrl: string;
  stop(): Promise<void>;
}

/** How a local Tron node is started. */
export interface TronNodeOptions extends Partial<ChainSettings> {
  /** 0 or nothing means any free port. */
  readonly port?: number;
  /** The folder in which the chain is kept over restarts; without it every start begins anew. */
  readonly folder?: string;
  /** Whether blocks are made at the start until the solidified one is of this run: clients judge by its age whether a node lags. */
  readonly solidifiesAtStart?: boolean;
  readonly clock?: Clock;
  readonly log?: Log;
  /** Called with the id of each new block. */
  readonly onBlock?: (id: string) => void;
}

/** The public network makes a block every three seconds, and 19 more make one final. */
const DEFAULTS: ChainSettings = { blockMs: 3_000, isInstant: false, solidifiedBehind: 19 };

/** Starts the node with its EVM behind it, and returns when it serves requests on 127.0.0.1. */
export async function startTronNode(options: TronNodeOptions = {}): Promise<TronNode> {
  const { port = 0, clock = systemClock, log, onBlock, folder } = options;
  const { blockMs = DEFAULTS.blockMs, isInstant = DEFAULTS.isInstant } = options;
  const { solidifiedBehind = DEFAULTS.solidifiedBehind } = options;
  const { solidifiesAtStart = false } = options;
  const settings = { blockMs, isInstant, solidifiedBehind };
  const opened: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of opened.toReversed()) await close();
  };
  try {
    const files = folder === undefined ? undefined : await openChainFiles(folder);
    if (files !== undefined) opened.push(() => files.close());
    const loadedState = files?.evmState;
    const more = { ...(loadedState !== undefined && { loadedState }), ...(log && { log }) };
    const local = await startLocalNode({ network: 'tron', ...more });
    opened.push(() => local.stop());
    const evm = openEvm(local.rpcUrl);
    const chain = await openChain(evm, { clock, settings, files, log, onBlock });
    opened.push(() => chain.stop());
    if (solidifiesAtStart) await chain.mine({ blocks: solidifiedBehind + 1, advanceMs: 0 });
    const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS });
    const serve = serveRequests({ chain, evm });
    server.on('request', (request, response) => void serve(request, response));
    opened.push(() => closeServer(server));
    return { url: await listen(server, port), evmUrl: local.rpcUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** All endpoints by path, without the events, whose paths hold a key. */
function allRoutes(parts: NodeParts): ReadonlyMap<string, Routes[string]> {
  const byPrefix: Readonly<Record<string, Routes>> = {
    wallet: {
      ...readRoutes(parts, 'head'),
      ...callRoutes(parts, 'head'),
      ...accountRoutes(parts),
      ...buildRoutes(parts),
      ...broadcastRoutes(parts),
      ...signatureRoutes(parts),
    },
    walletsolidity: { ...readRoutes(parts, 'solidified'), ...callRoutes(parts, 'solidified') },
    control: controlRoutes(parts),
  };
  return new Map(
    Object.entries(byPrefix).flatMap(([prefix, routes]) =>
      Object.entries(routes).map(([name, handler]) => [`/${prefix}/${name}`, handler] as const),
    ),
  );
}

function serveRequests(parts: NodeParts) {
  const routes = allRoutes(parts);
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const handler = routes.get(url.pathname);
    const isListing = url.pathname.startsWith('/v1/');
    if (handler === undefined && !isListing) return answer(response, 404, { Error: 'Not Found' });
    if (request.method !== 'GET' && request.method !== 'POST') {
      return answer(response, 405, { Error: 'Method Not Allowed' });
    }
    try {
      const parameters = await readParameters(request, url);
      const result = handler
        ? await handler(parameters)
        : list(parts, url.pathname.slice('/v1/'.length), parameters);
      answer(response, result === undefined ? 404 : 200, result ?? { Error: 'Not Found' });
    } catch (error) {
      answerFailure(response, error);
    }
  };
}

/** What the hosted API adds to that of full nodes. */
function list(parts: NodeParts, path: string, parameters: RequestParameters): unknown {
  return listEvents(parts, path, parameters) ?? listTokenTransfers(parts, path, parameters);
}

function answerFailure(response: ServerResponse, error: unknown): void {
  const { status, text } = describeFailure(error);
  answer(response, status, { Error: text });
}

/** What cannot be read is answered with status 200, as real nodes do. */
function describeFailure(error: unknown): { readonly status: number; readonly text: string } {
  if (error instanceof CommandError) return { status: 409, text: error.message };
  const message = error instanceof Error ? error.message : 'unknown';
  const exception = exceptionOf(error);
  return exception === undefined
    ? { status: 500, text: message }
    : { status: 200, text: `class ${exception} : ${message}` };
}

/** The exception that a real node throws at what the caller sent; undefined for failures of ours. */
function exceptionOf(error: unknown): string | undefined {
  if (error instanceof NodeError) return error.exception;
  return error instanceof MalformedMessage ? 'InvalidProtocolBufferException' : undefined;
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}
