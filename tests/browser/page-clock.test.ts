import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedBrowser } from './support/chromium.ts';
import { startPageHost } from './support/page-host.ts';
import { startStubApi } from './support/stub-api.ts';

const DAY_MS = 86_400_000;
const AHEAD_MS = 31 * DAY_MS;

it('the first view of a sandbox waits for no clock, and its scripts begin at the time of the sandbox', async () => {
  await using api = await startStubApi();
  const clock = { offsetMs: AHEAD_MS };
  await using host = await startPageHost({ mode: 'sandbox', apiUrl: api.url, clock });
  const context = await (await sharedBrowser()).newContext({ locale: 'en-GB' });
  try {
    const page = await context.newPage();
    const held = Promise.withResolvers<Route>();
    await page.route(`**/clock/${AHEAD_MS}.js`, held.resolve);
    await page.route('**/assets/main-*.js', async (route) => {
      const answer = await route.fetch();
      const body = `globalThis.beganAtMs = Date.now();${await answer.text()}`;
      await route.fulfill({ response: answer, body });
    });
    const beganAtMs = () => page.evaluate('globalThis.beganAtMs');
    await page.goto(host.linkUrl, { waitUntil: 'commit' });
    const script = await held.promise;
    // It stands behind the bill.
    await page.locator('footer').first().waitFor();
    expect(await beganAtMs()).toBeUndefined();
    await script.continue();
    await expect.poll(async () => (await beganAtMs()) !== undefined).toBe(true);
    const daysAhead = Math.round((Number(await beganAtMs()) - Date.now()) / DAY_MS);
    expect(daysAhead).toBe(31);
  } finally {
    await context.close();
  }
});
