import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { ensureDashboardBuild } from './build.ts';
import { createDashboardHost, type DashboardHostParts } from './dashboard-host.ts';

const log = pino({ level: 'silent' });
const build = await ensureDashboardBuild({ log });

const PARTS: DashboardHostParts = {
  mode: 'production',
  build,
  dashboardUrl: 'https://dashboard.example',
  apiUrl: 'https://api.example',
  authUrl: 'https://auth.example',
  payUrl: 'https://pay.example',
  trustedProxies: [],
  networks: ['sepolia'],
  log,
};

const host = await createDashboardHost(PARTS);
afterAll(() => host.close());

const asPerson = { accept: 'text/html,application/xhtml+xml' };

describe('the host of the dashboard', () => {
  it.each(['/', '/get-paid?page=2', '/payments/0123'])('serves one document at %s', async (url) => {
    const answer = await host.inject({ url, headers: asPerson });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toContain(build.script);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('lets a page run and load nothing but its own files, call both hosts, and turn no text into script', async () => {
    const { headers, body } = await host.inject({ url: '/', headers: asPerson });
    const style = /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self' 'sha256-${hash}'; img-src 'self' data:; ` +
        "connect-src 'self' https://api.example https://auth.example; form-action 'none'; base-uri 'none'; " +
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(headers).toMatchObject({
      'strict-transport-security': expect.stringContaining('max-age='),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    });
  });

  it('hands out no wallet in production, and those of the sandbox there', async () => {
    const produced = await host.inject({ url: '/', headers: asPerson });
    expect(produced.body).not.toContain('privateKey');
    expect(produced.body).toContain('Ethereum');
    const sandbox = await createDashboardHost({ ...PARTS, mode: 'sandbox' });
    const tried = await sandbox.inject({ url: '/', headers: asPerson });
    await sandbox.close();
    expect(tried.body).toContain('privateKey');
    expect(tried.body).toContain('Sepolia');
    expect(tried.body).not.toContain('Ethereum');
  });

  it.each([
    ['gzip, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['', undefined],
  ])('serves its files as compressed as %j takes, and for good', async (accepted, encoding) => {
    const headers = { 'accept-encoding': accepted };
    const answer = await host.inject({ url: build.script, headers });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    });
  });

  it('compresses its document, which carries the style after the names of all scripts', async () => {
    const plain = await host.inject({ url: '/', headers: asPerson });
    const [before = '', style] = plain.body.split(/<\/?style>/);
    expect(style).toBe(await readFile(join(build.folder, build.style), 'utf8'));
    // Not closed by what stands in it, and loading nothing that the policy would refuse.
    expect(style).not.toContain('</');
    expect(style).not.toMatch(/url\((?!["']?(?:data:|#))/);
    expect(before).toContain(build.script);
    expect(before).toContain('rel="modulepreload"');
    expect(plain.body).not.toContain('rel="stylesheet"');
    const headers = { ...asPerson, 'accept-encoding': 'br' };
    const answer = await host.inject({ url: '/', headers });
    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(plain.body);
  });

  it.each([
    ['/assets/none.js', {}],
    ['/nothing.json', { accept: 'application/json' }],
    ['/assets/../page.json', {}],
  ])('has nothing at %s', async (url, headers) => {
    const answer = await host.inject({ url, headers });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({
      statusCode: 404,
      message: 'Nothing is here',
      error: 'Not Found',
    });
  });

  it('takes no writes, and says that it lives', async () => {
    expect((await host.inject({ method: 'POST', url: '/' })).statusCode).toBe(404);
    expect((await host.inject({ url: '/healthz' })).json()).toEqual({ status: 'ok' });
    expect((await host.inject({ url: '/robots.txt' })).body).toContain('Disallow: /');
  });
});
