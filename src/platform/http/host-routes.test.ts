import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestHost, testHost } from '../../../tests/support/test-host.ts';
import { ErrorBody } from './error-body.ts';

let host: TestHost;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host[Symbol.asyncDispose]());

describe('the routes about the server', () => {
  it('say where things are, that it is alive, and that it is ready', async () => {
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

  it('show a reference page that asks no foreign host', async () => {
    const answer = await host.app.inject('/docs/');
    expect(answer.statusCode).toBe(200);
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("connect-src 'self' http://api.example http://auth.example;");
    const linked = [...answer.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(
      (match) => match[1] ?? '',
    );
    expect(linked.length).toBeGreaterThan(4);
    for (const link of linked) {
      const asset = await host.app.inject(new URL(link, 'http://api.example/docs/').pathname);
      expect(asset.statusCode, link).toBe(200);
      expect(link).not.toMatch(/^(https?:)?\/\//);
      expect(asset.headers['content-security-policy']).toBe(policy);
    }
    const started = (await host.app.inject('/docs/static/swagger-initializer.js')).body;
    expect(started).toContain('"validatorUrl":null');
    // Every refusal's `docUrl` names its operation behind a `#`.
    expect(started).toContain('"deepLinking":true');
    expect((await host.app.inject('/docs')).statusCode).toBe(200);
    expect((await host.app.inject('/v2/notice')).headers['content-security-policy']).not.toBe(
      policy,
    );
  });

  it('serve the description', async () => {
    const answer = await host.app.inject('/openapi.json');
    expect(answer.json()).toMatchObject({ openapi: '3.1.0', info: { version: '0.13.0' } });
    expect((await host.app.inject('/docs/json')).json()).toEqual(answer.json());
    const again = await host.app.inject({
      url: '/openapi.json',
      headers: { 'if-none-match': String(answer.headers.etag) },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(again.headers['access-control-allow-origin']).toBe('*');
  });
});
