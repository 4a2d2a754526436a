import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#platform/http/endpoint.ts';
import {
  ALL_ENDPOINTS,
  type KnockingHosts,
  knockingHosts,
} from '../../../tests/support/knocking-hosts.ts';
import {
  BACKEND_CLIENT,
  LINKED_PAGE_CLIENT,
  ORCHESTRATOR_KEY,
  OWN_PAGE,
  PAGE_CLIENT,
  SHOP,
  type TestCtx,
  WALLET_SESSION,
} from '../../../tests/support/test-host.ts';

let hosts: KnockingHosts;
beforeAll(async () => {
  hosts = await knockingHosts();
});
afterAll(() => hosts[Symbol.asyncDispose]());

const knock: KnockingHosts['knock'] = (endpoint, headers) => hosts.knock(endpoint, headers);

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
  'listLinkReceipts',
  'paySecurePayment',
  'recordMulticallIntent',
  'recordPaymentIntent',
  'recordUserEvent',
  'refreshStepTransaction',
  'serveUserOperation',
  'signRecurringPayoutPage',
  'stopRecurringPayoutPage',
  'verifyReceipt',
  'viewEmbedding',
  'viewLinkReceipt',
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
