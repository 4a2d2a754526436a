import { afterAll, describe, expect, it } from 'vitest';
import { startHttpServer } from '../../../tests/support/http-server.ts';
import { testPayHost } from '../../../tests/support/test-pay-host.ts';

const TOKEN = '01K0000000000000000000TEST';
const VIEW = {
  paymentType: 'single',
  status: 'pending',
  payee: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  network: 'base',
  amount: '1234567890123',
  paymentCurrency: 'USDC-base',
};

const api = await startHttpServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(VIEW));
});
const app = await testPayHost(api.url);
afterAll(async () => {
  await app.close();
  await api[Symbol.asyncDispose]();
});

const scriptOf = (html: string) => /<script type="module" src="([^"]+)"/.exec(html)?.[1] ?? '';

describe('a page', () => {
  it.each([
    [`/?token=${TOKEN}&lang=de`, {}],
    [`/?token=${TOKEN}`, { 'accept-language': 'nl, de-AT;q=0.9, en;q=0.8' }],
    [`/embed/?token=${TOKEN}&lang=de`, { 'accept-language': 'ja' }],
  ])('at %s with %j is in German, also its numbers', async (url, headers) => {
    const { body, headers: answered } = await app.inject({ url, headers });
    expect(body).toMatch(/^<!doctype html><html lang="de" dir="ltr">/);
    expect(body).toContain('>1.234.567,890123</span>');
    expect(scriptOf(body)).toMatch(/^\/assets\/de\/main-/);
    expect(answered['vary']).toBe('Accept-Language, Accept-Encoding');
  });

  it('is in English where nobody says which language is read', async () => {
    const { body, headers } = await app.inject(`/?token=${TOKEN}&lang=nl`);
    expect(body).toMatch(/^<!doctype html><html lang="en" dir="ltr">/);
    expect(body).toContain('>1,234,567.890123</span>');
    expect(headers['vary']).toBe('Accept-Language, Accept-Encoding');
  });

  it('links to itself in each language, and in a frame to the page in the language of the frame', async () => {
    const page = await app.inject(`/?token=${TOKEN}&from=shop`);
    expect(page.body).toContain(`href="/?token=${TOKEN}&amp;from=shop&amp;lang=de"`);
    const frame = await app.inject(`/embed/?token=${TOKEN}&lang=de-CH`);
    expect(frame.body).toContain(`href="/?token=${TOKEN}&amp;lang=de"`);
    const undecided = await app.inject({
      url: `/embed/?token=${TOKEN}`,
      headers: { 'accept-language': 'de' },
    });
    expect(undecided.body).toContain(`href="/?token=${TOKEN}"`);
  });
});

describe('a file of a page in a language', () => {
  it('is served by a host that nobody has asked for the page', async () => {
    const { body } = await app.inject(`/?token=${TOKEN}&lang=de`);
    const other = await testPayHost(api.url);
    const { statusCode, headers } = await other.inject(scriptOf(body));
    await other.close();
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it.each(['/assets/de/none.js', '/assets/nl/main.js', '/assets/constructor/main.js'])(
    'that there is none of is not found: %s',
    async (url) => {
      expect((await app.inject(url)).statusCode).toBe(404);
    },
  );
});
