import { pino } from 'pino';
import { expect, it } from 'vitest';
import { systemClock } from '#kit/clock.ts';
import { openOutbound } from '#platform/outbound/outbound.ts';
import { openSumsubProvider } from '#providers/sumsub/sumsub-provider.ts';
import { startIdentityServer } from '#sandbox/identity/identity-server.ts';
import { SANDBOX_IDENTITY } from '#sandbox/identity/identity-settings.ts';
import { ensurePageBuild } from './build.ts';
import { createPayHost } from './pay-host.ts';

const log = pino({ level: 'silent' });
const build = await ensurePageBuild({ log });

async function openHost(mode: 'sandbox' | 'production', identityProviderUrl: string) {
  return await createPayHost({
    mode,
    build,
    identityProviderUrl,
    payUrl: 'http://127.0.0.1:9',
    apiUrl: 'http://127.0.0.1:9',
    authUrl: 'http://127.0.0.1:10',
    clientId: 'cli_page',
    trustedProxies: [],
    rpcUrls: new Map(),
    log,
  });
}

it('lets a tester decide what comes of a check, in the sandbox alone', async () => {
  const server = await startIdentityServer({ pageUrl: 'http://127.0.0.1:9/sandbox/identity' });
  const outbound = openOutbound({ privateAddresses: 'allow' });
  const options = { outbound, now: systemClock, baseUrl: server.url, ...SANDBOX_IDENTITY };
  const provider = openSumsubProvider(options);
  const page = 'http://127.0.0.1:9/done';
  const check = await provider.start({
    userRef: 'payer.1',
    level: 'individual',
    successUrl: page,
    failUrl: page,
    ttlSeconds: 60,
  });
  const { pathname: url } = new URL(check.url);
  const app = await openHost('sandbox', server.url);
  const shown = await app.inject(url);
  expect(shown.statusCode).toBe(200);
  expect(shown.body).toContain('not begun');
  expect(shown.headers['content-security-policy']).toContain("form-action 'self'");
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const decide = (payload: string) => app.inject({ method: 'POST', url, headers, payload });
  for (const [decision, status] of [
    ['approve', 'approved'],
    ['reject', 'rejected'],
    ['retry', 'retry_required'],
    ['pend', 'pending'],
  ]) {
    expect((await decide(`decision=${decision}`)).statusCode).toBe(200);
    expect(await provider.readStatus(check.reference)).toMatchObject({ status });
  }
  await decide('decision=everything');
  expect(await provider.readStatus(check.reference)).toMatchObject({ status: 'pending' });
  expect((await app.inject(`/sandbox/identity/${'0'.repeat(48)}`)).statusCode).toBe(404);
  expect((await app.inject('/sandbox/agreement')).statusCode).toBe(200);
  await app.close();

  const production = await openHost('production', server.url);
  for (const path of [url, '/sandbox/agreement']) {
    expect((await production.inject(path)).statusCode).toBe(404);
  }
  await production.close();
  await outbound.close();
  await server.stop();
});
