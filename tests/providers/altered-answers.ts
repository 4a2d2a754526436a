import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { startHttpServer } from '../support/http-server.ts';

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** What a relay makes of an answer; undefined never answers. */
export type Alter = (answer: Answer) => Answer | undefined;

/** Passes an answer on. */
export const unchanged: Alter = (answer) => answer;

interface RelayState {
  alter: Alter;
  requests: number;
  /** Of the last request. */
  headers: IncomingMessage['headers'];
}

/** Between provider and server: passes requests on, counts them and alters answers. */
export async function startAlteringRelay(baseUrl: string) {
  const state: RelayState = { alter: unchanged, requests: 0, headers: {} };
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    state.requests += 1;
    state.headers = request.headers;
    const { method = 'GET' } = request;
    const answered = await fetch(new URL(request.url ?? '', baseUrl), {
      method,
      headers: { 'content-type': 'application/json', ...passedOn(request.headers) },
      ...(method === 'POST' && { body: await text(request) }),
    });
    const type = answered.headers.get('content-type') ?? '';
    const altered = state.alter({ status: answered.status, type, text: await answered.text() });
    if (altered === undefined) return;
    response.writeHead(altered.status, { 'content-type': altered.type }).end(altered.text);
  };
  const server = await startHttpServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  return { state, server, url: server.url };
}

const SIGNATURE_HEADERS = ['x-app-token', 'x-app-access-ts', 'x-app-access-sig'];

/** The headers that a server needs to answer as documented. */
function passedOn(headers: IncomingMessage['headers']): Record<string, string> {
  const names = ['api-key', 'idempotency-key', 'authorization', ...SIGNATURE_HEADERS];
  return Object.fromEntries(
    names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  );
}

const Json = z.record(z.string(), z.unknown());

/** Changes one member of a JSON answer, by its path. */
export function change(path: string, value: unknown): Alter {
  return (answer) => {
    const body = withMember(JSON.parse(answer.text), path.split('.'), value);
    return { ...answer, text: JSON.stringify(body) };
  };
}

function withMember(node: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(node)) {
    return node.map((one, i) => (String(i) === key ? withMember(one, rest, value) : one));
  }
  const members = Json.parse(node);
  return { ...members, [key]: withMember(members[key], rest, value) };
}

/** Answers an error of the provider in place of what it said. */
export function fail(status: number, code: number, errors?: unknown): Alter {
  return () => ({
    status,
    type: 'application/json',
    text: JSON.stringify({ message: 'No', code, errors }),
  });
}

const tool = (code: string) => ({ errorType: 'NO_QUOTE', code, action: {}, tool: 'across' });

const OTHER = `0x${'d4'.repeat(20)}`;

/** Answers that are no outage of the service, and yet none of the documented ones. */
export const WRONG: readonly (readonly [string, Alter])[] = [
  ['HTML', (answer) => ({ ...answer, type: 'text/html', text: '<html>busy</html>' })],
  ['half of an answer', (answer) => ({ ...answer, text: answer.text.slice(0, 100) })],
  ['an answer without a transaction', change('transactionRequest', undefined)],
  ['wrong decimals of the source token', change('action.fromToken.decimals', 18)],
  ['wrong decimals of the destination token', change('action.toToken.decimals', 18)],
  ['decimals that are no number', change('action.toToken.decimals', '6')],
  ['a negative fee', change('estimate.feeCosts.0.amount', '-5')],
  ['a fee in decimals', change('estimate.feeCosts.0.amount', '0.5')],
  ['a negative duration', change('estimate.executionDuration', -1)],
  ['an amount of another form', change('estimate.fromAmount', '1e6')],
  ['an amount of nothing', change('estimate.fromAmount', '0')],
  ['a lower output than was asked for', change('estimate.toAmountMin', '1')],
  ['calldata of half a byte', change('transactionRequest.data', '0x123')],
  ['a transaction to no address', change('transactionRequest.to', 'across')],
  ['a transaction of another wallet', change('transactionRequest.from', OTHER)],
  ['a transaction of another network', change('transactionRequest.chainId', 1)],
  ['another source network', change('action.fromChainId', 1)],
  ['another source token', change('action.fromToken.address', OTHER)],
  ['another destination network', change('action.toChainId', 1)],
  ['another destination token', change('action.toToken.address', OTHER)],
  ['another payer', change('action.fromAddress', OTHER)],
  ['a bridge that was not asked for', change('includedSteps.0.tool', 'unknown-bridge')],
  ['a step of an unknown kind', change('includedSteps.0.type', 'teleport')],
];

/** Errors of the provider, and the refusal that each is; undefined is an outage. */
export const ERRORS: readonly (readonly [string, Alter, string | undefined])[] = [
  ['no quote', fail(404, 1002), 'route_not_available'],
  ['an unknown token', fail(404, 1003), 'route_not_available'],
  [
    'fees above the amount',
    fail(404, 1002, [tool('FEES_HIGHER_THAN_AMOUNT')]),
    'amount_too_low_for_route',
  ],
  [
    'an amount too low for one tool of several',
    fail(404, 1002, [tool('NO_POSSIBLE_ROUTE'), tool('AMOUNT_TOO_LOW')]),
    'amount_too_low_for_route',
  ],
  [
    'too little liquidity',
    fail(404, 1002, [tool('INSUFFICIENT_LIQUIDITY')]),
    'amount_too_high_for_route',
  ],
  ['tools that did not answer in time', fail(404, 1002, [tool('TOOL_TIMEOUT')]), undefined],
  ['a transaction that cannot be built', fail(400, 1001), undefined],
  ['a refused body', fail(400, 1011), undefined],
  ['an unknown key', fail(401, 1010), undefined],
  ['slippage', fail(409, 1007), undefined],
  ['a failure behind it', fail(424, 1008), undefined],
  [
    'a page of a proxy in place of an answer',
    () => ({ status: 404, type: 'text/html', text: 'no' }),
    undefined,
  ],
];
