import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { computeOnce } from '#kit/compute-once.ts';
import { referenceOf } from '../../../tests/support/reference-of.ts';
import { TEST_ENDPOINTS, type TestHost, testHost } from '../../../tests/support/test-host.ts';
import { ErrorBody } from './error-body.ts';
import { printOpenApi } from './openapi.ts';

let host: TestHost;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host[Symbol.asyncDispose]());

describe('the routes about the server', () => {
  it('give the addresses of documents, and answer liveness and readiness', async () => {
    expect((await host.app.inject('/')).json()).toMatchObject({
      docs: '/docs',
      openapi: '/openapi.json',
    });
    for (const path of ['/healthz', '/v1/health', '/v2/health']) {
      expect((await host.app.inject(path)).json(), path).toEqual({ status: 'ok' });
    }
    expect((await host.app.inject('/readyz')).json()).toMatchObject({ status: 'ready' });
  });

  it('name what is not ready', async () => {
    await using waiting = await testHost({
      ready: async () => ({
        ready: false,
        checks: [
          { name: 'database', ok: false, detail: 'does not answer' },
          { name: 'migrations', ok: true },
        ],
      }),
    });
    const answer = await waiting.app.inject('/readyz');
    expect(answer.statusCode).toBe(503);
    expect(ErrorBody.parse(answer.json())).toMatchObject({
      statusCode: 503,
      code: 'not_ready',
      message: 'Not ready: database',
      checks: [{ detail: 'does not answer' }, {}],
    });
  });

  it('show the reference as one page that runs no script and loads nothing from other hosts', async () => {
    const answer = await host.app.inject('/docs');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect((await host.app.inject('/docs/')).body).toBe(answer.body);
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-\S+'; style-src 'sha256-\S+';/);
    expect(policy).not.toMatch(/unsafe|https?:|self/);
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
    for (const [element, directive] of [
      ['script', 'script-src'],
      ['style', 'style-src'],
    ] as const) {
      const texts = [
        ...answer.body.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs')),
      ].map(([, text = '']) => text);
      expect(texts).toHaveLength(1);
      const hash = createHash('sha256').update(String(texts[0])).digest('base64');
      expect(policy).toContain(`${directive} 'sha256-${hash}'`);
    }
    expect(answer.body).not.toMatch(/<(script|link|img|iframe)[^>]*\s(src|href)="(?!data:)/);
    expect(answer.body).not.toMatch(/\sstyle="/);
    // Every refusal's `docUrl` names its operation behind a `#`.
    expect(answer.body).toContain('id="/Things/findThing"');
    expect((await host.app.inject('/v2/notice')).headers['content-security-policy']).not.toBe(
      policy,
    );
  });

  it('send the reference and the description compressed, and once to who has them', async () => {
    for (const url of ['/docs', '/openapi.json']) {
      const plain = await host.app.inject(url);
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.headers['cache-control']).toMatch(/^private, max-age=\d+$/);
      for (const [accepted, encoding, unpack] of [
        ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
        ['gzip;q=0.5, BR;q=0', 'gzip', gunzipSync],
      ] as const) {
        const headers = { 'accept-encoding': accepted };
        const packed = await host.app.inject({ url, headers });
        expect(packed.headers).toMatchObject({ 'content-encoding': encoding });
        expect(packed.headers['vary']).toContain('Accept-Encoding');
        expect(unpack(packed.rawPayload).toString()).toBe(plain.body);
        expect(packed.headers.etag).not.toBe(plain.headers.etag);
        const tag = { ...headers, 'if-none-match': String(packed.headers.etag) };
        const again = await host.app.inject({ url, headers: tag });
        expect([again.statusCode, again.body]).toEqual([304, '']);
      }
    }
  });

  it('write the description when it is first read, and once for both hosts and the reference', async () => {
    const urls = { api: 'http://api.example', auth: 'http://auth.example' };
    let written = 0;
    const openapi = computeOnce(() => {
      written += 1;
      return printOpenApi({ endpoints: TEST_ENDPOINTS, urls, webhooks: [] });
    });
    const parts = { openapi, reference: referenceOf(openapi, TEST_ENDPOINTS) };
    await using one = await testHost(parts);
    await using other = await testHost(parts);
    await one.app.ready();
    expect((await one.app.inject('/')).statusCode).toBe(200);
    expect(written).toBe(0);
    const read = await one.app.inject('/openapi.json');
    expect((await other.app.inject('/openapi.json')).body).toBe(read.body);
    expect((await other.app.inject('/docs')).statusCode).toBe(200);
    expect(written).toBe(1);
  });

  it('serve the description', async () => {
    const answer = await host.app.inject('/openapi.json');
    expect(answer.json()).toMatchObject({ openapi: '3.1.0', info: { version: '0.13.0' } });
    const earlier = await host.app.inject('/docs/json');
    expect([earlier.statusCode, earlier.headers.location]).toEqual([308, '/openapi.json']);
    const again = await host.app.inject({
      url: '/openapi.json',
      headers: { 'if-none-match': String(answer.headers.etag) },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(again.headers['access-control-allow-origin']).toBe('*');
  });
});
