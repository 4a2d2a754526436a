import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#platform/http/endpoint.ts';
import {
  BACKEND_CLIENT,
  LINKED_PAGE_CLIENT,
  ORCHESTRATOR_KEY,
  OWN_PAGE,
  PAGE_CLIENT,
  SHOP,
  type TestCtx,
  type TestHost,
  testHost,
  WALLET_SESSION,
} from '../../../tests/support/test-host.ts';
import { ENDPOINTS } from './endpoints.ts';

/** The authentication of every endpoint, without its operation. */
const ALL_ENDPOINTS: readonly Endpoint<TestCtx>[] = ENDPOINTS.map(
  ({ run: _, live: _stream, isExport: _export, ...endpoint }) => ({
    ...endpoint,
    params: z.object({}),
    query: z.object({}),
    body: undefined,
    answer: { status: 200, schema: z.object({}) },
    run: async () => ({}),
  }),
);

let hosts: Readonly<Record<'api' | 'auth', TestHost>>;
beforeAll(async () => {
  const [api, auth] = await Promise.all([
    testHost({ host: 'api', endpoints: ALL_ENDPOINTS }),
    testHost({ host: 'auth', url: 'http://auth.example', endpoints: ALL_ENDPOINTS }),
  ]);
  hosts = { api, auth };
});
afterAll(async () => {
  await hosts.api[Symbol.asyncDispose]();
  await hosts.auth[Symbol.asyncDispose]();
});

let calls = 0;
/** The status and the code that authentication answers to such headers. */
async function knock({ host, method, path }: Endpoint<TestCtx>, headers: Record<string, string>) {
  // Each from another address, so that no limit applies.
  calls += 1;
  const answer = await hosts[host].app.inject({
    method: upper(method),
    url: path.replaceAll(/\{\w+\}/g, 'x'),
    headers,
    remoteAddress: `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`,
  });
  return [answer.statusCode, answer.json().code];
}

function upper(method: Endpoint<TestCtx>['method']) {
  return ({ get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const)[
    method
  ];
}

const named = (endpoints: readonly Endpoint<TestCtx>[]) =>
  endpoints.map((endpoint) => [endpoint.operationId, endpoint] as const);
const takes = (...kinds: readonly string[]) =>
  ALL_ENDPOINTS.filter(({ accepts }) => accepts.some((kind) => kinds.includes(kind)));

const bySession = takes('session', 'wallet_session');
const writes = bySession.filter(({ method }) => method !== 'get');
const reads = bySession.filter(({ method }) => method === 'get');
const byClientId = takes('client_id');
const byPair = takes('orchestrator_pair');

const cookie = { cookie: `session_token=${WALLET_SESSION}` };
const bearer = { authorization: `Bearer ${WALLET_SESSION}` };

const FOREIGN_PAGES = [
  { origin: 'https://evil.example' },
  { origin: SHOP },
  { origin: 'null' },
  { origin: `${OWN_PAGE}.evil.example` },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
];

describe('a session cookie', () => {
  it('is taken by many endpoints, or this shows nothing', () => {
    expect(writes.length).toBeGreaterThan(10);
    expect(reads.length).toBeGreaterThan(3);
  });

  it.each(named(writes))('writes to %s only from our own pages', async (_name, endpoint) => {
    for (const page of FOREIGN_PAGES) {
      expect(await knock(endpoint, { ...cookie, ...page })).toEqual([403, 'cross_site']);
      expect(await knock(endpoint, { ...bearer, ...page })).toEqual([200, undefined]);
    }
    expect(await knock(endpoint, { ...cookie, origin: OWN_PAGE })).toEqual([200, undefined]);
    expect(await knock(endpoint, cookie)).toEqual([200, undefined]);
  });

  it.each(named(reads))('reads %s for every caller', async (_name, endpoint) => {
    expect(await knock(endpoint, { ...cookie, origin: 'https://evil.example' })).toEqual([
      200,
      undefined,
    ]);
  });
});

/** None of them is {@link SHOP}. */
const NEAR_MISSES = [
  'http://shop.example',
  'https://shop.example:8443',
  'https://shop.example/',
  'https://SHOP.example',
  'https://www.shop.example',
  'https://shop.example.evil.example',
  'https://evilshop.example',
  'null',
  '',
];

/** What payers' pages call: always from a page, so that a stolen client ID is no key to links. */
const FOR_PAGES_ONLY = [
  'broadcastTransaction',
  'paySecurePayment',
  'recordMulticallIntent',
  'recordPaymentIntent',
  'recordUserEvent',
  'refreshStepTransaction',
  'serveUserOperation',
  'signRecurringPayoutPage',
  'stopRecurringPayoutPage',
  'viewRecurringPayoutPage',
  'viewSecurePayment',
];

describe('a client ID', () => {
  it.each(named(byClientId))(
    'calls %s only from an origin that it lists',
    async (name, endpoint) => {
      const page = { 'x-client-id': PAGE_CLIENT };
      for (const origin of NEAR_MISSES) {
        expect(await knock(endpoint, { ...page, origin })).toEqual([403, 'origin_not_allowed']);
      }
      expect(await knock(endpoint, { ...page, origin: SHOP })).toEqual([200, undefined]);
      const silent = endpoint.originOptional === true ? [200, undefined] : [401, 'origin_required'];
      expect(await knock(endpoint, page)).toEqual(silent);
      const backend = FOR_PAGES_ONLY.includes(name) ? [401, 'origin_required'] : [200, undefined];
      expect(await knock(endpoint, { 'x-client-id': BACKEND_CLIENT })).toEqual(backend);
    },
  );

  it.each(named(byPair))('with a partner’s key calls %s likewise', async (_name, endpoint) => {
    const pair = { 'x-orchestrator-key': ORCHESTRATOR_KEY, 'x-client-id': LINKED_PAGE_CLIENT };
    for (const origin of NEAR_MISSES) {
      expect(await knock(endpoint, { ...pair, origin })).toEqual([403, 'origin_not_allowed']);
    }
    expect(await knock(endpoint, { ...pair, origin: SHOP })).toEqual([200, undefined]);
    expect(await knock(endpoint, pair)).toEqual([401, 'origin_required']);
    const alone = { 'x-orchestrator-key': ORCHESTRATOR_KEY };
    expect(await knock(endpoint, alone)).toEqual([401, 'client_id_required']);
    const other = { ...alone, 'x-client-id': BACKEND_CLIENT };
    expect(await knock(endpoint, other)).toEqual([403, 'client_id_not_linked']);
  });
});
