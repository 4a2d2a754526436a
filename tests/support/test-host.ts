import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { z } from 'zod';
import type { Actor, CredentialKind } from '#kit/actor.ts';
import { systemClock } from '#kit/clock.ts';
import { computeOnce } from '#kit/compute-once.ts';
import { Outage, Refusal } from '#kit/failure.ts';
import type { RequestMetadata } from '#kit/request-metadata.ts';
import { ROLES } from '#kit/role.ts';
import { idMaker, isUlid } from '#kit/ulid.ts';
import { type AppParts, createApp } from '#platform/http/app.ts';
import type { CredentialLookups } from '#platform/http/credentials.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { printOpenApi } from '#platform/http/openapi.ts';
import { openRateLimiter } from '#platform/http/rate-limit.ts';
import { silentMeter } from '#platform/metrics.ts';
import { testDatabase } from './database.ts';
import { referenceOf } from './reference-of.ts';

/** The context of the operations of test endpoints. */
export interface TestCtx extends RequestMetadata {
  readonly actor: Actor;
}

/** Credentials that the test host knows. */
export const KEY = 'key_of_account_a';
export const OTHER_KEY = 'key_of_account_b';
export const WALLET_SESSION = 'session_of_a_wallet';
export const EMAIL_SESSION = 'session_of_an_email';
export const OTHER_SESSION = 'session_of_account_b';
export const ORCHESTRATOR_KEY = 'orc_key';
export const LINKED_CLIENT = 'cli_linked';
/** Linked to the same partner: one that a page carries, and one that was revoked. */
export const LINKED_PAGE_CLIENT = 'cli_linked_page';
export const LINKED_REVOKED_CLIENT = 'cli_linked_revoked';
export const PAGE_CLIENT = 'cli_page';
/** What the pay page itself carries. */
export const PAYERS_CLIENT = 'cli_payers';
export const BACKEND_CLIENT = 'cli_backend';
export const REVOKED_CLIENT = 'cli_revoked';
export const SHOP = 'https://shop.example';
export const OWN_PAGE = 'https://pay.florin.example';
export const REVOKED_SHOP = 'https://gone.example';

const Thing = z
  .object({ id: z.string(), note: z.string().optional() })
  .meta({ id: 'Thing', description: 'A thing.', examples: [{ id: 'thing_1' }] });

const NewThing = z
  .strictObject({ name: z.string().max(20), nested: z.unknown().optional() })
  .meta({ id: 'NewThing', examples: [{ name: 'lamp' }] });

const nothing = z.object({});

/** Its answer depends on the id, so that a test can ask for each way to end. */
async function findThing(ctx: TestCtx, id: string): Promise<z.input<typeof Thing>> {
  if (id === 'gone') throw new Refusal('thing_not_found', 404, 'Thing not found');
  if (id === 'outage') throw new Outage('the chain at https://user:secret@rpc.example is silent');
  if (id === 'bug') throw new Error('secret inside');
  if (id === 'completed') {
    const body = { status: 'completed', branding: null, requestStatuses: [{ requestId: '01ab' }] };
    throw new Refusal('already_completed', 409, { message: 'already completed', body });
  }
  const undeclared = { secret: 'must not leave' };
  const note = `${ctx.actor.kind} ${ctx.ip}`;
  // Deliberately wider than the schema: the platform, not the operation, removes the rest.
  return { id, note, ...undeclared };
}

/** One endpoint of each kind of admission. */
export const TEST_ENDPOINTS: readonly Endpoint<TestCtx>[] = [
  endpoint({
    operationId: 'createThing',
    host: 'api',
    method: 'post',
    path: '/v2/things',
    tag: 'Things',
    summary: 'Makes a thing.',
    accepts: ['api_key', 'client_id'],
    params: nothing,
    query: nothing,
    body: NewThing,
    answer: { status: 201, schema: Thing },
    refusals: [{ status: 400, when: 'The name is taken.' }],
    run: async (ctx: TestCtx, { body }) => ({ id: body.name, note: ctx.actor.kind }),
  }),
  endpoint({
    operationId: 'findThing',
    host: 'api',
    method: 'get',
    path: '/v2/things/{id}',
    tag: 'Things',
    summary: 'Finds a thing.',
    accepts: ['client_id'],
    originRequired: true,
    params: z.object({ id: z.string() }),
    query: z.object({ wide: z.enum(['true', 'false']).optional().describe('Wide or not.') }),
    body: undefined,
    answer: { status: 200, schema: Thing },
    refusals: [{ status: 404, when: 'There is no such thing.' }],
    run: (ctx: TestCtx, { params }) => findThing(ctx, params.id),
  }),
  endpoint({
    operationId: 'readNotice',
    host: 'api',
    method: 'get',
    path: '/v2/notice',
    tag: 'Things',
    summary: 'Says something to anybody.',
    accepts: ['none'],
    params: nothing,
    query: nothing,
    body: undefined,
    answer: { status: 200, schema: z.object({ text: z.string(), actor: z.unknown() }) },
    refusals: [],
    run: async (ctx: TestCtx) => ({ text: 'hello', actor: ctx.actor }),
  }),
  endpoint({
    operationId: 'breakPromise',
    host: 'api',
    method: 'get',
    path: '/v2/broken',
    tag: 'Things',
    summary: 'Answers other than it declares.',
    accepts: ['none'],
    params: nothing,
    query: nothing,
    body: undefined,
    answer: { status: 200, schema: z.object({ text: z.string().max(3) }) },
    refusals: [],
    run: async () => ({ text: 'a secret that is too long' }),
  }),
  endpoint({
    operationId: 'createHook',
    host: 'auth',
    method: 'post',
    path: '/v1/hooks',
    tag: 'Hooks',
    summary: 'Makes a hook.',
    accepts: ['client_id'],
    originOptional: true,
    alsoReads: ['api_key', 'session'],
    leastRole: 'developer',
    issueArray: true,
    params: nothing,
    query: nothing,
    body: z.strictObject({ url: z.url() }),
    answer: { status: 201, schema: z.object({ actor: z.unknown() }) },
    refusals: [],
    run: async (ctx: TestCtx) => ({ actor: ctx.actor }),
  }),
];

/** An endpoint of the API host that answers who called; its path is its name. */
export function recordingHost(
  name: string,
  accepts: readonly CredentialKind[],
  more: Partial<Pick<Endpoint<TestCtx>, 'method' | 'alsoReads' | 'leastRole' | 'rateClass'>> = {},
): Endpoint<TestCtx> {
  return endpoint({
    operationId: name,
    host: 'api',
    method: 'post',
    path: `/${name}`,
    tag: 'Things',
    summary: 'Returns who called.',
    accepts,
    params: z.object({}),
    query: z.object({}),
    body: undefined,
    answer: { status: 200, schema: z.object({ actor: z.unknown() }) },
    refusals: [],
    run: async (ctx: TestCtx) => ({ actor: ctx.actor }),
    leastRole: 'viewer',
    ...more,
  });
}

/** The same endpoint, saying nothing of roles. */
export function withoutRole({ leastRole: _, ...rest }: Endpoint<TestCtx>): Endpoint<TestCtx> {
  return rest;
}

/** Counts look-ups, so that a test can say that none was made. */
function testCredentials(): CredentialLookups & { lookups: number } {
  const clients = [
    { id: PAGE_CLIENT, domains: [SHOP], status: 'active' as const },
    { id: PAYERS_CLIENT, domains: [SHOP], status: 'active' as const },
    { id: BACKEND_CLIENT, domains: [], status: 'active' as const },
    { id: REVOKED_CLIENT, domains: [REVOKED_SHOP], status: 'revoked' as const },
    { id: LINKED_CLIENT, domains: [], status: 'active' as const },
    { id: LINKED_PAGE_CLIENT, domains: [SHOP], status: 'active' as const },
    { id: LINKED_REVOKED_CLIENT, domains: [], status: 'revoked' as const },
  ];
  return {
    lookups: 0,
    async apiKey(raw) {
      this.lookups += 1;
      if (raw === KEY) return { kind: 'api_key', accountId: 'account_a', apiKeyId: 'key_a' };
      if (raw !== OTHER_KEY) return undefined;
      return { kind: 'api_key', accountId: 'account_b', apiKeyId: 'key_b' };
    },
    async clientId(raw) {
      this.lookups += 1;
      const found = clients.find(({ id }) => id === raw);
      if (found === undefined) return undefined;
      const { id, domains, status } = found;
      return {
        accountId: 'account_a',
        clientIdId: `row_${id}`,
        clientId: id,
        allowedDomains: domains,
        status,
        rateTier: 'default',
        boundDestinationId: undefined,
        defaultFee: undefined,
        canPayAnyPayee: true,
        linkedTo: id.startsWith(LINKED_CLIENT) ? 'orchestrator_1' : undefined,
        ...(id === PAYERS_CLIENT && { payersOnly: true }),
      };
    },
    async session(raw) {
      this.lookups += 1;
      const of = (accountId: string, address?: string) => ({
        accountId,
        sessionId: `row_of_${raw}`,
        loginId: `login_of_${raw}`,
        personId: `person_of_${raw}`,
        role: ROLES.find((role) => raw.endsWith(`_as_${role}`)) ?? ('owner' as const),
        wallet: address === undefined ? undefined : { family: 'evm' as const, address },
      });
      if (raw === WALLET_SESSION || raw.startsWith(`${WALLET_SESSION}_as_`)) {
        return of('account_a', '0x11');
      }
      if (raw === EMAIL_SESSION) return of('account_a');
      return raw === OTHER_SESSION ? of('account_b', '0x22') : undefined;
    },
    async orchestratorKey(raw) {
      this.lookups += 1;
      if (raw !== ORCHESTRATOR_KEY) return undefined;
      const kind = 'orchestrator_key';
      const accountId = 'account_o';
      return { kind, accountId, orchestratorId: 'orchestrator_1', orchestratorKeyId: 'key_o' };
    },
  };
}

/** A host that is ready for `inject` or `listen`, and what a test reads of it. */
export interface TestHost extends AsyncDisposable {
  readonly app: FastifyInstance;
  readonly credentials: CredentialLookups & { lookups: number };
  /** The log lines so far. */
  readonly lines: () => Record<string, unknown>[];
}

/** Builds a host over the test endpoints, with the parts that a test is about. */
export async function testHost(given: Partial<AppParts<TestCtx>> = {}): Promise<TestHost> {
  const database = await testDatabase();
  const written: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void written.push(line) });
  const credentials = testCredentials();
  const urls = { api: 'http://api.example', auth: 'http://auth.example' };
  const openapi = computeOnce(() =>
    printOpenApi({ endpoints: TEST_ENDPOINTS, urls, webhooks: [] }),
  );
  const app = await createApp<TestCtx>({
    title: 'Test',
    host: 'api',
    url: urls.api,
    endpoints: TEST_ENDPOINTS,
    contextFor: (actor, call) => ({ actor, ...call }),
    credentials,
    ownOrigins: [OWN_PAGE],
    runOnce: async (ctx, _call, work) => ({ ...(await work(ctx)), replayed: false }),
    recordFailure: async () => undefined,
    isOriginListed: async (origin) => origin === SHOP,
    ready: async () => ({ ready: true, checks: [{ name: 'database', ok: true }] }),
    wake: () => () => undefined,
    rateLimit: openRateLimiter({ pool: database.pool, log, multiplier: 1, meter: silentMeter }),
    meter: silentMeter,
    trustedProxies: [],
    newId: idMaker(systemClock),
    log,
    openapi,
    reference: referenceOf(openapi, TEST_ENDPOINTS),
    ...given,
  });
  return {
    app,
    credentials,
    lines: () => written.map((line) => JSON.parse(line)),
    [Symbol.asyncDispose]: async () => {
      await app.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** Whether an id is one that the host made itself. */
export const isOwnId = (text: unknown): boolean => typeof text === 'string' && isUlid(text);
