import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CredentialKind } from '#kit/actor.ts';
import {
  BACKEND_CLIENT,
  EMAIL_SESSION,
  KEY,
  LINKED_CLIENT,
  LINKED_PAGE_CLIENT,
  LINKED_REVOKED_CLIENT,
  ORCHESTRATOR_KEY,
  OTHER_KEY,
  OTHER_SESSION,
  OWN_PAGE,
  PAGE_CLIENT,
  recordingHost,
  SHOP,
  type TestHost,
  testHost,
  WALLET_SESSION,
  withoutRole,
} from '../../../tests/support/test-host.ts';

const PARTNER: readonly CredentialKind[] = ['orchestrator_pair', 'api_key', 'client_id', 'session'];

let host: TestHost;
beforeAll(async () => {
  host = await testHost({
    endpoints: [
      recordingHost('anyWay', PARTNER),
      recordingHost('person', ['session']),
      recordingHost('personReads', ['session'], { method: 'get' }),
      recordingHost('wallet', ['wallet_session']),
      recordingHost('partner', ['orchestrator_key']),
      recordingHost('anybody', ['none']),
      recordingHost('developers', ['session'], { leastRole: 'developer' }),
      withoutRole(recordingHost('forgotten', ['session'])),
      recordingHost('partnerOrPair', ['orchestrator_key', 'orchestrator_pair']),
      recordingHost('proof', ['client_id'], { alsoReads: ['api_key', 'session'] }),
    ],
  });
});
afterAll(() => host[Symbol.asyncDispose]());

let calls = 0;
async function call(name: string, headers: Record<string, string>) {
  // Each from another address, so that no limit applies.
  calls += 1;
  const answer = await host.app.inject({
    method: name === 'personReads' ? 'GET' : 'POST',
    url: `/${name}`,
    headers,
    remoteAddress: `10.1.${calls >> 8}.${calls & 255}`,
  });
  const body: { actor?: Record<string, unknown>; code?: string; message?: string } = answer.json();
  return { status: answer.statusCode, ...body };
}

const orchestrator = { 'x-orchestrator-key': ORCHESTRATOR_KEY };
const linked = { 'x-client-id': LINKED_CLIENT };
const key = { 'x-api-key': KEY };
const client = { 'x-client-id': BACKEND_CLIENT };
const bearer = { authorization: `Bearer ${WALLET_SESSION}` };
const cookie = { cookie: `session_token=${WALLET_SESSION}` };

describe('of several credentials', () => {
  it.each([
    ['orchestrator_pair', { ...orchestrator, ...linked, ...key, ...bearer }],
    ['api_key', { ...key, ...client, ...bearer }],
    ['client_id', { ...client, ...bearer }],
    ['session', bearer],
  ])('%s is the one that counts', async (kind, headers) => {
    expect(await call('anyWay', headers)).toMatchObject({ status: 200, actor: { kind } });
  });

  it.each([
    { ...orchestrator, 'x-orchestrator-key': 'wrong', ...linked, ...key, ...bearer },
    { 'x-api-key': 'wrong', ...client, ...bearer },
    { 'x-client-id': 'cli_wrong', ...bearer },
    { authorization: 'Bearer wrong', ...cookie },
  ])('the first is not passed over when it is wrong: %j', async (headers) => {
    expect(await call('anyWay', headers)).toMatchObject({
      status: 401,
      code: 'invalid_credentials',
    });
  });

  it('those that the endpoint does not take are passed over', async () => {
    const others = { ...orchestrator, ...key, ...client };
    expect(await call('person', { ...others, ...bearer })).toMatchObject({
      actor: { kind: 'session' },
    });
    expect(await call('partner', { ...others, ...bearer })).toMatchObject({
      actor: { kind: 'orchestrator_key' },
    });
  });
});

describe('a partner for a platform', () => {
  it('acts for the account of the client ID, under its own key', async () => {
    const { actor } = await call('anyWay', { ...orchestrator, ...linked });
    expect(actor).toEqual({
      kind: 'orchestrator_pair',
      accountId: 'account_a',
      orchestratorId: 'orchestrator_1',
      orchestratorKeyId: 'key_o',
      clientIdId: `row_${LINKED_CLIENT}`,
      clientId: LINKED_CLIENT,
      allowedDomains: [],
      canPayAnyPayee: true,
      linkedTo: 'orchestrator_1',
    });
  });

  it('must name its account, unless the endpoint takes its key alone', async () => {
    expect(await call('anyWay', orchestrator)).toMatchObject({
      status: 401,
      code: 'client_id_required',
      message: 'x-client-id header is required',
    });
    expect(await call('anyWay', { ...orchestrator, ...key })).toMatchObject({ status: 401 });
    expect(await call('partnerOrPair', orchestrator)).toMatchObject({
      actor: { kind: 'orchestrator_key', accountId: 'account_o' },
    });
    expect(await call('partnerOrPair', { ...orchestrator, ...linked })).toMatchObject({
      actor: { kind: 'orchestrator_pair' },
    });
  });

  it.each([
    ['that is not linked to it', BACKEND_CLIENT, 403, 'client_id_not_linked'],
    ['that was revoked', LINKED_REVOKED_CLIENT, 403, 'client_id_not_active'],
    ['that does not exist', 'cli_nobody', 401, 'invalid_credentials'],
    ['that cannot be one', 'two words', 401, 'invalid_credentials'],
    ['that is empty', '', 401, 'invalid_credentials'],
  ])('may not use a client ID %s', async (...[, clientId, status, code]) => {
    const answer = await call('anyWay', { ...orchestrator, 'x-client-id': clientId });
    expect(answer).toMatchObject({ status, code });
  });

  it('needs an Origin only where the client ID lists some, and then one of those', async () => {
    const pair = { ...orchestrator, 'x-client-id': LINKED_PAGE_CLIENT };
    expect(await call('anyWay', pair)).toMatchObject({ status: 401, code: 'origin_required' });
    expect(await call('anyWay', { ...pair, origin: SHOP })).toMatchObject({
      actor: { kind: 'orchestrator_pair', origin: SHOP },
    });
    for (const origin of NEAR_MISSES) {
      expect(await call('anyWay', { ...pair, origin })).toMatchObject({ status: 403 });
    }
  });

  it('is refused where partners may not call, and its wrong key as wrong', async () => {
    expect(await call('person', orchestrator)).toMatchObject({
      status: 403,
      code: 'credentials_not_accepted',
    });
    expect(await call('person', { 'x-orchestrator-key': 'wrong' })).toMatchObject({ status: 401 });
  });
});

/** None of them is {@link SHOP}. */
const NEAR_MISSES = [
  'http://shop.example',
  'https://shop.example:443',
  'https://shop.example:8443',
  'https://shop.example/',
  'https://shop.example.',
  'https://Shop.example',
  'https://www.shop.example',
  'https://shop.example.evil.example',
  'https://evil.example/https://shop.example',
  'https://evilshop.example',
  'https://shop.example@evil.example',
  'https://shop.examples',
  'https://shop.exampl',
  'https://shop.example, https://shop.example',
  'https://shop.example https://evil.example',
  'null',
  '',
  '*',
];

describe('the Origin of a client ID', () => {
  it.each(NEAR_MISSES)('%j is not one that it lists', async (origin) => {
    const answer = await call('anyWay', { 'x-client-id': PAGE_CLIENT, origin });
    expect(answer).toMatchObject({ status: 403, code: 'origin_not_allowed' });
  });

  it('without domains is any real one, of a length that can be stored', async () => {
    const from = (origin: string) => call('anyWay', { ...client, origin });
    expect(await from('https://any.example')).toMatchObject({ status: 200 });
    expect(await from(`https://${'a'.repeat(60)}.example`)).toMatchObject({ status: 200 });
    expect(await from(`https://${'a.'.repeat(200)}example`)).toMatchObject({ status: 403 });
  });
});

describe('a session', () => {
  it.each([
    bearer,
    { authorization: `bearer   ${WALLET_SESSION}` },
    cookie,
    { cookie: `theme=dark; session_token=${WALLET_SESSION}; lang=en` },
    { cookie: `session_token=${WALLET_SESSION}; session_token=${WALLET_SESSION}` },
    { cookie: `theme=${'x'.repeat(10_000)}; session_token=${WALLET_SESSION}` },
    { cookie: `session_token=${EMAIL_SESSION}`, ...bearer },
  ])('is recognised by %j', async (headers) => {
    const { actor } = await call('person', headers);
    expect(actor).toMatchObject({
      kind: 'session',
      accountId: 'account_a',
      loginId: `login_of_${WALLET_SESSION}`,
      wallet: { family: 'evm', address: '0x11' },
    });
  });

  it.each([
    {},
    { authorization: WALLET_SESSION },
    { authorization: `Basic ${WALLET_SESSION}` },
    { authorization: 'Bearer' },
    { cookie: `Session_Token=${WALLET_SESSION}` },
    { cookie: `xsession_token=${WALLET_SESSION}` },
    { cookie: 'a;b=;;=c' },
  ])('is missing in %j', async (headers) => {
    expect(await call('person', headers)).toMatchObject({
      status: 401,
      code: 'missing_credentials',
    });
  });

  it.each([
    { authorization: 'Bearer two words' },
    { authorization: `Bearer ${'x'.repeat(10_000)}` },
    { cookie: 'session_token=' },
    { cookie: `session_token=${'x'.repeat(10_000)}` },
    // A neighbour could have planted the first as well as the last.
    { cookie: `session_token=${OTHER_SESSION}; session_token=${WALLET_SESSION}` },
    { cookie: `session_token=${WALLET_SESSION}; a=b; session_token=${OTHER_SESSION}` },
    { cookie: `session_token=${WALLET_SESSION}; session_token=` },
  ])('of %j is invalid, and costs no look-up', async (headers) => {
    const before = host.credentials.lookups;
    expect(await call('person', headers)).toMatchObject({
      status: 401,
      code: 'invalid_credentials',
      message: 'The session is unknown, has ended or idled out; sign in again',
    });
    expect(host.credentials.lookups).toBe(before);
  });

  it('of an email address may not do what a wallet may', async () => {
    const email = { authorization: `Bearer ${EMAIL_SESSION}` };
    expect(await call('person', email)).toMatchObject({ status: 200 });
    expect(await call('wallet', email)).toMatchObject({
      status: 403,
      code: 'wallet_session_required',
    });
    expect(await call('wallet', bearer)).toMatchObject({ status: 200 });
    expect(await call('wallet', { authorization: 'Bearer wrong' })).toMatchObject({ status: 401 });
  });

  it('is refused where people may not call', async () => {
    expect(await call('partner', bearer)).toMatchObject({
      status: 403,
      message: 'This endpoint does not take a session; send x-orchestrator-key',
    });
  });
});

describe('a write by cookie', () => {
  const fromElsewhere: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: SHOP },
    { origin: 'null' },
    { origin: '' },
    { origin: `${OWN_PAGE}/` },
    { origin: OWN_PAGE.replace('https', 'http') },
    { origin: `${OWN_PAGE}:8443` },
    { origin: `${OWN_PAGE}.evil.example` },
    { origin: OWN_PAGE.replace('pay.', 'evil.') },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'nonsense' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  ];

  it.each(fromElsewhere)('is refused with %j', async (headers) => {
    expect(await call('person', { ...cookie, ...headers })).toMatchObject({
      status: 403,
      code: 'cross_site',
    });
    expect(await call('wallet', { ...cookie, ...headers })).toMatchObject({ status: 403 });
  });

  it.each(fromElsewhere)('is no matter of reads nor of bearers, with %j', async (headers) => {
    expect(await call('personReads', { ...cookie, ...headers })).toMatchObject({ status: 200 });
    expect(await call('person', { ...bearer, ...headers })).toMatchObject({ status: 200 });
  });

  it.each([
    { origin: OWN_PAGE },
    { origin: OWN_PAGE, 'sec-fetch-site': 'same-site' },
    // The reference page of this very host.
    { origin: 'http://api.example', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    {},
  ])('is taken with %j', async (headers) => {
    expect(await call('person', { ...cookie, ...headers })).toMatchObject({ status: 200 });
  });
});

describe('a public write', () => {
  it('has no actor, whatever other credentials came', async () => {
    for (const headers of [{}, key, bearer, { ...cookie, origin: OWN_PAGE }]) {
      expect(await call('anybody', headers)).toMatchObject({ actor: { kind: 'none' } });
    }
    expect(await call('anybody', { origin: 'https://evil.example' })).toMatchObject({
      status: 200,
    });
  });

  it('does not come with a session from somebody else’s page, as signing in would end it', async () => {
    for (const page of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'same-site' }]) {
      expect(await call('anybody', { ...cookie, ...page })).toMatchObject({
        status: 403,
        code: 'cross_site',
      });
    }
  });
});

describe('a session as proof beside a client ID', () => {
  const page = { 'x-client-id': PAGE_CLIENT, origin: SHOP };

  it('is passed to the operation, which acts within the client ID', async () => {
    expect(await call('proof', { ...client, ...bearer })).toMatchObject({
      actor: { kind: 'client_id', clientId: BACKEND_CLIENT, provenBy: 'session' },
    });
    expect(await call('proof', { ...client, ...cookie })).toMatchObject({
      actor: { provenBy: 'session' },
    });
    expect(await call('proof', { ...client, ...key, ...bearer })).toMatchObject({
      actor: { provenBy: 'api_key' },
    });
  });

  it('must be valid and of the same account', async () => {
    const other = { authorization: `Bearer ${OTHER_SESSION}` };
    expect(await call('proof', { ...client, ...other })).toMatchObject({
      status: 403,
      code: 'credentials_of_two_accounts',
    });
    expect(await call('proof', { ...client, 'x-api-key': OTHER_KEY })).toMatchObject({
      status: 403,
    });
    expect(await call('proof', { ...client, authorization: 'Bearer wrong' })).toMatchObject({
      status: 401,
    });
  });

  it('does not come by cookie from somebody else’s page', async () => {
    expect(await call('proof', { ...page, ...cookie })).toMatchObject({
      status: 403,
      code: 'cross_site',
    });
    expect(await call('proof', { ...page, ...bearer })).toMatchObject({ status: 200 });
  });

  it('does not stand in for it', async () => {
    expect(await call('proof', bearer)).toMatchObject({
      status: 403,
      code: 'credentials_not_accepted',
    });
  });
});

describe('a person in an account', () => {
  const as = (role: string) => ({ authorization: `Bearer ${WALLET_SESSION}_as_${role}` });

  it('is let in with the role that is declared, and as an owner', async () => {
    for (const role of ['developer', 'owner']) {
      expect(await call('developers', as(role))).toMatchObject({ status: 200, actor: { role } });
    }
    for (const role of ['finance', 'viewer']) {
      expect(await call('developers', as(role))).toMatchObject({
        status: 403,
        code: 'role_too_low',
      });
    }
  });

  it('is kept out, also as an owner, where no role is declared', async () => {
    expect(await call('forgotten', as('owner'))).toMatchObject({
      status: 403,
      code: 'role_too_low',
    });
  });
});
