import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import type { RandomSource } from '#kit/secret.ts';
import type { Log } from '#platform/log.ts';
import { answerJson, closeServer, listen, readJsonObject } from '../local-server.ts';
import type { SandboxNode } from '../price-feeds.ts';
import { type BridgedNode, openBridgedNodes } from './bridged-nodes.ts';
import { listChains, listConnections, listTokens, listTools } from './listings.ts';
import { makeStep } from './make-step.ts';
import { ERROR_CODES, invalid, malformed, ProviderError } from './provider-error.ts';
import { type QuoteForm, readQuoteRequest } from './quote-request.ts';
import { readStatus } from './read-status.ts';
import { RELAYER_MODES, type Relayer, startRelayer } from './relayer.ts';

/** The sandbox's route provider with its relayer. */
export interface RouteServer {
  /** Where it serves, with the version of the shapes. */
  readonly url: string;
  stop(): Promise<void>;
}

interface RouteServerOptions {
  readonly nodes: readonly SandboxNode[];
  readonly random: RandomSource;
  readonly log?: Log;
}

/** A day is longer than any deadline of a fill. */
const DELAY_MS_MAX = 86_400_000;
const Command = z.strictObject({
  mode: z.enum(RELAYER_MODES).default('fill'),
  delayMs: z.int().min(0).max(DELAY_MS_MAX).default(0),
});

/** Starts provider and relayer over local nodes; returns when it serves requests on 127.0.0.1. */
export async function startRouteServer(options: RouteServerOptions): Promise<RouteServer> {
  const { nodes, random, log } = options;
  const bridged = openBridgedNodes(nodes);
  const relayer = startRelayer(bridged, log);
  const server = createServer();
  const serve = serveRequests({ nodes: bridged, relayer, random, log });
  server.on('request', (request, response) => void serve(request, response));
  const stop = async () => {
    await Promise.all([closeServer(server), relayer.stop()]);
  };
  try {
    return { url: `${await listen(server)}/v1`, stop };
  } catch (error) {
    await relayer.stop();
    throw error;
  }
}

interface ServerParts {
  readonly nodes: readonly BridgedNode[];
  readonly relayer: Relayer;
  readonly random: RandomSource;
  readonly log: Log | undefined;
}

type Parameters = Readonly<Record<string, unknown>>;
type Handler = (parameters: Parameters) => unknown;

/** Every endpoint by method and path. */
function allRoutes({ nodes, relayer, random }: ServerParts): ReadonlyMap<string, Handler> {
  const quote = (form: QuoteForm) => (parameters: Parameters) =>
    makeStep(readQuoteRequest(nodes, parameters, form), random);
  const state = () => ({ ...relayer.settings, ...relayer.counts, waiting: relayer.waiting });
  return new Map<string, Handler>([
    ['GET /v1/chains', () => listChains(nodes)],
    ['GET /v1/tokens', () => listTokens(nodes)],
    ['GET /v1/tools', () => listTools(nodes)],
    ['GET /v1/connections', (parameters) => listConnections(nodes, parameters)],
    ['GET /v1/quote', quote({ by: 'fromAmount', hasCalls: false })],
    ['GET /v1/quote/toAmount', quote({ by: 'toAmount', hasCalls: false })],
    ['POST /v1/quote/contractCalls', quote({ by: 'either', hasCalls: true })],
    ['GET /v1/status', (parameters) => readStatus(nodes, parameters)],
    ['GET /control/relayer', state],
    [
      'POST /control/relayer',
      (parameters) => {
        const parsed = Command.safeParse(parameters);
        if (!parsed.success) throw malformed(parsed.error);
        relayer.settings = parsed.data;
        return state();
      },
    ],
  ]);
}

function serveRequests(parts: ServerParts) {
  const routes = allRoutes(parts);
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    try {
      const handler = routes.get(`${request.method} ${url.pathname}`);
      if (handler === undefined)
        throw new ProviderError(404, { code: ERROR_CODES.notFound, message: 'Not Found' });
      if (parts.relayer.settings.mode === 'dead' && url.pathname.startsWith('/v1/')) {
        throw new ProviderError(503, { code: ERROR_CODES.server, message: 'Dead by command' });
      }
      answerJson(response, 200, await handler(await readParameters(request, url)));
    } catch (error) {
      answerFailure(response, error, parts.log);
    }
  };
}

function answerFailure(response: ServerResponse, error: unknown, log: Log | undefined): void {
  if (error instanceof ProviderError) {
    answerJson(response, error.status, error.body);
    return;
  }
  log?.warn({ error }, 'the route provider of the sandbox failed');
  answerJson(response, 500, { message: 'Internal Server Error', code: ERROR_CODES.server });
}

/** Longer bodies than this are no request of ours or of the vendor's client. */
const BODY_CHARACTERS_MAX = 200_000;

async function readParameters(request: IncomingMessage, url: URL): Promise<Parameters> {
  if (request.method !== 'POST') return Object.fromEntries(url.searchParams);
  const body = await readJsonObject(request, BODY_CHARACTERS_MAX);
  if (body === undefined) throw invalid('the body is no JSON object, or too long');
  return body;
}
