import { z } from 'zod';
import type { NodeClient } from '../../nodes/client.ts';
import type { NodeConnection, NodeEndpoint } from '../../nodes/connection.ts';
import { hideUrl, NodeFailure, NodeRefusal } from '../../nodes/failure.ts';
import {
  failureOfStatus,
  type HttpQuestion,
  type NodeHttp,
  openHttp,
  parseJson,
} from '../../nodes/http.ts';

/**
 * A full node's HTTP API. Answers are JSON as it was parsed; each reader checks the part that it uses.
 * Throws `NodeFailure`, or `NodeRefusal` where the node answers with an error.
 */
export interface TronApi {
  /** Posts to a path such as `wallet/getblockbynum`; simultaneous posts run in parallel. */
  post(path: string, body?: object): Promise<unknown>;
  /** Reads a path of the event service, such as `v1/contracts/…/events`. */
  get(path: string, query?: Readonly<Record<string, string | number | boolean>>): Promise<unknown>;
}

/** A Tron network's nodes. */
export type TronNodeClient = NodeClient<TronApi>;

/** The header in which hosted nodes take a key. */
const API_KEY_HEADER = 'TRON-PRO-API-KEY';
/** The last four bytes of the genesis block's id are the chain id. */
const CHAIN_ID_CHARACTERS = 8;
/** A path's first words name the endpoint; what follows, such as an address, is no label. */
const METHOD_WORDS = 2;
const BLOCK_PATHS: ReadonlySet<string> = new Set(['wallet/getnowblock', 'wallet/getblock']);

/** How a connection finds a node's key. */
export interface TronApiOptions {
  /** Of a hosted node. */
  readonly apiKey?: string | undefined;
}

/** The connection to a node over its HTTP API; without a request. */
export function openTronConnection(
  endpoint: NodeEndpoint,
  { apiKey }: TronApiOptions = {},
): NodeConnection<TronApi> {
  const http = openHttp(endpoint.url, endpoint.runtime);
  const headers = apiKey === undefined ? {} : { [API_KEY_HEADER]: apiKey };
  const exchange = { endpoint, http, secrets: apiKey === undefined ? [] : [apiKey] };
  const post = (path: string, body: object = {}) =>
    sendRequest(exchange, { method: 'POST', path, headers, body: JSON.stringify(body) });
  return {
    api: {
      post: async (path, body) => {
        const answer = await post(path, body);
        const head = BLOCK_PATHS.has(path) && isNewest(body) ? headIn(answer) : undefined;
        if (head !== undefined) endpoint.onHead(head);
        return answer;
      },
      get: (path, query = {}) => {
        const words = new URLSearchParams(
          Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]),
        );
        return sendRequest(exchange, {
          method: 'GET',
          path: `${path}?${words}`,
          headers,
          body: null,
        });
      },
    },
    readServedChain: async (isHeadKnown) => {
      const [genesis, newest] = await Promise.all([
        post('wallet/getblock', { id_or_num: '0', detail: false }),
        isHeadKnown ? undefined : post('wallet/getblock', { detail: false }),
      ]);
      const chainId = chainIdIn(genesis);
      const head = isHeadKnown ? undefined : headIn(newest);
      if (chainId === undefined || (head === undefined && !isHeadKnown)) {
        throw new NodeFailure('answered wallet/getblock with what is no answer to it');
      }
      return { chainId, head };
    },
    close: http.close,
  };
}

const Numbered = z.object({
  block_header: z.object({ raw_data: z.object({ number: z.int().min(0).default(0) }) }),
});
const Identified = z.object({ blockID: z.string().regex(/^[0-9a-f]{64}$/) });
const Errored = z.object({ Error: z.string(), StatusCode: z.int().optional() });

/** Whether a request for a block names none, so that its answer is the newest one. */
function isNewest(body: object | undefined): boolean {
  return body === undefined || !('id_or_num' in body);
}

function headIn(answer: unknown): bigint | undefined {
  const { data } = Numbered.safeParse(answer);
  return data && BigInt(data.block_header.raw_data.number);
}

function chainIdIn(genesis: unknown): bigint | undefined {
  const { data } = Identified.safeParse(genesis);
  return data && BigInt(`0x${data.blockID.slice(-CHAIN_ID_CHARACTERS)}`);
}

/** The connection of one node, and what its messages must not show. */
interface Exchange {
  readonly endpoint: NodeEndpoint;
  readonly http: NodeHttp;
  readonly secrets: readonly string[];
}

/** Sends one request when the node's rate limit allows it. */
async function sendRequest(
  { endpoint, http, secrets }: Exchange,
  question: HttpQuestion & { readonly path: string },
): Promise<unknown> {
  const { acquire, runtime, onAnswered, url } = endpoint;
  await acquire?.(1);
  const startedAtMs = runtime.elapsedMs();
  const { status, text } = await http.send(question);
  const method = question.path.split(/[/?]/).slice(0, METHOD_WORDS).join('/');
  onAnswered([method], runtime.elapsedMs() - startedAtMs);
  const answer = parseJson(text);
  const { data: errored } = Errored.safeParse(answer);
  if (errored !== undefined) {
    const words = secrets.reduce((left, secret) => left.replaceAll(secret, '…'), errored.Error);
    // Gateways of hosted nodes write the status into the body, perhaps of an answer with status 200.
    throw errorOf(hideUrl(words, url), failureOfStatus(errored.StatusCode ?? status));
  }
  const failure = failureOfStatus(status);
  if (failure !== undefined) throw failure;
  if (typeof answer !== 'object' || answer === null) {
    throw new NodeFailure('answered with something else than JSON');
  }
  return answer;
}

/** How a node names that it is overloaded or broken; every other error is about the request. */
const TROUBLES =
  /lack of computing resources|InterruptedException|OutOfMemoryError|RejectedExecutionException/;

function errorOf(message: string, failure: NodeFailure | undefined): Error {
  if (failure !== undefined) return new NodeFailure(`${failure.shortMessage}: ${message}`);
  return TROUBLES.test(message) ? new NodeFailure(message) : new NodeRefusal(message);
}
