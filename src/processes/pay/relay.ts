import type { FastifyInstance } from 'fastify';

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

/** A page asks a handful of things at once; more is no page of ours. */
const BATCH_MAX = 20;

/** A payment is about one kilobyte; the largest call we ever prepare is far below this. */
const REQUEST_BYTES_MAX = 256 * 1024;

/** A full block with its transactions on a local node is smaller. */
const ANSWER_BYTES_MAX = 4 * 1024 * 1024;

const NODE_TIMEOUT_MS = 10_000;

/**
 * `POST /rpc/{network}`: passes JSON-RPC on to a sandbox node, so that the page asks nobody but its
 * own host. Only listed methods, only JSON, only from pages of this host: without CORS headers no
 * other page may send JSON here.
 */
export function mountRelay(
  app: FastifyInstance,
  rpcUrls: ReadonlyMap<string, readonly string[]>,
): void {
  app.post<{ Params: { network: string } }>(
    '/rpc/:network',
    { bodyLimit: REQUEST_BYTES_MAX },
    async (request, reply) => {
      const [rpcUrl] = rpcUrls.get(request.params.network) ?? [];
      if (rpcUrl === undefined)
        return await reply.code(404).send(refusal(-32001, 'no such network'));
      const refused = whyRefused(request.body);
      if (refused !== undefined) return await reply.code(403).send(refusal(-32601, refused));
      const answer = await passOn(rpcUrl, request.body);
      if (answer === undefined)
        return await reply.code(502).send(refusal(-32000, 'the node does not answer'));
      return await reply.type('application/json').send(answer);
    },
  );
}

function whyRefused(body: unknown): string | undefined {
  const calls: unknown[] = Array.isArray(body) ? body : [body];
  if (calls.length === 0 || calls.length > BATCH_MAX)
    return `between 1 and ${BATCH_MAX} calls at once`;
  const methods = calls.map((call) =>
    typeof call === 'object' && call !== null ? String(Reflect.get(call, 'method')) : '',
  );
  const unknown = methods.find((method) => !METHODS.has(method));
  return unknown === undefined ? undefined : `${unknown.slice(0, 50)} is not passed on`;
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
    // A node that is away is told to the page, which asks again.
    return undefined;
  }
}

function refusal(code: number, message: string) {
  return { jsonrpc: '2.0', id: null, error: { code, message } };
}
