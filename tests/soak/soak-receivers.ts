import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { eventOf, payloadOf } from './soak-events.ts';

/** How a receiver treats what it is sent. */
export type Way = 'answers' | 'fails' | 'hangs' | 'resets' | 'dawdles' | 'redirects';

/** Everything that the receivers of a soak saw. */
export interface Ledger {
  /** How often each attempt came, by `delivery id:retry count`. */
  readonly attempts: Map<string, number>;
  /** The same keys by the worker that posted them. */
  readonly byWorker: Map<string, Set<string>>;
  /** The numbers of the events that each endpoint got, with the right signature and the right body. */
  readonly events: Map<number, Set<number>>;
  posts: number;
  badSignatures: number;
  badBodies: number;
  /** Posts to the address that redirects point to; there must be none. */
  followed: number;
}

/** A receiver on a port of its own. */
export interface SoakReceiver {
  readonly url: string;
  /** Passes it the secret of its endpoint. */
  trust(secret: string): void;
  close(): Promise<void>;
}

const DAWDLE_EVERY_MS = 100;
const Body = z.looseObject({ requestId: z.string() });

/** A ledger in which nothing is written yet. */
export function emptyLedger(): Ledger {
  return {
    attempts: new Map(),
    byWorker: new Map(),
    events: new Map(),
    posts: 0,
    badSignatures: 0,
    badBodies: 0,
    followed: 0,
  };
}

/** Opens the receiver of one endpoint; `redirectTo` is where it points if it redirects. */
export async function openSoakReceiver(
  ledger: Ledger,
  parts: { readonly endpoint: number; readonly way: Way; readonly redirectTo: string },
): Promise<SoakReceiver> {
  let secret = '';
  return await open(
    (request, body, response) => {
      note(ledger, { endpoint: parts.endpoint, secret, body, request });
      treat(parts, request, response);
    },
    (delivery) => {
      secret = delivery;
    },
  );
}

/** Opens the address that redirects point to. Nobody should ever come. */
export async function openTrap(ledger: Ledger): Promise<SoakReceiver> {
  return await open((_request, _body, response) => {
    ledger.followed += 1;
    response.writeHead(204).end();
  });
}

type Listener = (request: IncomingMessage, body: Buffer, response: ServerResponse) => void;

async function open(
  listener: Listener,
  trust: (secret: string) => void = () => undefined,
): Promise<SoakReceiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => listener(request, Buffer.concat(chunks), response));
    request.on('error', () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    trust,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Noted {
  readonly endpoint: number;
  readonly secret: string;
  readonly body: Buffer;
  readonly request: IncomingMessage;
}

function note(ledger: Ledger, { endpoint, secret, body, request }: Noted): void {
  const { headers } = request;
  const key = `${headers['x-service-delivery']}:${headers['x-service-retry-count']}`;
  ledger.attempts.set(key, (ledger.attempts.get(key) ?? 0) + 1);
  ledger.posts += 1;
  const worker = /^x-soak-(.+)-delivery$/m.exec(Object.keys(headers).join('\n'))?.[1] ?? 'unknown';
  const keys = ledger.byWorker.get(worker) ?? new Set();
  ledger.byWorker.set(worker, keys.add(key));

  // Over the raw bytes and without a line of ours, as a receiver elsewhere would.
  if (headers['x-service-signature'] !== createHmac('sha256', secret).update(body).digest('hex')) {
    ledger.badSignatures += 1;
    return;
  }
  const event = eventOf(Body.parse(JSON.parse(body.toString('utf8'))).requestId);
  if (!body.equals(Buffer.from(JSON.stringify(payloadOf(event)), 'utf8'))) {
    ledger.badBodies += 1;
    return;
  }
  const events = ledger.events.get(endpoint) ?? new Set();
  ledger.events.set(endpoint, events.add(event));
}

function treat(
  { way, redirectTo }: { readonly way: Way; readonly redirectTo: string },
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (way === 'answers') response.writeHead(204).end();
  else if (way === 'fails') response.writeHead(500).end('no');
  else if (way === 'redirects') response.writeHead(302, { location: redirectTo }).end();
  else if (way === 'resets') request.socket.resetAndDestroy();
  else if (way === 'dawdles') dawdle(response);
}

/** A good status, and then an answer that never ends. */
function dawdle(response: ServerResponse): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), DAWDLE_EVERY_MS);
  response.once('close', () => clearInterval(timer));
}
