import { RpcRequestError } from 'viem';
import { z } from 'zod';
import { splitIntoChunks } from '#kit/chunks.ts';
import type { NodeEndpoint } from '../../nodes/connection.ts';
import { hideUrl, NodeFailure } from '../../nodes/failure.ts';
import { failureOfStatus, type NodeHttp, openHttp, parseJson } from '../../nodes/http.ts';
import { hasShape } from './shapes.ts';

/** Public nodes refuse larger batches. */
const BATCH_CALLS_MAX = 50;

/** One question to a node. */
export interface RpcQuestion {
  readonly method: string;
  readonly params?: unknown;
}

/** Where a node is and what is reported about each exchange with it. */
type RpcEndpoint = Omit<NodeEndpoint, 'onHead'>;

/** JSON-RPC over HTTP: a `dataloader` without a cache, whose batches wait for the node's rate limit. */
export interface Rpc {
  /**
   * Sends a call; simultaneous calls share one request. Throws `NodeFailure`, or the error that the node
   * answered, without its URL.
   */
  query(question: RpcQuestion): Promise<unknown>;
  /** Closes connections; pending calls fail. */
  close(): Promise<void>;
}

interface Waiting {
  readonly question: RpcQuestion;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** Prepares the connection; without a request. */
export function openRpc(endpoint: RpcEndpoint): Rpc {
  const http = openHttp(endpoint.url, endpoint.runtime);
  let waiting: Waiting[] = [];
  const flush = async () => {
    const batch = waiting;
    waiting = [];
    await endpoint.acquire?.(batch.length);
    for (const some of splitIntoChunks(batch, BATCH_CALLS_MAX)) {
      void sendBatch(http, endpoint, some);
    }
  };
  return {
    query: (question) =>
      new Promise((resolve, reject) => {
        waiting.push({ question, resolve, reject });
        // After all calls of this tick, so that they make one request.
        if (waiting.length === 1) setImmediate(() => void flush());
      }),
    close: http.close,
  };
}

/** Sends the calls in one request and settles each of them. */
async function sendBatch(http: NodeHttp, endpoint: RpcEndpoint, batch: readonly Waiting[]) {
  const { elapsedMs } = endpoint.runtime;
  try {
    const startedAtMs = elapsedMs();
    const answers = await post(http, batch);
    endpoint.onAnswered(
      batch.map(({ question }) => question.method),
      elapsedMs() - startedAtMs,
    );
    for (const [i, one] of batch.entries()) settle(endpoint, one, answers(i + 1));
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

const Answer = z.object({
  id: z.number().nullish(),
  result: z.unknown().optional(),
  error: z
    .object({ code: z.number(), message: z.string(), data: z.unknown().optional() })
    .nullish(),
});
type Answer = z.infer<typeof Answer>;

const Answers = z.union([z.array(Answer), Answer]);

function settle(endpoint: RpcEndpoint, waiting: Waiting, answer: Answer | undefined): void {
  const { question, resolve, reject } = waiting;
  const { method, params } = question;
  if (answer?.error != null) {
    const message = hideUrl(answer.error.message, endpoint.url);
    const error = { ...answer.error, message };
    reject(new RpcRequestError({ body: { method, params }, error, url: endpoint.name }));
  } else if (answer === undefined || !hasShape(method, answer.result)) {
    reject(new NodeFailure(`answered ${method} with what is no answer to it`));
  } else {
    resolve(answer.result);
  }
}

/** Posts the questions, numbered from 1, and returns what came back by number. */
async function post(http: NodeHttp, batch: readonly Waiting[]) {
  const bodies = batch.map(({ question: { method, params } }, i) => ({
    jsonrpc: '2.0',
    id: i + 1,
    method,
    ...(params !== undefined && { params }),
  }));
  const body = JSON.stringify(bodies.length === 1 ? bodies[0] : bodies);
  const { status, text } = await http.send({ method: 'POST', body });
  const parsed = Answers.safeParse(parseJson(text));
  // Some providers send the JSON-RPC error with an HTTP status of their own.
  const isRpcError = parsed.success && !Array.isArray(parsed.data) && parsed.data.error != null;
  const failure = isRpcError ? undefined : failureOfStatus(status);
  if (failure !== undefined) throw failure;
  if (!parsed.success) throw new NodeFailure('answered with something else than JSON-RPC');
  const { data } = parsed;
  if (!Array.isArray(data)) {
    // An error without an id concerns the whole request.
    return (id: number) => (data.id === id || data.error != null ? data : undefined);
  }
  const byId = new Map(data.map((answer) => [answer.id, answer]));
  return (id: number) => byId.get(id);
}
