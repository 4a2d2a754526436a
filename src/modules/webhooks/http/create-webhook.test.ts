import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SHOP, type WebhookHost, webhookHost } from '../../../../tests/support/webhook-host.ts';

let host: WebhookHost;
beforeAll(async () => {
  host = await webhookHost();
});
afterAll(() => host[Symbol.asyncDispose]());

describe('201', () => {
  it('answers an id and a secret to a client ID, with or without an Origin', async () => {
    const { backend, browser, freshUrl } = host;
    const plain = await host.call(
      'POST',
      { 'x-client-id': backend },
      { body: { url: freshUrl() } },
    );
    expect(plain).toEqual({
      status: 201,
      body: {
        id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
        secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    for (const headers of [
      { 'x-client-id': browser, origin: SHOP },
      { 'x-client-id': browser },
      { 'x-api-key': host.apiKey },
    ]) {
      const made = await host.call('POST', headers, { body: { url: freshUrl() } });
      expect(made).toMatchObject({ status: 201 });
    }
  });

  it('answers a public client ID in production when an API key proves it', async () => {
    const headers = { 'x-client-id': host.browser, 'x-api-key': host.apiKey };
    const body = { url: host.freshUrl() };
    expect(await host.call('POST', headers, { body, strict: true })).toMatchObject({ status: 201 });
  });
});

describe('201 for a session', () => {
  const urls = async (headers: Record<string, string>, query = '') => {
    const { body } = await host.call('GET', headers, { query });
    return z
      .array(z.object({ url: z.string() }))
      .parse(body)
      .map(({ url }) => url);
  };

  it('that names a client ID of its account: the endpoint is that client ID’s', async () => {
    const url = host.freshUrl();
    const body = { url, clientId: host.backend };
    expect(await host.call('POST', host.session, { body })).toMatchObject({ status: 201 });
    expect(await urls({ 'x-client-id': host.backend })).toContain(url);
    expect(await urls({ 'x-client-id': host.browser, origin: SHOP })).not.toContain(url);
    expect((await host.audit()).at(-1)).toEqual({
      actor_kind: 'session',
      details: expect.stringMatching(/^\{"host":"hook.example.com","clientIdId":"[0-9A-Z]{26}"\}$/),
    });
  });

  it('that names none: the endpoint is platform-wide', async () => {
    const url = host.freshUrl();
    const made = await host.call('POST', host.session, { body: { url } });
    expect(made).toMatchObject({ status: 201 });
    for (const headers of [{ 'x-api-key': host.apiKey }, { 'x-client-id': host.backend }]) {
      expect(await urls(headers)).toContain(url);
    }
  });

  it('beside a public client ID in production, as proof', async () => {
    const headers = { 'x-client-id': host.browser, ...host.session };
    const body = { url: host.freshUrl() };
    expect(await host.call('POST', headers, { body, strict: true })).toMatchObject({ status: 201 });
  });
});

describe('400', () => {
  it.each([
    ['no address', {}],
    ['a number', { url: 5 }],
    ['no http address', { url: 'ftp://hook.example.com' }],
    ['plain http to another host', { url: 'http://hook.example.com' }],
    ['a private address', { url: 'https://192.168.1.1/hook' }],
    ['an address with a password', { url: 'https://me:secret@hook.example.com' }],
    ['an address that is too long', { url: `https://hook.example.com/${'a'.repeat(2_048)}` }],
    ['an unknown field', { url: 'https://hook.example.com/x', events: [] }],
  ])('refuses %s and writes nothing', async (_what, body) => {
    const headers = { 'x-client-id': host.backend };
    const before = await host.call('GET', headers);
    expect(await host.call('POST', headers, { body })).toMatchObject({ status: 400 });
    expect(await host.call('GET', headers)).toEqual(before);
  });

  it.each([
    'https://hooks.internal/x',
    'https://till.local',
    'https://metadata.google.internal',
    'https://till.lan/x',
    'https://hooks/x',
  ])('refuses %s, a name that no name server of the internet answers for', async (url) => {
    const headers = { 'x-api-key': host.apiKey };
    expect(await host.call('POST', headers, { body: { url }, strict: true })).toMatchObject({
      status: 400,
      body: {
        errors: [{ field: 'url', message: 'url must name a host on the public internet' }],
      },
    });
  });

  it('refuses an address that is registered already, in any spelling', async () => {
    const headers = { 'x-client-id': host.backend };
    const url = host.freshUrl();
    await host.call('POST', headers, { body: { url } });
    const again = { url: `${url.replace('hook.example.com', 'HOOK.example.com:443')}/` };
    expect(await host.call('POST', headers, { body: again })).toMatchObject({
      status: 400,
      body: {
        code: 'webhook_url_taken',
        message: 'A webhook with this URL already exists',
        error: 'Bad Request',
      },
    });
  });

  it('refuses this machine in production, which the sandbox takes', async () => {
    const body = { url: 'http://localhost:9000/hook' };
    const headers = { 'x-client-id': host.backend };
    expect(await host.call('POST', headers, { body, strict: true })).toMatchObject({ status: 400 });
    expect(await host.call('POST', headers, { body })).toMatchObject({ status: 201 });
  });
});

describe('400 for a clientId', () => {
  it('without a session, also the own one', async () => {
    for (const headers of [{ 'x-client-id': host.backend }, { 'x-api-key': host.apiKey }]) {
      const body = { url: host.freshUrl(), clientId: host.backend };
      expect(await host.call('POST', headers, { body })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'clientId' }] },
      });
    }
  });
});

describe('401', () => {
  it('requires valid credentials', async () => {
    const body = { url: host.freshUrl() };
    for (const headers of [{}, { 'x-client-id': 'cli_nobody' }, { 'x-api-key': 'nothing' }]) {
      expect(await host.call('POST', headers, { body })).toMatchObject({ status: 401 });
    }
  });
});

describe('403', () => {
  it('refuses a public client ID alone in production', async () => {
    const headers = { 'x-client-id': host.browser, origin: SHOP };
    const body = { url: host.freshUrl() };
    expect(await host.call('POST', headers, { body, strict: true })).toMatchObject({
      status: 403,
      body: { code: 'proof_required' },
    });
  });

  it('refuses the session of another account as proof, and names what would prove it', async () => {
    const body = { url: host.freshUrl() };
    const foreign = { 'x-client-id': host.browser, ...host.foreignSession };
    expect(await host.call('POST', foreign, { body, strict: true })).toMatchObject({
      status: 403,
      body: { code: 'credentials_of_two_accounts' },
    });
    const alone = { 'x-client-id': host.browser };
    expect(await host.call('POST', alone, { body, strict: true })).toMatchObject({
      body: { code: 'proof_required', message: expect.stringContaining('session') },
    });
  });

  it('refuses the API key of another account as proof', async () => {
    const headers = { 'x-client-id': host.browser, 'x-api-key': host.foreignKey };
    const body = { url: host.freshUrl() };
    expect(await host.call('POST', headers, { body, strict: true })).toMatchObject({ status: 403 });
  });
});

describe('404', () => {
  it('with one body for a client ID of another account and one that does not exist', async () => {
    const before = await host.call('GET', host.session);
    const answers = [];
    for (const [headers, clientId] of [
      [host.foreignSession, host.backend],
      [host.session, 'cli_000000000000000000000000'],
      [host.session, 'nonsense'],
    ] as const) {
      const { status, body } = await host.call('POST', headers, {
        body: { url: host.freshUrl(), clientId },
      });
      const { correlationId: _, ...rest } = z.record(z.string(), z.unknown()).parse(body);
      answers.push({ status, rest });
    }
    expect(answers[0]).toMatchObject({ status: 404, rest: { code: 'client_id_not_found' } });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await host.call('GET', host.session)).toEqual(before);
  });
});
