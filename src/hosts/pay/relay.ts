import type { FastifyInstance } from 'fastify';
import { isNetworkId, NETWORKS } from '#catalog/networks.ts';

/** What the in-page wallet and a person's own wallet need of a node to pay, and nothing more. */
const METHODS: ReadonlySet<string> = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_sendRawTransaction',
  'net_version',
]);

/** A page sends a few calls at once; more is no page of ours. */
const BATCH_MAX = 20;

/** A payment is about one kilobyte; the largest call we ever prepare is far below this. */
const REQUEST_BYTES_MAX = 256 * 1024;

/** A full block with its transactions on a local node is smaller. */
const ANSWER_BYTES_MAX = 4 * 1024 * 1024;

const NODE_TIMEOUT_MS = 10_000;

/** A method's name is repeated in the refusal up to this length. */
const NAME_LENGTH_MAX = 50;

/**
 * `POST /rpc/{network}`: passes JSON-RPC on to a sandbox node, so that the page calls no host but its
 * own host; 404 for a network that is not served, or whose nodes have another interface. Only listed methods, only JSON, only from pages of this host: without CORS headers no
 * other page may send JSON here. A call of another method fails alone, as JSON-RPC has it and with
 * HTTP 200: clients try such methods by habit, and a browser would log any other status in red.
 */
export function mountRelay(
  app: FastifyInstance,
  rpcUrls: ReadonlyMap<string, readonly string[]>,
): void {
  app.post<{ Params: { network: string } }>(
    '/rpc/:network',
    { bodyLimit: REQUEST_BYTES_MAX },
    async (request, reply) => {
      const { network } = request.params;
      const [rpcUrl] = isRelayed(network) ? (rpcUrls.get(network) ?? []) : [];
      if (rpcUrl === undefined)
        return await reply.code(404).send(refusal(-32001, 'no such network'));
      const calls = readCalls(request.body);
      if (calls === undefined) return await reply.code(403).send(refusal(-32600, OUTLINE));
      const answer = await answerTo(calls, rpcUrl, Array.isArray(request.body));
      if (answer === undefined)
        return await reply.code(502).send(refusal(-32000, 'the node does not answer'));
      return await reply.type('application/json').send(answer);
    },
  );
}

/** Whether the nodes of a network answer JSON-RPC, so that calls are passed on to them. */
export function isRelayed(networkId: string): boolean {
  return isNetworkId(networkId) && NETWORKS[networkId].family === 'evm';
}

const OUTLINE = `between 1 and ${BATCH_MAX} calls at once, each an object`;

function readCalls(body: unknown): readonly object[] | undefined {
  const calls: unknown[] = Array.isArray(body) ? body : [body];
  const sound = calls.length > 0 && calls.length <= BATCH_MAX;
  return sound && calls.every(isObject) ? calls : undefined;
}

/** Forwards allowed calls to the node and refuses the rest; undefined where the node does not answer. */
async function answerTo(
  calls: readonly object[],
  rpcUrl: string,
  isBatch: boolean,
): Promise<string | undefined> {
  const listed = calls.filter(isListed);
  const refused = calls.filter((call) => !isListed(call)).map(refuse);
  if (listed.length === 0) return JSON.stringify(isBatch ? refused : refused[0]);
  const answer = await passOn(rpcUrl, isBatch ? listed : listed[0]);
  return answer === undefined ? undefined : addTo(answer, refused);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListed(call: object): boolean {
  const method: unknown = Reflect.get(call, 'method');
  return typeof method === 'string' && METHODS.has(method);
}

function refuse(call: object) {
  const id: unknown = Reflect.get(call, 'id');
  const method = String(Reflect.get(call, 'method')).slice(0, NAME_LENGTH_MAX);
  const known = typeof id === 'number' || typeof id === 'string' ? id : null;
  return refusal(-32601, `${method} is not passed on`, known);
}

/** The node's answer with the refused calls of the same batch behind it; their order is free. */
function addTo(answer: string, refused: readonly object[]): string | undefined {
  if (refused.length === 0) return answer;
  try {
    const answers: unknown = JSON.parse(answer);
    return Array.isArray(answers) ? JSON.stringify([...answers, ...refused]) : undefined;
  } catch {
    // What is no JSON is no answer of a node.
    return undefined;
  }
}

async function passOn(rpcUrl: string, body: unknown): Promise<string | undefined> {
  try {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(NODE_TIMEOUT_MS),
    });
    const text = await response.text();
    return text.length > ANSWER_BYTES_MAX ? undefined : text;
  } catch {
    // The page gets an error for an unreachable node, and calls again.
    return undefined;
  }
}

function refusal(code: number, message: string, id: number | string | null = null) {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
