import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { getAddress } from 'viem';
import { z } from 'zod';
import { type Clock, systemClock } from '#kit/clock.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import type { Log } from '#platform/log.ts';
import { answerJson, closeServer, listen, readJsonObject } from '../local-server.ts';
import type { SandboxNode } from '../price-feeds.ts';
import { listTransactions } from './list-transactions.ts';
import { confirmTransaction, type NetworkParts, proposeTransaction } from './propose.ts';
import { notFound, refuseChecksum, ServiceError } from './refusals.ts';
import { openSafeNodes, readExecutions, readSafe, type SafeNode } from './safe-nodes.ts';
import { type ShapeVersion, showConfirmation, showTransaction } from './show-transaction.ts';
import { openProposals, type StoredProposals } from './stored-proposals.ts';

/** The sandbox's Safe Transaction Service for all of its networks. */
export interface SafeServer {
  /** Where it serves; the service of a network is at `<url>/<network id>/api`. */
  readonly url: string;
  stop(): Promise<void>;
}

interface SafeServerOptions {
  readonly nodes: readonly SandboxNode[];
  /** Where proposals are kept over restarts; undefined keeps them while it runs. */
  readonly file?: string;
  readonly log?: Log;
  /** The machine's by default. */
  readonly now?: Clock;
}

/** The release whose shapes it has. */
const RELEASE = '6.10.1';
/** A transaction of the largest size as hexadecimal digits, with room for the rest. */
const BODY_CHARACTERS_MAX = 400_000;

/** What the service does, by command. */
const MODES = ['serve', 'dead', 'lie'] as const;
/** Longer than any client waits. */
const DELAY_MS_MAX = 600_000;
const Command = z.strictObject({
  mode: z.enum(MODES).default('serve'),
  delayMs: z.int().min(0).max(DELAY_MS_MAX).default(0),
});

/** Starts the service over local nodes; returns when it serves requests on 127.0.0.1. */
export async function startSafeServer(options: SafeServerOptions): Promise<SafeServer> {
  const { nodes, file, log, now = systemClock } = options;
  const proposals = await openProposals(file, log);
  const stopping = new AbortController();
  const parts: ServerParts = {
    nodes: openSafeNodes(nodes),
    proposals,
    now,
    log,
    stopping: stopping.signal,
    settings: { mode: 'serve', delayMs: 0 },
  };
  const server = createServer((request, response) => void serve(parts, request, response));
  const url = await listen(server);
  const stop = async () => {
    stopping.abort();
    await closeServer(server);
  };
  return { url, stop };
}

interface ServerParts {
  readonly nodes: ReadonlyMap<string, SafeNode>;
  readonly proposals: StoredProposals;
  readonly now: Clock;
  readonly log: Log | undefined;
  readonly stopping: AbortSignal;
  settings: z.output<typeof Command>;
}

async function serve(
  parts: ServerParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? '127.0.0.1'}`);
  try {
    if (url.pathname === '/control/safe') {
      answerJson(response, 200, await command(parts, request));
      return;
    }
    const { mode, delayMs } = parts.settings;
    if (delayMs > 0) await sleep(delayMs, undefined, { signal: parts.stopping });
    if (mode === 'dead') throw new ServiceError(503, { detail: 'Dead by command' });
    const [status, body] = await answerCall(parts, request, url);
    answerJson(response, status, body);
  } catch (error) {
    if (parts.stopping.aborted) response.destroy();
    else if (error instanceof ServiceError) answerJson(response, error.status, error.body);
    else {
      parts.log?.warn({ error }, 'the Safe service of the sandbox failed');
      answerJson(response, 503, { code: 1, message: 'Node connection error', arguments: [] });
    }
  }
}

/** Sets what the service does from now on, or reads it. */
async function command(parts: ServerParts, request: IncomingMessage): Promise<object> {
  if (request.method !== 'POST') return parts.settings;
  const parsed = Command.safeParse(await readJsonObject(request, BODY_CHARACTERS_MAX));
  if (!parsed.success) throw new ServiceError(400, z.flattenError(parsed.error));
  parts.settings = parsed.data;
  return parts.settings;
}

type Answer = readonly [status: number, body: unknown];

/** A call of one network that a path matched. */
interface Call extends NetworkParts {
  readonly request: IncomingMessage;
  readonly url: URL;
  readonly version: ShapeVersion;
  /** The part of the path that varies; empty for a path without one. */
  readonly subject: string;
  readonly isLie: boolean;
}

type Handler = (call: Call) => Promise<Answer>;

/** Every endpoint by method and path; the two versions of the shapes differ in how numbers are written. */
const ROUTES: readonly (readonly [method: string, path: RegExp, Handler])[] = [
  ['GET', /^\/(v1)\/about\/?$/, showRelease],
  ['GET', /^\/(v1)\/about\/ethereum-rpc\/?$/, showNode],
  ['GET', /^\/(v1)\/safes\/([^/]+)\/?$/, showSafe],
  ['GET', /^\/(v1|v2)\/safes\/([^/]+)\/multisig-transactions\/?$/, list],
  ['POST', /^\/(v1|v2)\/safes\/([^/]+)\/multisig-transactions\/?$/, propose],
  ['GET', /^\/(v1|v2)\/multisig-transactions\/([^/]+)\/?$/, show],
  ['GET', /^\/(v1)\/multisig-transactions\/([^/]+)\/confirmations\/?$/, listConfirmations],
  ['POST', /^\/(v1)\/multisig-transactions\/([^/]+)\/confirmations\/?$/, confirm],
];

async function answerCall(
  { nodes, proposals, now, settings }: ServerParts,
  request: IncomingMessage,
  url: URL,
): Promise<Answer> {
  const [, network = '', path = ''] = /^\/([a-z-]+)\/api(\/.*)$/.exec(url.pathname) ?? [];
  const node = nodes.get(network);
  if (node === undefined) throw new ServiceError(404, { message: 'There is no service here' });
  for (const [method, pattern, handle] of ROUTES) {
    const [matched, version, subject = ''] = pattern.exec(path) ?? [];
    if (matched === undefined || method !== request.method) continue;
    const parts = { network, node, proposals, now, request, url, subject };
    const isLie = settings.mode === 'lie';
    return await handle({ ...parts, version: version === 'v1' ? 'v1' : 'v2', isLie });
  }
  throw new ServiceError(404, { message: 'There is no such call' });
}

async function showRelease(): Promise<Answer> {
  const name = 'Safe Transaction Service';
  return [200, { name, version: RELEASE, api_version: 'v1', secure: false, settings: {} }];
}

async function showNode({ node: { client } }: Call): Promise<Answer> {
  const [chainId, blockNumber] = await Promise.all([client.getChainId(), client.getBlockNumber()]);
  const block = { block_number: Number(blockNumber), syncing: false };
  return [200, { version: 'sandbox', ...block, chain_id: chainId, chain: 'SANDBOX' }];
}

async function showSafe({ node, subject }: Call): Promise<Answer> {
  const address = safeOf(subject);
  const found = await readSafe(node, address);
  if (found === undefined) throw notFound();
  const { nonce, ...rest } = found;
  const moduleGuard = `0x${'0'.repeat(40)}`;
  return [200, { address, nonce: String(nonce), ...rest, moduleGuard }];
}

async function list(call: Call): Promise<Answer> {
  return [200, await listTransactions(call, safeOf(call.subject), call)];
}

async function propose(call: Call): Promise<Answer> {
  const safe = safeOf(call.subject);
  await proposeTransaction(call, safe, await readJsonObject(call.request, BODY_CHARACTERS_MAX));
  return [201, undefined];
}

async function show({ node, network, proposals, subject, ...call }: Call): Promise<Answer> {
  const proposal = proposals.find(network, subject);
  if (proposal === undefined) throw notFound('No MultisigTransaction matches the given query.');
  const [safe, executions] = await Promise.all([
    readSafe(node, proposal.safe),
    readExecutions(node, proposal.safe),
  ]);
  const execution = executions.get(proposal.safeTxHash);
  const { version, isLie } = call;
  const shownWith = { execution, threshold: safe?.threshold ?? 0, version, isLie };
  return [200, await showTransaction(node, proposal, shownWith)];
}

async function listConfirmations({ network, proposals, subject }: Call): Promise<Answer> {
  const confirmations = proposals.find(network, subject)?.confirmations ?? [];
  const results = confirmations.map(showConfirmation);
  return [200, { count: results.length, next: null, previous: null, results }];
}

async function confirm(call: Call): Promise<Answer> {
  const body = await readJsonObject(call.request, BODY_CHARACTERS_MAX);
  await confirmTransaction(call, call.subject, body);
  return [201, { signature: body?.['signature'] }];
}

/** The address in a path, which the service takes with its checksum only. */
function safeOf(text: string): Hex {
  if (!isHex(text) || text.length !== 42 || getAddress(text) !== text) throw refuseChecksum(text);
  return text;
}
