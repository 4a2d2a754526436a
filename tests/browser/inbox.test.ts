import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { signText } from '#kit/secret.ts';
import { INBOX_HOOK_PATH, openInbox } from '../../src/hosts/pay/inbox.ts';
import { sharedBrowser } from './support/chromium.ts';
import { startPageHost } from './support/page-host.ts';
import { watchPage } from './support/watched-page.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const SECRET = 'b'.repeat(64);
const ORIGINAL = '01KC9V7N3E5GQ0X8R2JT6WZ4MA';

/** Until the page was shown as it is now. */
const PAGE_SHOWN =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** With a word of 66 letters, which a narrow screen has to break. */
const confirmed = JSON.stringify({
  event: 'payment.confirmed',
  txHash: `0x${'3'.repeat(64)}`,
  amount: '12.5',
});
const partial = JSON.stringify({ event: 'payment.partial', amount: '5' });

async function open(options: { readonly dark?: boolean } = {}) {
  const inbox = openInbox();
  inbox.secret = SECRET;
  const host = await startPageHost({ mode: 'sandbox', apiUrl: 'http://127.0.0.1:9', inbox });
  const watched = await watchPage(browser, { origins: [host.url], ...options });
  return {
    ...watched,
    url: `${host.url}/inbox?live=0`,
    send: async (body: string, headers: Readonly<Record<string, string>>) => {
      const all = { 'content-type': 'application/json', ...headers };
      const sent = await fetch(host.url + INBOX_HOOK_PATH, { method: 'POST', body, headers: all });
      expect(sent.status).toBe(204);
    },
    [Symbol.asyncDispose]: async () => {
      await watched[Symbol.asyncDispose]();
      await host[Symbol.asyncDispose]();
    },
  };
}

describe('the inbox in a browser', () => {
  for (const dark of [false, true]) {
    it(`shows what was signed, replayed and forged, ${dark ? 'in the dark' : 'by day'}`, async () => {
      await using scene = await open({ dark });
      const { page } = scene;
      await scene.send(confirmed, {
        'x-service-signature': signText(SECRET, confirmed),
        'x-service-delivery': '01KC9V7N3E5GQ0X8R2JT6WZ4MB',
        'x-service-retry-count': '1',
        'x-service-test': 'true',
        'x-service-replay-of': ORIGINAL,
      });
      await scene.send(partial, { 'x-service-signature': '0'.repeat(64) });
      await page.goto(scene.url);
      const [newest, oldest] = await page.getByRole('listitem').allTextContents();
      expect(newest).toMatch(/^\s*payment\.partial/);
      expect(newest).toMatch(/x-service-signature\s*wrong/);
      expect(oldest).toMatch(/x-service-signature\s*right/);
      for (const summary of await page.locator('summary').all()) await summary.click();
      await page.getByText(`x-service-replay-of: ${ORIGINAL}`).waitFor();
      await page.getByText('"amount": "12.5"').waitFor();
      await scene.expectSound(dark ? 'inbox-dark' : 'inbox');
      await page.getByRole('link', { name: 'payment.partial' }).click();
      await page.getByRole('heading', { level: 2, name: 'payment.partial' }).waitFor();
      expect(await page.getByRole('listitem').count()).toBe(1);
      scene.expectQuiet();
    });
  }

  it('says how to fill it, and is usable by keyboard alone', async () => {
    await using scene = await open();
    const { page } = scene;
    await page.goto(scene.url);
    await page.getByText('npx florin trigger payment.confirmed').waitFor();
    await scene.expectSound('inbox-empty');
    await scene.send(partial, { 'x-service-signature': signText(SECRET, partial) });
    // Browsers drop keys of a page that they have not shown yet.
    await page.evaluate(PAGE_SHOWN);
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Refresh');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'payment.partial' }).waitFor();
    scene.expectQuiet();
  });
});
