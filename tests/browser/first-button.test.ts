import type { BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from './support/chromium.ts';
import { injectWallet, type WalletCall } from './support/injected-wallet.ts';
import { lendPageHost, type PageHost, TOKEN_TEXT } from './support/page-host.ts';
import { type StubApi, startStubApi } from './support/stub-api.ts';

const BUTTON = 'Pay with Rabbit Wallet';

let api: StubApi;
let host: PageHost;
beforeAll(async () => {
  api = await startStubApi();
  host = await lendPageHost({ mode: 'production', apiUrl: api.url });
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

/** A link of which the document alone has come: all other scripts wait on the line until they are let through. */
async function openScriptless(prepare: { readonly script?: string; readonly hash?: string } = {}) {
  const browser = await sharedBrowser();
  const context: BrowserContext = await browser.newContext({ locale: 'en-GB' });
  const calls: WalletCall[] = [];
  await injectWallet(context, async (call) => {
    calls.push(call);
    // A connection that the person has not answered yet.
    return call.method === 'eth_accounts' ? [] : await new Promise(() => undefined);
  });
  if (prepare.script !== undefined) await context.addInitScript({ content: prepare.script });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  const waiting: Route[] = [];
  let isHeld = true;
  await page.route('**/assets/*.js', async (route) => {
    if (isHeld) waiting.push(route);
    else await route.continue();
  });
  await page.goto(`${host.linkUrl}${prepare.hash ?? ''}`, { waitUntil: 'commit' });
  // It stands behind the script.
  await page.locator('footer').first().waitFor();
  return {
    page,
    calls,
    faults,
    letThrough: async () => {
      isHeld = false;
      await Promise.all(waiting.splice(0).map((route) => route.continue()));
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}

const untilAsked = (page: Page) =>
  page.getByRole('heading', { name: 'Open Rabbit Wallet' }).waitFor();

/** Has the browser keep a text from before the page is opened. */
const keep = (key: string) => `localStorage.setItem(${JSON.stringify(key)}, 'x')`;

describe('the button in the document', () => {
  it('can be pressed before any script has come, and that press leads to the wallet', async () => {
    await using opened = await openScriptless();
    const { page, calls, faults } = opened;
    await page.getByRole('button', { name: BUTTON }).click();
    await page.locator('button[aria-busy]', { hasText: BUTTON }).waitFor();
    // Nothing is asked of the wallet before the page knows whatever holds a press back.
    expect(calls).toEqual([]);
    await opened.letThrough();
    await untilAsked(page);
    const asked = () => calls.filter(({ method }) => method === 'eth_requestAccounts').length;
    await expect.poll(asked).toBe(1);
    expect(faults).toEqual([]);
  });

  it('is the one that the page goes on with, focus and all', async () => {
    await using opened = await openScriptless();
    const { page, calls, faults } = opened;
    const button = page.getByRole('button', { name: BUTTON });
    await button.focus();
    expect(await page.getByText('Looking for wallets').count()).toBe(0);
    await page.evaluate('globalThis.first = document.activeElement');
    await opened.letThrough();
    // It comes with the controller, which has searched for wallets itself by then.
    await page.getByText('Pay with another device').waitFor();
    expect(await button.count()).toBe(1);
    expect(await page.evaluate('document.activeElement === globalThis.first')).toBe(true);
    await page.keyboard.press('Enter');
    await untilAsked(page);
    const asked = () => calls.filter(({ method }) => method === 'eth_requestAccounts').length;
    await expect.poll(asked).toBe(1);
    expect(faults).toEqual([]);
  });

  it.each([
    ['a tab that was opened for one payment', { hash: '#expect=1.00' }],
    ['a browser that has begun to pay the link', { script: keep(`florin.payment.${TOKEN_TEXT}`) }],
    [
      'a browser whose last wallet is not here yet',
      { script: "localStorage.setItem('florin.wallet', 'example.other')" },
    ],
  ])('is not there in %s', async (_where, prepare) => {
    await using opened = await openScriptless(prepare);
    const { page } = opened;
    expect(await page.getByRole('button', { name: BUTTON }).count()).toBe(0);
    expect(await page.locator('.wallets').count()).toBe(1);
  });

  it('stands behind the wallet that was used last, once both are here', async () => {
    const script = `localStorage.setItem('florin.wallet', 'example.other');
      const detail = { info: { uuid: '7', name: 'Other Wallet', icon: 'data:,', rdns: 'example.other' }, provider: { request: async () => [] } };
      addEventListener('eip6963:requestProvider', () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })));`;
    await using opened = await openScriptless({ script });
    const names = await opened.page.locator('.wallets button').allTextContents();
    expect(names).toEqual(['Pay with Other Wallet', BUTTON]);
    expect(await opened.page.locator('.primary').textContent()).toBe('Pay with Other Wallet');
  });
});
