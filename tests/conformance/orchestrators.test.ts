import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Invitation, partnersOf } from '../support/partners-of.ts';
import { sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import { registerAt, signInAt } from '../support/sign-in-at.ts';
import type { ReachedWorld } from '../support/world.ts';

let world: ReachedWorld;
let partners: ReturnType<typeof partnersOf>;
beforeAll(async () => {
  world = await sharedWorld();
  partners = partnersOf(world);
});

type Headers = Readonly<Record<string, string>>;
type SendOptions = Parameters<typeof sendToHost>[1];

const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const DAY_MS = 86_400_000;

const api = (path: string, question: SendOptions = {}) =>
  sendToHost(`${world.apiUrl}/v2${path}`, question);
const auth = (path: string, question: SendOptions = {}) =>
  sendToHost(`${world.authUrl}/v1${path}`, question);
const newWallet = () => signInAt(world.authUrl);

const create = (headers: Headers) =>
  api('/secure-payments', { headers, body: { requests: [{ amount: '1' }] } });

describe('wire facts 6.1, POST /v2/orchestrators', () => {
  it('answers 201 with the account and its key, whose text is shown this once', async () => {
    const { said, id, key, wallet } = await partners.newPartner();
    expect(said.status).toBe(201);
    const rawKey = key['x-orchestrator-key'];
    expect(rawKey).toMatch(/^orc_sandbox_[0-9a-f]{32}$/);
    const times = {
      createdAt: expect.stringMatching(TIME),
      updatedAt: expect.stringMatching(TIME),
    };
    expect(said.body).toEqual({
      orchestrator: {
        id: expect.stringMatching(ULID),
        name: 'Market stalls',
        supportEmail: 'us@stalls.example',
        status: 'active',
        ...times,
      },
      key: {
        id: expect.stringMatching(ULID),
        orchestratorId: id,
        keyPrefix: rawKey.slice(0, 'orc_sandbox_a1b2'.length),
        status: 'active',
        createdBy: expect.stringMatching(ULID),
        ...times,
      },
      rawKey,
    });
    const seen = await api('/orchestrators', wallet);
    expect(seen.status).toBe(200);
    expect(JSON.stringify(seen.body)).not.toContain(rawKey);
  });

  it('takes any session, and no other credential', async () => {
    const body = { orchestratorName: 'Stalls', orchestratorContactEmail: 'us@stalls.example' };
    const email = { headers: await registerAt(world.authUrl) };
    expect(await api('/orchestrators', { ...email, body })).toMatchObject({ status: 201 });
    expect(await api('/orchestrators', { body })).toMatchObject({ status: 401 });
    const headers = { 'x-api-key': world.sandbox.apiKey };
    expect(await api('/orchestrators', { headers, body })).toMatchObject({ status: 403 });
  });
});

describe('wire facts 6.2, /v2/orchestrators/client-ids', () => {
  it('links once ever, lists active ones in {links, total, page, limit}, and ends one', async () => {
    const { id: orchestratorId, key, wallet } = await partners.newPartner();
    const { id: clientIdId, clientId } = await partners.ownClientId(wallet);
    const linkIt = () => api('/orchestrators/client-ids', { headers: key, body: { clientId } });
    const list = (query = '') => api(`/orchestrators/client-ids${query}`, { headers: key });
    const unlink = () =>
      api(`/orchestrators/client-ids/${clientId}`, { method: 'DELETE', headers: key });

    expect((await list()).body).toEqual({ links: [], total: 0, page: 1, limit: 50 });
    const linked = await linkIt();
    expect(linked.status).toBe(201);
    const { link } = z.object({ link: z.looseObject({}) }).parse(linked.body);
    expect(linked.body).toEqual({
      link: {
        id: expect.stringMatching(ULID),
        clientIdId,
        orchestratorId,
        status: 'active',
        consentedAt: expect.stringMatching(TIME),
        createdAt: expect.stringMatching(TIME),
        updatedAt: expect.stringMatching(TIME),
        clientId,
      },
      alreadyLinked: false,
    });
    expect(await linkIt()).toMatchObject({ status: 409, body: { error: 'Conflict' } });
    expect((await list('?page=1&limit=10')).body).toEqual({
      links: [link],
      total: 1,
      page: 1,
      limit: 10,
    });
    expect((await list('?page=2')).body).toMatchObject({ links: [], total: 1, page: 2 });
    for (const query of ['?page=0', '?limit=0', '?limit=x', '?offset=1']) {
      expect(await list(query), query).toMatchObject({ status: 400 });
    }
    const ended = await unlink();
    expect(ended.status).toBe(200);
    const over = {
      link: {
        ...link,
        status: 'revoked',
        updatedAt: expect.stringMatching(TIME),
        revokedAt: expect.stringMatching(TIME),
      },
    };
    expect(ended.body).toEqual({ ...over, wasAlreadyRevoked: false });
    expect((await unlink()).body).toEqual({ ...over, wasAlreadyRevoked: true });
    expect((await list()).body).toMatchObject({ links: [], total: 0 });
    expect(await linkIt()).toMatchObject({ status: 409 });
  });

  it('answers 404 for a client ID that nobody has, and 400 without one', async () => {
    const { key } = await partners.newPartner();
    const linkIt = (body: unknown) => api('/orchestrators/client-ids', { headers: key, body });
    expect(await linkIt({ clientId: 'cli_000000000000' })).toMatchObject({ status: 404 });
    expect(await linkIt({})).toMatchObject({ status: 400 });
    expect(await linkIt({ clientId: 'cli_x', colour: 'red' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'colour' }] },
    });
  });

  it('require the key of a partner: 401 without, 403 with another credential', async () => {
    expect(await api('/orchestrators/client-ids')).toMatchObject({ status: 401 });
    const wrong = { 'x-orchestrator-key': `orc_sandbox_${'0'.repeat(32)}` };
    expect(await api('/orchestrators/client-ids', { headers: wrong })).toMatchObject({
      status: 401,
    });
    const headers = { 'x-api-key': world.sandbox.apiKey };
    expect(await api('/orchestrators/client-ids', { headers })).toMatchObject({ status: 403 });
  });
});

describe('wire facts 6.2, link intents', () => {
  it('answers 201 with a URL of the pay page and an intent of two days', async () => {
    const { id: orchestratorId, key } = await partners.newPartner();
    const policyId = '0b0c2d9e-4a5f-4c3d-8e2b-1a2b3c4d5e6f';
    const said = await partners.invite(key, {
      domains: ['https://fruit.example', 'http://localhost:3000'],
      externalId: 'acct-9',
      kyt: { providers: [{ provider: 'merklescience', policyId }, { provider: 'hypernative' }] },
    });
    expect(said.status).toBe(201);
    const { intent } = Invitation.parse(said.body);
    expect(intent.accessToken).toMatch(/^lit_[0-9a-f]{32}$/);
    expect(said.body).toEqual({
      url: `${world.payUrl}/onboarding/?token=${intent.accessToken}`,
      intent: {
        id: expect.stringMatching(ULID),
        accessToken: intent.accessToken,
        orchestratorId,
        clientIdName: 'Fruit stall',
        allowedDomains: ['https://fruit.example', 'http://localhost:3000'],
        externalId: 'acct-9',
        kyt: {
          providers: [
            { provider: 'merklescience', policyId, priority: 0 },
            { provider: 'hypernative', priority: 1 },
          ],
        },
        used: false,
        expiresAt: expect.stringMatching(TIME),
        createdAt: expect.stringMatching(TIME),
        updatedAt: intent.createdAt,
      },
    });
    expect(Date.parse(intent.expiresAt) - Date.parse(intent.createdAt)).toBe(2 * DAY_MS);
  });

  it.each([
    ['no name', { clientIdName: undefined }],
    ['no provider', { kyt: { providers: [] } }],
    [
      'a provider twice',
      { kyt: { providers: [{ provider: 'hypernative' }, { provider: 'hypernative' }] } },
    ],
    ['another provider', { kyt: { providers: [{ provider: 'me' }] } }],
    [
      'a priority, which is ours',
      { kyt: { providers: [{ provider: 'hypernative', priority: 0 }] } },
    ],
    [
      'a policy that is no UUID',
      { kyt: { providers: [{ provider: 'hypernative', policyId: 'x' }] } },
    ],
    ['a domain with a path', { domains: ['https://fruit.example/pay'] }],
    ['a domain twice', { domains: ['https://fruit.example', 'https://fruit.example'] }],
    ['eleven domains', { domains: Array.from({ length: 11 }, (_, i) => `https://f${i}.example`) }],
    ['a field named nowhere (decision 17)', { colour: 'red' }],
  ])('refuses %s with 400', async (_, more) => {
    const { key } = await partners.newPartner();
    expect(await partners.invite(key, more)).toMatchObject({
      status: 400,
      body: { statusCode: 400, error: 'Bad Request' },
    });
  });
});

describe('wire facts 7.6, the onboarding of a platform', () => {
  it('shows the intent, links once with 201, and then answers LINK_INTENT_USED', async () => {
    const { id: orchestratorId, key } = await partners.newPartner();
    const { intent, wallet, said } = await partners.onboarded(key);
    expect(said.status).toBe(201);
    const { clientId } = z.object({ clientId: z.string() }).parse(said.body);
    expect(said.body).toEqual({
      ok: true,
      clientId: expect.stringMatching(/^cli_[0-9A-Za-z]{12,30}$/),
      link: {
        id: expect.stringMatching(ULID),
        clientIdId: expect.stringMatching(ULID),
        orchestratorId,
        status: 'active',
        consentedAt: expect.stringMatching(TIME),
        createdAt: expect.stringMatching(TIME),
        updatedAt: expect.stringMatching(TIME),
        clientId,
        kyt: null,
        kytChangeable: true,
      },
    });
    const at = `/client-id-links/intents/${intent.accessToken}`;
    const body = { kyt: { provider: null } };
    for (const again of [await auth(at, wallet), await auth(at, { ...wallet, body })]) {
      expect(again).toMatchObject({
        status: 403,
        body: { statusCode: 403, code: 'LINK_INTENT_USED' },
      });
    }
  });

  it('lets any session look and only that of a wallet agree; what is unknown answers LINK_INTENT_NOT_FOUND', async () => {
    const { key } = await partners.newPartner();
    const { intent } = Invitation.parse((await partners.invite(key)).body);
    const email = { headers: await registerAt(world.authUrl) };
    const at = `/client-id-links/intents/${intent.accessToken}`;
    const seen = await auth(at, email);
    expect(seen).toMatchObject({ status: 200, body: { valid: true, clientIdName: 'Fruit stall' } });
    // Optional in the public API, and never null there.
    expect(seen.body).not.toHaveProperty('branding');
    expect(await auth(at)).toMatchObject({ status: 401 });
    const body = { kyt: { provider: null } };
    expect(await auth(at, { ...email, body })).toMatchObject({ status: 403 });
    const unknown = await auth(`/client-id-links/intents/lit_${'0'.repeat(32)}`, email);
    expect(unknown).toMatchObject({
      status: 404,
      body: { statusCode: 404, code: 'LINK_INTENT_NOT_FOUND' },
    });
  });

  it('requires who screens where the intent does not set it, and only there', async () => {
    const { key } = await partners.newPartner();
    const wallet = await newWallet();
    await partners.register(wallet);
    const accept = async (input: object, body: unknown) => {
      const { intent } = Invitation.parse((await partners.invite(key, input)).body);
      return await auth(`/client-id-links/intents/${intent.accessToken}`, { ...wallet, body });
    };
    const plan = { kyt: { providers: [{ provider: 'hypernative' }] } };
    expect(await accept({}, {})).toMatchObject({ status: 400 });
    expect(await accept({}, { kyt: { provider: 'me' } })).toMatchObject({ status: 400 });
    const chosen = await accept({}, { kyt: { provider: 'merklescience' } });
    expect(chosen).toMatchObject({ status: 201, body: { link: { kytChangeable: true } } });
    const planned = await accept(plan, {});
    expect(planned).toMatchObject({ status: 201, body: { link: { kytChangeable: false } } });
    const change = (said: unknown) => {
      const { clientIdId } = z
        .object({ link: z.object({ clientIdId: z.string() }) })
        .parse(said).link;
      return auth(`/client-id-links/${clientIdId}/kyt`, {
        ...wallet,
        method: 'PUT',
        body: { kyt: { provider: null } },
      });
    };
    expect(await change(chosen.body)).toMatchObject({ status: 200, body: { link: { kyt: null } } });
    expect(await change(planned.body)).toMatchObject({ status: 403 });
  });

  it('records client_id.linked once, for the partner, in the words of wire facts 8', async () => {
    const { id: orchestratorId, key, wallet: owner } = await partners.newPartner();
    const { intent, wallet, said } = await partners.onboarded(key, { externalId: 'acct-9' });
    const { clientId, link } = z
      .object({ clientId: z.string(), link: z.object({ id: z.string() }) })
      .parse(said.body);
    // Direct links are no onboarding, and tell nothing.
    const own = await partners.ownClientId(owner);
    const body = { clientId: own.clientId };
    expect((await api('/orchestrators/client-ids', { headers: key, body })).status).toBe(201);

    const database = new pg.Client(world.databaseUrl);
    await database.connect();
    const { rows } = await database.query(
      `select payload from event where type = 'client_id.linked' and orchestrator_id = $1`,
      [orchestratorId],
    );
    await database.end();
    expect(rows).toEqual([
      {
        payload: {
          event: 'client_id.linked',
          clientId,
          orchestratorId,
          linkId: link.id,
          intentId: intent.id,
          externalId: 'acct-9',
          destinationId: expect.stringContaining(`${wallet.address}@eip155:8453#`),
          destinationWalletAddress: wallet.address.toLowerCase(),
          chain: 'base',
          currency: 'USDC',
          timestamp: expect.stringMatching(TIME),
        },
      },
    ]);
  });
});

describe('wire facts 2.2, the orchestrator pair', () => {
  it('creates links for the platform, which its client ID alone no longer can', async () => {
    const { id: orchestratorId, key } = await partners.newPartner();
    const { said, wallet } = await partners.onboarded(key);
    const { clientId } = z.object({ clientId: z.string() }).parse(said.body);
    const alone = { 'x-client-id': clientId };
    const pair = { ...key, ...alone };

    expect(await create(alone)).toMatchObject({ status: 403, body: { error: 'Forbidden' } });
    expect(await create(key)).toMatchObject({
      status: 401,
      body: { statusCode: 401, message: 'x-client-id header is required', error: 'Unauthorized' },
    });
    const made = await create(pair);
    expect(made.status).toBe(201);
    const { token, requestIds } = z
      .object({ token: z.string(), requestIds: z.tuple([z.string()]) })
      .parse(made.body);

    const find = () => api(`/secure-payments?requestId=${requestIds[0]}`, wallet);
    const named = { orchestratorId, clientId, identityMode: 'client_id' };
    expect(await find()).toMatchObject({ status: 200, body: named });
    expect((await world.read(token)).body).toMatchObject({ orchestratorId });

    const unlinked = await api(`/orchestrators/client-ids/${clientId}`, {
      method: 'DELETE',
      headers: key,
    });
    expect(unlinked.status).toBe(200);
    // Whose link it was at creation it stays; from now on the platform is alone again, once it has
    // switched the client ID on that its former partner knows.
    expect(await find()).toMatchObject({ status: 200, body: named });
    expect((await world.read(token)).body).toMatchObject({ orchestratorId });
    expect(await create(pair)).toMatchObject({ status: 403 });
    expect(await create(alone)).toMatchObject({ status: 403 });
    const row = z.object({ link: z.object({ clientIdId: z.string() }) }).parse(said.body);
    const on = await sendToHost(`${world.authUrl}/v1/client-ids/${row.link.clientIdId}`, {
      method: 'PUT',
      headers: wallet.headers,
      body: { status: 'active' },
    });
    expect(on.status).toBe(200);
    const after = await create(alone);
    expect(after.status).toBe(201);
    const last = z.object({ token: z.string() }).parse(after.body).token;
    expect((await world.read(last)).body['orchestratorId'] ?? null).toBeNull();
  });

  it('is refused for a platform of another partner, and requires an Origin only where domains are listed', async () => {
    const [one, two] = [await partners.newPartner(), await partners.newPartner()];
    const { said } = await partners.onboarded(one.key, { domains: ['https://fruit.example'] });
    const { clientId } = z.object({ clientId: z.string() }).parse(said.body);
    const origin = 'https://fruit.example';
    const pair = { ...one.key, 'x-client-id': clientId };
    expect(await create(pair)).toMatchObject({
      status: 401,
      body: { message: 'Origin header is required' },
    });
    expect(await create({ ...pair, origin: 'https://evil.example' })).toMatchObject({
      status: 403,
    });
    expect(await create({ ...pair, origin })).toMatchObject({ status: 201 });
    expect(await create({ ...two.key, 'x-client-id': clientId, origin })).toMatchObject({
      status: 403,
    });
  });
});
