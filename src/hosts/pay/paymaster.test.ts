import type { IncomingHttpHeaders } from 'node:http';
import fastify from 'fastify';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { startHttpServer } from '../../../tests/support/http-server.ts';
import { hostHeaders } from '../pages/page-headers.ts';
import { mountPaymaster } from './paymaster.ts';

const URL = '/paymaster/01K0000000000000000000TEST';
const ASKED = { jsonrpc: '2.0', id: 3, method: 'pm_getPaymasterStubData', params: [{}, '0x1'] };

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

function hostOf(apiUrl: string, networks: readonly string[] = ['base']) {
  const app = fastify();
  const payUrl = 'https://pay.example';
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(hostHeaders(payUrl));
  });
  mountPaymaster(app, {
    ...{ apiUrl, payUrl, clientId: 'cli_page', networks: new Set(networks) },
    log: pino({ level: 'silent' }),
  });
  opened.push({ close: () => app.close() });
  return app;
}

/** An API that answers everything like this, and keeps what it was asked. */
async function apiThat(status: number, body: object, headers: Record<string, string> = {}) {
  const asked: { url: string | undefined; headers: IncomingHttpHeaders; body: string }[] = [];
  const server = await startHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url, headers: sent } = request;
      asked.push({ url, headers: sent, body: Buffer.concat(chunks).toString() });
      response.writeHead(status, headers).end(JSON.stringify(body));
    });
  });
  return { url: server.url, asked, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

const nowhere = 'http://127.0.0.1:9';

describe('the paymaster that wallets of the page are named', () => {
  it('calls the API in the name of the page, and passes on nothing else of the wallet', async () => {
    const said = { jsonrpc: '2.0', id: 3, result: { paymaster: '0x1' } };
    await using api = await apiThat(200, said);
    const headers = { cookie: 'a=b', authorization: 'Bearer x', origin: 'https://wallet.example' };
    const more = { ...ASKED, other: 'member' };
    const answer = await hostOf(api.url).inject({
      method: 'POST',
      url: URL,
      headers,
      payload: more,
    });
    expect([answer.statusCode, answer.json()]).toEqual([200, said]);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    const [asked, ...others] = api.asked;
    expect(others).toEqual([]);
    expect(asked?.url).toBe('/v2/secure-payments/01K0000000000000000000TEST/user-operations');
    expect(JSON.parse(asked?.body ?? '')).toEqual(ASKED);
    expect(asked?.headers).toMatchObject({
      origin: 'https://pay.example',
      'x-client-id': 'cli_page',
      'x-forwarded-for': '127.0.0.1',
    });
    expect(asked?.headers).not.toHaveProperty('cookie');
    expect(asked?.headers).not.toHaveProperty('authorization');
  });

  it('lets pages and extensions of wallets call it', async () => {
    const headers = { origin: 'https://wallet.example', 'access-control-request-method': 'POST' };
    const answer = await hostOf(nowhere).inject({ method: 'OPTIONS', url: URL, headers });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
    });
  });

  it('serves the two methods of ERC-7677 for one link, one call at a time', async () => {
    await using api = await apiThat(200, {});
    const app = hostOf(api.url);
    const post = async (payload: object, url = URL) =>
      await app.inject({ method: 'POST', url, payload });
    for (const method of ['eth_sendUserOperation', 'eth_chainId', 'toString', 7]) {
      const answer = await post({ ...ASKED, method });
      expect([answer.statusCode, answer.json()]).toMatchObject([200, { error: { code: -32_601 } }]);
    }
    for (const payload of [[ASKED], { ...ASKED, id: undefined }, { ...ASKED, params: {} }]) {
      const answer = await post(payload);
      expect([answer.statusCode, answer.json()]).toMatchObject([400, { error: { code: -32_600 } }]);
    }
    expect((await post(ASKED, `/paymaster/${'x'.repeat(65)}`)).statusCode).toBe(404);
    const large = await post({ ...ASKED, params: ['x'.repeat(64 * 1024)] });
    expect(large.statusCode).toBe(413);
    const headers = { 'content-type': 'text/plain' };
    const text = await app.inject({ method: 'POST', url: URL, payload: 'x', headers });
    expect([400, 415]).toContain(text.statusCode);
    expect((await app.inject(URL)).statusCode).toBe(404);
    expect(api.asked).toEqual([]);
    await post(ASKED, '/paymaster/..%2f..%2fv2%2fpayouts');
    const [{ url } = { url: undefined }] = api.asked;
    expect(url).toBe('/v2/secure-payments/..%2F..%2Fv2%2Fpayouts/user-operations');
  });

  it('keeps status, words and waiting time of what the API refuses', async () => {
    const body = { statusCode: 429, message: 'The budget is used up', code: 'any' };
    await using api = await apiThat(429, body, { 'retry-after': '7' });
    const app = hostOf(api.url);
    const answer = await app.inject({ method: 'POST', url: URL, payload: ASKED });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '7']);
    const error = { code: -32_000, message: 'The budget is used up' };
    expect(answer.json()).toEqual({ jsonrpc: '2.0', id: 3, error });
  });

  it('says that an API which is gone does not answer', async () => {
    const answer = await hostOf(nowhere).inject({ method: 'POST', url: URL, payload: ASKED });
    expect([answer.statusCode, answer.json()]).toMatchObject([502, { id: 3 }]);
  });

  it('is nowhere without a paymaster of the operator', async () => {
    const answer = await hostOf(nowhere, []).inject({ method: 'POST', url: URL, payload: ASKED });
    expect(answer.statusCode).toBe(404);
  });
});
