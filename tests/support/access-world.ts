import { randomBytes } from 'node:crypto';
import { privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { CURRENCIES } from '#catalog/currencies.ts';
import type { CredentialKind } from '#kit/actor.ts';
import { systemClock } from '#kit/clock.ts';
import { idMaker } from '#kit/ulid.ts';
import { addEmailLogin, grantAdministrator } from '#modules/identity/index.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import type { Context, Settings } from '../../src/context.ts';
import { ENDPOINTS } from '../../src/hosts/api/endpoints.ts';
import { TEST_TIME, testContext, testDatabase } from './database.ts';
import { fakeScreener } from './fake-screener.ts';
import { moduleHost } from './module-host.ts';
import { openOffRampOfTest } from './off-ramp-of-test.ts';
import { scriptedIdentity } from './scripted-identity.ts';
import { connected, stillChain } from './still-chain.ts';
import { stillSchedules } from './still-schedules.ts';

/** A call to one endpoint, without what proves who makes it. */
export interface Call {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

type Headers = Readonly<Record<string, string>>;

/** What a host answered. */
export interface Answered {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Everybody who can be somebody: an account with one credential of each kind, and its objects. */
export interface Party {
  readonly wallet: ReturnType<typeof privateKeyToAccount>;
  readonly credentials: Readonly<Record<CredentialKind, Headers>>;
  /** Of the client ID that its account alone uses. */
  readonly clientId: string;
  readonly clientIdRow: string;
  /** The client ID that it linked to itself as a partner. */
  readonly linkedClientId: string;
  readonly apiKeyId: string;
  readonly sessionId: string;
  readonly destinationId: string;
  readonly orchestratorKeyId: string;
}

/** Two parties that have nothing to do with each other, and the hosts they call. */
export interface AccessWorld extends AsyncDisposable {
  readonly ctx: Context;
  readonly own: Party;
  readonly foreign: Party;
  call(endpoint: Endpoint<Context>, call: Call, headers: Headers): Promise<Answered>;
  /** A call by name; throws when it is refused, so that what a test needs is really there. */
  done(operationId: string, call: Call, headers: Headers): Promise<Record<string, unknown>>;
  /** The rows that a list endpoint answers. */
  list(operationId: string, headers: Headers): Promise<readonly Record<string, unknown>[]>;
  /** A party's headers for one call; a session of its own where the call may end it. */
  lend(party: Party, kind: CredentialKind, operationId: string): Promise<Headers>;
}

/** The origin of a page that carries a client ID without a list of its own. */
export const ANY_ORIGIN = 'https://any.example';

const Body = z.record(z.string(), z.unknown());

/** Opens both hosts over every endpoint and makes the two parties, by calls like anybody's. */
export async function accessWorld(mode: Settings['mode'] = 'sandbox'): Promise<AccessWorld> {
  const database = await testDatabase();
  const chains = connected(stillChain('base'), stillSchedules().chain, stillChain('tron'));
  const offRamp = openOffRampOfTest();
  const { providers: identityProviders } = scriptedIdentity(systemClock);
  const screeners = new Map([['merklescience', fakeScreener('merklescience')]] as const);
  const plain = testContext({ db: database.db, chains, identityProviders, screeners, offRamp });
  const webhookManagementProof = mode === 'production' ? 'session' : 'client_id';
  const ctx = { ...plain, settings: { ...plain.settings, mode, webhookManagementProof } as const };
  const parts = { ctx, counts: database.pool, endpoints: ENDPOINTS };
  const hosts = {
    api: await moduleHost({ ...parts, host: 'api' }),
    auth: await moduleHost({ ...parts, host: 'auth' }),
  };
  let calls = 0;
  const call: AccessWorld['call'] = async (endpoint, { params, query, body }, headers) => {
    calls += 1;
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(params?.[name] ?? ''),
    );
    const url = query === undefined ? path : `${path}?${new URLSearchParams(query)}`;
    const answer = await hosts[endpoint.host].app.inject({
      method: upper(endpoint.method),
      url,
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      // Far fewer from one address than its limit a minute, however quick the machine is.
      remoteAddress: `10.4.${calls >> 13}.${(calls >> 5) & 255}`,
    });
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  };
  const done: AccessWorld['done'] = async (operationId, sent, headers) => {
    const answer = await call(endpointNamed(operationId), sent, headers);
    if (answer.status >= 300) {
      throw new Error(`${operationId}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return Body.parse(answer.body);
  };
  const list: AccessWorld['list'] = async (operationId, headers) =>
    z.array(Body).parse((await call(endpointNamed(operationId), {}, headers)).body);
  const lend: AccessWorld['lend'] = async (party, kind, operationId) => {
    const ends = kind === 'wallet_session' || kind === 'session';
    return ends && ENDS_SESSIONS.has(operationId)
      ? await signInWith(world, party.wallet)
      : party.credentials[kind];
  };
  const world = { ctx, call, done, list, lend };
  return {
    ...world,
    own: await makeParty(world, 'own'),
    foreign: await makeParty(world, 'foreign'),
    [Symbol.asyncDispose]: async () => {
      await hosts.api[Symbol.asyncDispose]();
      await hosts.auth[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** After these the session that came along is over. */
const ENDS_SESSIONS = new Set([
  'logOut',
  'logIn',
  'switchAccount',
  'verifyWalletChallenge',
  'registerUser',
]);

/** The endpoint of a name; throws when there is none. */
function endpointNamed(operationId: string): Endpoint<Context> {
  const found = ENDPOINTS.find((endpoint) => endpoint.operationId === operationId);
  if (found === undefined) throw new Error(`no endpoint is called ${operationId}`);
  return found;
}

/** The text at a path of an answer, such as `link.id`. */
export function textAt(body: unknown, path: string): string {
  const found = path.split('.').reduce<unknown>((value, name) => Body.parse(value)[name], body);
  return z.string().parse(found);
}

/** A ULID that names nothing. */
export const nobodys = idMaker(() => TEST_TIME);

const USDC_BASE = CURRENCIES.find(({ id }) => id === 'USDC-base')?.address ?? '';

/** Signs in with a key of its own and returns the headers of the session. */
export async function signInWith(
  { done, call }: Pick<AccessWorld, 'done' | 'call'>,
  wallet: Party['wallet'],
): Promise<Headers> {
  const challenge = await done('createWalletChallenge', { body: { address: wallet.address } }, {});
  const message = textAt(challenge, 'message');
  const signature = await wallet.signMessage({ message });
  const { challengeId, nonce } = challenge;
  const body = { challengeId, nonce, message, signature };
  return bearerOf(await call(endpointNamed('verifyWalletChallenge'), { body }, {}));
}

/** The session that an answer's cookie opened, as a bearer token. */
function bearerOf({ status, body, headers }: Answered): Headers {
  const token = /session_token=([^;]+)/.exec(String(headers['set-cookie']))?.[1];
  if (token === undefined) throw new Error(`no session: ${status} ${JSON.stringify(body)}`);
  return { authorization: `Bearer ${token}` };
}

async function makeParty(
  world: Pick<AccessWorld, 'call' | 'done' | 'ctx'>,
  name: string,
): Promise<Party> {
  const { call, ctx, done } = world;
  const wallet = privateKeyToAccount(`0x${randomBytes(32).toString('hex')}`);
  const byWallet = await signInWith(world, wallet);
  const person = { email: `${name}@people.example`, password: 'correct horse battery' };
  const session = await done('viewSession', {}, byWallet);
  const accountId = textAt(session, 'accountId');
  await addEmailLogin({ ...ctx, actor: { kind: 'operator' } }, { accountId, ...person });
  const byEmail = bearerOf(await call(endpointNamed('logIn'), { body: person }, {}));
  const administrator = privateKeyToAccount(`0x${randomBytes(32).toString('hex')}`);
  const byAdministrator = await signInWith(world, administrator);
  await grantAdministrator({ ...ctx, actor: { kind: 'operator' } }, administrator.address);
  const destination = { tokenAddress: USDC_BASE, chainId: 8453 };
  const registered = await done('registerPayeeDestination', { body: destination }, byWallet);
  const destinationId = textAt(registered, 'destinationId');
  const key = await done('createApiKey', { body: { label: name } }, byWallet);
  const apiKey = { 'x-api-key': textAt(key, 'apiKey') };
  const label = { label: name, allowedDomains: [] };
  const client = await done('createClientIdV1', { body: label }, byWallet);
  const bound = { ...label, payeeDestinationId: destinationId };
  const linked = await done('createClientIdV1', { body: bound }, byWallet);
  const partner = { orchestratorName: name, orchestratorContactEmail: person.email };
  const made = await done('createOrchestrator', { body: partner }, byWallet);
  const orchestratorKey = { 'x-orchestrator-key': textAt(made, 'rawKey') };
  const linkedClientId = textAt(linked, 'clientId');
  await done('linkClientId', { body: { clientId: linkedClientId } }, orchestratorKey);
  return {
    wallet,
    credentials: {
      api_key: apiKey,
      client_id: { 'x-client-id': textAt(client, 'clientId'), origin: ANY_ORIGIN },
      session: byEmail,
      wallet_session: byWallet,
      administrator: byAdministrator,
      orchestrator_key: orchestratorKey,
      orchestrator_pair: { ...orchestratorKey, 'x-client-id': linkedClientId, origin: ANY_ORIGIN },
      none: {},
    },
    clientId: textAt(client, 'clientId'),
    clientIdRow: textAt(client, 'id'),
    linkedClientId,
    apiKeyId: textAt(key, 'id'),
    sessionId: textAt(session, 'id'),
    destinationId,
    orchestratorKeyId: textAt(made, 'key.id'),
  };
}

function upper(method: Endpoint<Context>['method']) {
  const names = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;
  return names[method];
}
