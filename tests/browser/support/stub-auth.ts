import type { IncomingMessage, ServerResponse } from 'node:http';
import { TEST_ACCOUNTS } from '../../../src/sandbox/test-accounts.ts';
import { startStubServer } from './stub-server.ts';

/** What the stub answers to one question. */
interface StubAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** One call that reached the stub. */
interface StubCall {
  readonly route: string;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

/** An auth host that says what a test wants, to bring the onboarding page into every state. */
export interface StubAuth extends AsyncDisposable {
  readonly url: string;
  /** Who is signed in; verifying a signature signs in whoever asked for the text. */
  session: StubAnswer;
  destination: StubAnswer;
  invitation: StubAnswer;
  /** By route, such as `POST /v1/payee-destination`; before everything else. */
  readonly instead: Map<string, StubAnswer>;
  /** Changes the text to sign. */
  tamper: (message: string) => string;
  /** Whether connections are dropped without an answer. */
  down: boolean;
  readonly calls: StubCall[];
}

/** A token as invitations have it. */
export const INVITATION = `lit_${'0123456789abcdef'.repeat(2)}`;

/** Whose wallet signs in. */
export const OWNER = TEST_ACCOUNTS.payee.address;

const SIGNED_OUT: StubAnswer = { status: 401, body: { statusCode: 401, code: 'missing' } };

/** The session of a wallet, with changes. */
export function sessionOf(changes: Readonly<Record<string, unknown>> = {}): StubAnswer {
  const session = { id: '01K', kind: 'wallet', walletAddress: OWNER, walletFamily: 'evm' };
  return { status: 200, body: { ...session, email: null, ...changes } };
}

/** An invitation, with changes. */
export function invitationOf(changes: Readonly<Record<string, unknown>> = {}): StubAnswer {
  return {
    status: 200,
    body: {
      valid: true,
      clientIdName: 'Fruit stall',
      orchestratorName: 'Market Stalls Ltd',
      allowedDomains: ['https://fruit.example'],
      kytRequired: true,
      kyt: null,
      expiresAt: '2026-01-04T03:04:05.000Z',
      ...changes,
    },
  };
}

/** The owner's destination with a token on a chain. */
export function destinationOf(
  tokenAddress: string,
  chainId: number,
  walletAddress: string = OWNER,
): StubAnswer {
  return { status: 200, body: { id: '01K', walletAddress, tokenAddress, chainId } };
}

/** A refusal with a code. */
export function refusalOf(status: number, code: string): StubAnswer {
  return { status, body: { statusCode: status, message: 'No', error: 'No', code } };
}

/** Starts a stub with nobody signed in, no destination and an open invitation. */
export async function startStubAuth(): Promise<StubAuth> {
  const server = await startStubServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      handle(stub, { request, response, body: Buffer.concat(chunks).toString() });
    });
  });
  const stub: StubAuth = {
    url: server.url,
    session: SIGNED_OUT,
    destination: { status: 200, body: null },
    invitation: invitationOf(),
    instead: new Map(),
    tamper: (message) => message,
    down: false,
    calls: [],
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  return stub;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: string;
}

function handle(stub: StubAuth, { request, response, body }: Exchange): void {
  if (stub.down) return void request.socket.destroy();
  const { origin = '' } = request.headers;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('access-control-allow-headers', 'content-type, idempotency-key');
  if (request.method === 'OPTIONS') return void response.writeHead(204).end();
  const route = `${request.method} ${(request.url ?? '').replace(INVITATION, '{token}')}`;
  stub.calls.push({ route, body, headers: request.headers });
  const { status, body: said } =
    stub.instead.get(route) ?? answerOf(stub, route, { sent: parse(body), origin });
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(said));
}

interface Asked {
  readonly sent: Readonly<Record<string, unknown>>;
  readonly origin: string;
}

function answerOf(stub: StubAuth, route: string, { sent, origin }: Asked): StubAnswer {
  switch (route) {
    case 'GET /v1/auth/session':
      return stub.session;
    case 'POST /v1/auth/wallet/challenge':
      return challengeOf(stub, { sent, origin });
    case 'POST /v1/auth/wallet/verify':
      stub.session = sessionFor(String(sent['message']).split('\n')[1] ?? '');
      return { status: 200, body: {} };
    case 'POST /v1/auth/logout':
      stub.session = SIGNED_OUT;
      return { status: 200, body: {} };
    case 'GET /v1/payee-destination':
      return stub.session.status === 200 ? stub.destination : SIGNED_OUT;
    case 'POST /v1/payee-destination':
      stub.destination = destinationOf(
        String(sent['tokenAddress']),
        Number(sent['chainId']),
        walletOf(stub.session.body),
      );
      return { ...stub.destination, status: 201 };
    case 'GET /v1/client-id-links/intents/{token}':
      return stub.session.status === 200 ? stub.invitation : SIGNED_OUT;
    case 'POST /v1/client-id-links/intents/{token}':
      return { status: 201, body: { ok: true, clientId: 'cli_fruit0000000000', link: {} } };
    default:
      return { status: 404, body: { message: 'Nothing is here' } };
  }
}

const isOnTron = (address: string) => address.startsWith('T');

function sessionFor(walletAddress: string): StubAnswer {
  return sessionOf({ walletAddress, walletFamily: isOnTron(walletAddress) ? 'tron' : 'evm' });
}

function walletOf(session: unknown): string {
  const isObject = typeof session === 'object' && session !== null;
  return isObject ? String(Reflect.get(session, 'walletAddress')) : OWNER;
}

const NONCE = 'ab'.repeat(16);
const EXPIRES_AT = '2026-01-02T03:09:05.000Z';

function challengeOf(stub: StubAuth, { sent, origin }: Asked): StubAnswer {
  const address = String(sent['address']);
  const kind = isOnTron(address) ? 'Tron' : 'Ethereum';
  const message = [
    `${new URL(origin).host} wants you to sign in with your ${kind} account:`,
    address,
    '',
    'Sign in to Florin.',
    '',
    `URI: ${origin}`,
    'Version: 1',
    ...(isOnTron(address) ? [] : [`Chain ID: ${String(sent['chainId'])}`]),
    `Nonce: ${NONCE}`,
    'Issued At: 2026-01-02T03:04:05.000Z',
    `Expiration Time: ${EXPIRES_AT}`,
  ].join('\n');
  const body = { challengeId: '01K', nonce: NONCE, message: stub.tamper(message) };
  return { status: 201, body: { ...body, expiresAt: EXPIRES_AT } };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = text === '' ? {} : JSON.parse(text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
