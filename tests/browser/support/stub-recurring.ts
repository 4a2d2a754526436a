import type { IncomingMessage, ServerResponse } from 'node:http';
import { sampleBody, sampleDates } from '../../../web/recurring/sample-schedule.ts';
import { startStubServer } from './stub-server.ts';

interface StubCall {
  readonly method: string;
  readonly body: string;
}

/** An API that says of one schedule what a test wants. */
export interface StubRecurring extends AsyncDisposable {
  readonly url: string;
  /** When the first payment is due, in seconds since 1970: a few days from now. */
  readonly firstAt: number;
  /** What it says of the schedule. */
  body: Readonly<Record<string, unknown>>;
  /** What it answers to a method instead. */
  readonly instead: Map<string, { readonly status: number; readonly body: unknown }>;
  readonly calls: StubCall[];
  /** Whether connections are dropped without an answer. */
  down: boolean;
}

/** The only token that is known. */
export const SCHEDULE_TOKEN = '01K0000000000000000000TEST';

const DAYS_AHEAD_S = 5 * 86_400;

/** Starts a stub whose schedule waits for its signature. */
export async function startStubRecurring(): Promise<StubRecurring> {
  const server = await startStubServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(stub, { request, response, sent: Buffer.concat(chunks) }));
  });
  // The page compares with the time of its device.
  const firstAt = Math.floor(Date.now() / 86_400_000) * 86_400 + DAYS_AHEAD_S;
  const stub: StubRecurring = {
    url: server.url,
    firstAt,
    body: sampleBody(sampleDates(firstAt)),
    instead: new Map(),
    calls: [],
    down: false,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  return stub;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly sent: Buffer;
}

function answer(stub: StubRecurring, { request, response, sent }: Exchange): void {
  if (stub.down) return void request.socket.destroy();
  response.setHeader('access-control-allow-origin', request.headers.origin ?? '');
  response.setHeader('access-control-allow-headers', 'content-type, x-client-id');
  response.setHeader('access-control-allow-methods', 'GET, POST, PATCH');
  const { method = '' } = request;
  if (method === 'OPTIONS') return void response.writeHead(204).end();
  stub.calls.push({ method, body: sent.toString() });
  const isKnown = request.url === `/v2/recurring-payouts/${SCHEDULE_TOKEN}`;
  const said = isKnown ? (stub.instead.get(method) ?? said200(stub, method)) : NOT_FOUND;
  response.writeHead(said.status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(said.body));
}

const NOT_FOUND = {
  status: 404,
  body: { statusCode: 404, message: 'Recurring payment not found' },
};

function said200(stub: StubRecurring, method: string) {
  const status = { POST: 'active', PATCH: 'cancelled' }[method];
  if (status !== undefined) stub.body = { ...stub.body, status };
  return { status: method === 'POST' ? 201 : 200, body: stub.body };
}
