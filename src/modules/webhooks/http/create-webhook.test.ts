import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

describe('400', () => {
  it.each([
    ['no address', {}],
    ['a number', { url: 5 }],
    ['no http address', { url: 'ftp://hook.example' }],
    ['plain http to a stranger', { url: 'http://hook.example' }],
    ['a private address', { url: 'https://192.168.1.1/hook' }],
    ['an address with a password', { url: 'https://me:secret@hook.example' }],
    ['an address that is too long', { url: `https://hook.example/${'a'.repeat(2_048)}` }],
    ['a field that nobody knows', { url: 'https://hook.example/x', events: [] }],
  ])('refuses %s and writes nothing', async (_what, body) => {
    const headers = { 'x-client-id': host.backend };
    const before = await host.call('GET', headers);
    expect(await host.call('POST', headers, { body })).toMatchObject({ status: 400 });
    expect(await host.call('GET', headers)).toEqual(before);
  });

  it('refuses an address that is registered already, in any spelling', async () => {
    const headers = { 'x-client-id': host.backend };
    const url = host.freshUrl();
    await host.call('POST', headers, { body: { url } });
    const again = { url: `${url.replace('hook.example', 'HOOK.example:443')}/` };
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

describe('401', () => {
  it('asks for credentials, and takes no unknown ones', async () => {
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

  it('refuses the API key of another account as proof', async () => {
    const headers = { 'x-client-id': host.browser, 'x-api-key': host.foreignKey };
    const body = { url: host.freshUrl() };
    expect(await host.call('POST', headers, { body, strict: true })).toMatchObject({ status: 403 });
  });
});
