import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '#platform/log.ts';
import { callApi, type PageCaller } from './call-api.ts';

/** What the path needs to call the API in the page's name. */
export interface PaymasterParts extends Pick<PageCaller, 'apiUrl' | 'payUrl' | 'clientId'> {
  /** The networks on which the operator has a paymaster; none serves nothing. */
  readonly networks: ReadonlySet<string>;
  readonly log: Log;
}

/** What a wallet asks of a paymaster (ERC-7677); where it sends the operation is its own choice. */
const METHODS: ReadonlySet<unknown> = new Set(['pm_getPaymasterStubData', 'pm_getPaymasterData']);

/** An operation that pays a link takes a few kilobytes, and one that creates its account some more. */
const REQUEST_BYTES_MAX = 64 * 1024;

/** Longer than any token; a longer one is not queried. */
const TOKEN_CHARACTERS_MAX = 64;

/** The API waits for the paymaster twice, ten seconds each. */
const TIMEOUT_MS = 25_000;

/** Wallets call from their servers, extensions and pages; what they may read is in their own request. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '86400',
  'cross-origin-resource-policy': 'cross-origin',
} as const;

/** Numbers of JSON-RPC. */
const WRONG_REQUEST = -32_600;
const UNKNOWN_METHOD = -32_601;
const REFUSED = -32_000;

type Id = string | number | null;

/** The address of the paymaster for a link, as the page names it to wallets. */
export function paymasterUrlOf(payUrl: string, token: string): string {
  return `${payUrl}/paymaster/${encodeURIComponent(token)}`;
}

/**
 * `POST /paymaster/{token}`: the operator's paymaster for one link, for wallets, which send neither client ID nor
 * origin: the page's own are added. What is sponsored, and how much of it, the API decides; its refusals keep their
 * status and are written as JSON-RPC has them. No credential of the caller is passed on.
 */
export function mountPaymaster(app: FastifyInstance, parts: PaymasterParts): void {
  if (parts.networks.size === 0) return;
  const url = '/paymaster/:token';
  const onRequest = async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(CORS);
  };
  app.options(url, { onRequest }, (_request, reply) => reply.code(204).send());
  app.post<{ Params: { token: string } }>(
    url,
    { bodyLimit: REQUEST_BYTES_MAX, onRequest },
    async (request, reply) => {
      const { token } = request.params;
      const call = readCall(request.body);
      if (call === undefined) {
        return await reply.code(400).send(failure(null, WRONG_REQUEST, 'Invalid Request'));
      }
      const { id, method } = call;
      // As JSON-RPC has it, with HTTP 200: clients try methods by habit.
      if (!METHODS.has(method)) {
        const served = `The method is not served; those are ${[...METHODS].join(', ')}`;
        return await reply.send(failure(id, UNKNOWN_METHOD, served));
      }
      if (token.length > TOKEN_CHARACTERS_MAX) {
        return await reply.code(404).send(failure(id, REFUSED, 'There is no such payment link'));
      }
      const answer = await passOn(parts, request, { token, call });
      if (answer === undefined) {
        return await reply.code(502).send(failure(id, REFUSED, 'The paymaster does not answer'));
      }
      const { status, body, retryAfter } = answer;
      if (retryAfter !== null) reply.header('retry-after', retryAfter);
      if (status === 200) return await reply.send(body);
      return await reply.code(status).send(failure(id, REFUSED, messageOf(body)));
    },
  );
}

interface RpcCall {
  readonly jsonrpc: '2.0';
  readonly id: string | number;
  readonly method: unknown;
  readonly params: readonly unknown[];
}

/** The members of JSON-RPC alone; undefined for what is none, several calls among them. */
function readCall(body: unknown): RpcCall | undefined {
  const [id, method, params = []] = ['id', 'method', 'params'].map((name) => member(body, name));
  const isNamed = typeof id === 'string' || typeof id === 'number';
  if (!isNamed || !Array.isArray(params)) return undefined;
  return { jsonrpc: '2.0', id, method, params };
}

async function passOn(
  parts: PaymasterParts,
  { id: correlationId, ip }: FastifyRequest,
  { token, call }: { readonly token: string; readonly call: RpcCall },
) {
  try {
    const response = await callApi(
      { ...parts, ip, correlationId },
      {
        path: `secure-payments/${encodeURIComponent(token)}/user-operations`,
        body: call,
        timeoutMs: TIMEOUT_MS,
      },
    );
    const body: unknown = await response.json();
    return { status: response.status, body, retryAfter: response.headers.get('retry-after') };
  } catch (error) {
    parts.log.warn({ err: error, correlationId }, 'a wallet cannot reach the paymaster');
    return undefined;
  }
}

function messageOf(body: unknown): string {
  const message = member(body, 'message');
  return typeof message === 'string' ? message : 'The operation is not sponsored';
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function failure(id: Id, code: number, message: string) {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
