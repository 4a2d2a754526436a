import { pino } from 'pino';
import type { BrowserContext } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ensureDashboardBuild } from '../../src/hosts/dashboard/build.ts';
import { createDashboardHost } from '../../src/hosts/dashboard/dashboard-host.ts';
import { sharedBrowser } from './support/chromium.ts';
import { injectWallet } from './support/injected-wallet.ts';
import { lendPageHost } from './support/page-host.ts';
import { startStubApi } from './support/stub-api.ts';

/**
 * Notes each use of a language's rules, and keeps back what a page puts off for half a second or more, so that a slow machine reaches nothing of it. A
 * browser's first use of them takes a slow phone longer than all that these pages do before they can be used.
 */
const NOTE_RULES = `(() => {
  globalThis.rulesUsed = [];
  for (const name of Object.getOwnPropertyNames(Intl)) {
    if (typeof Intl[name] !== 'function' || !/^[A-Z]/.test(name)) continue;
    const note = () => globalThis.rulesUsed.push(name);
    Intl[name] = new Proxy(Intl[name], {
      construct: (rules, given, as) => (note(), Reflect.construct(rules, given, as)),
      apply: (rules, self, given) => (note(), Reflect.apply(rules, self, given)),
    });
  }
  const later = setTimeout;
  globalThis.setTimeout = (run, ms, ...given) => (ms >= 500 ? 0 : later(run, ms, ...given));
})()`;

/** A profile of its own, as scripts are added to it. */
async function openContext() {
  const browser = await sharedBrowser();
  const context: BrowserContext = await browser.newContext({ locale: 'en-GB' });
  await context.addInitScript({ content: NOTE_RULES });
  return Object.assign(context, { [Symbol.asyncDispose]: () => context.close() });
}

/** A stub of the auth host, which the page reaches under a name that is no host. */
const AUTH_URL = 'http://auth.localhost:9';

const SESSION = {
  ...{ id: '01KDY8S0K3V7R2M5XQ9ZB4HTWC', kind: 'email', walletAddress: null, walletFamily: null },
  ...{ email: 'ada@example.com', accountId: '01KC9TZ5S2E8VXH3M6Q4WJ7RBD', role: 'owner' },
  ...{ personId: '01KC9TZ6N4B1W5Q8YJ0D7XGM2R', createdAt: '2026-01-02T03:04:05.000Z' },
  ...{ lastUsedAt: '2026-01-02T03:04:05.000Z', expiresAt: '2126-01-02T03:04:05.000Z' },
  ...{ isAdministrator: false, mustAddSecondFactor: false },
};

describe('until it can be used, a page asks a browser for no rules of a language', () => {
  it('whether it is the pay page', async () => {
    await using api = await startStubApi();
    await using host = await lendPageHost({ mode: 'production', apiUrl: api.url });
    await using context = await openContext();
    await injectWallet(context, async () => []);
    const page = await context.newPage();
    await page.goto(host.linkUrl);
    await page.getByRole('button', { name: 'Pay with Rabbit Wallet' }).waitFor();
    expect(await page.evaluate('globalThis.rulesUsed')).toEqual([]);
  });

  it('or the dashboard, whose first page is drawn with the policy that it is served under', async () => {
    const log = pino({ level: 'silent' });
    let dashboardUrl = 'http://127.0.0.1';
    await using host = await createDashboardHost({
      mode: 'production',
      build: await ensureDashboardBuild({ log }),
      get dashboardUrl() {
        return dashboardUrl;
      },
      ...{ apiUrl: AUTH_URL, authUrl: AUTH_URL, payUrl: AUTH_URL },
      ...{ trustedProxies: [], networks: [], log },
    });
    dashboardUrl = await host.listen({ host: '127.0.0.1', port: 0 });
    await using context = await openContext();
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('console', (message) => {
      if (/policy/i.test(message.text())) faults.push(message.text());
    });
    await page.route(`${AUTH_URL}/**`, async (route) => {
      const headers = {
        'access-control-allow-origin': dashboardUrl,
        'access-control-allow-credentials': 'true',
      };
      // Everything but the session stays on its way.
      if (route.request().url().endsWith('/v1/auth/session')) {
        await route.fulfill({ json: SESSION, headers });
      }
    });
    await page.goto(dashboardUrl);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(await page.evaluate('globalThis.rulesUsed')).toEqual([]);
    expect(faults).toEqual([]);
    // The style of the document is there.
    const background = 'getComputedStyle(document.querySelector("header")).backgroundColor';
    expect(await page.evaluate(background)).not.toBe('rgba(0, 0, 0, 0)');
  });
});
