import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sharedBrowser } from './support/chromium.ts';
import { TOKEN_TEXT } from './support/page-host.ts';
import { startScene } from './support/scene.ts';
import { comeBack, frameIn, heading, startScriptedShop } from './support/scripted-shop.ts';
import { completedBody, viewBody } from './support/stub-api.ts';
import { startStubServer } from './support/stub-server.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** A shop without a script of ours: it keeps every message, and says hello where a test has it do so. */
const shopPage = (frameUrl: string) => `<!doctype html>
<html lang="en">
<title>Shop</title>
<link rel="icon" href="data:,">
<main><h1>Order 77</h1><iframe title="Payment" width="340" height="620" src="${frameUrl}"></iframe></main>
<script>
  const messages = [];
  addEventListener('message', ({ origin, data }) => messages.push({ origin, data }));
  const sayHello = () => frames[0].postMessage({ type: 'florin:hello' }, '*');
</script>
</html>`;

/** A scene with two shops, of which the client ID of the payment lists the first. */
async function startShops() {
  const scene = await startScene({ browser, mode: 'sandbox' });
  const frameUrl = `${scene.host.url}/embed/?token=${TOKEN_TEXT}`;
  const serve = (html: string) =>
    startStubServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(html);
    });
  const [shop, other] = [await serve(shopPage(frameUrl)), await serve(shopPage(frameUrl))];
  const embedding = (isWalletConnected: boolean) => {
    const body = { allowedDomains: [shop.url], isWalletConnected };
    scene.api.embedding = { status: 200, body };
  };
  embedding(false);
  return {
    ...scene,
    shop,
    other,
    frameUrl,
    embedding,
    [Symbol.asyncDispose]: async () => {
      await scene[Symbol.asyncDispose]();
      await shop[Symbol.asyncDispose]();
      await other[Symbol.asyncDispose]();
    },
  };
}

const eventsIn = (page: Page) =>
  page.evaluate(
    'messages.filter(({ data }) => data.type === "florin:event").map(({ data }) => data.event)',
  );

describe('the frame in a shop that the client ID lists', () => {
  it('leads to the pay page in a tab of its own, and says what becomes of the payment', async () => {
    await using scene = await startShops();
    const { page, context, shop, api, host } = scene;
    await page.goto(shop.url);
    const frame = await frameIn(page);
    await heading(frame, 'Pay on the payment page');
    expect(await frame.textContent('main')).toContain('12.50');
    const deadline = frame.getByText(/^Pay by \d\d:\d\d UTC on /);
    await deadline.waitFor();
    await page.evaluate('sayHello()');
    const opening = context.waitForEvent('page');
    await frame.getByRole('link', { name: 'Open the payment page' }).click();
    const tab = await opening;
    await tab.getByRole('button', { name: 'Pay with Rabbit Wallet' }).waitFor();
    expect(tab.url()).toBe(host.linkUrl);
    expect(await tab.evaluate('[opener, top === self]')).toEqual([null, true]);
    await tab.close();

    await heading(frame, 'Go on in the other tab');
    scene.embedding(true);
    const requestStatuses = [
      { requestId: 'a', hasBeenPaid: false, txHash: `0x${'7a'.repeat(32)}` },
    ];
    api.view = { status: 200, body: viewBody({ requestStatuses }) };
    await comeBack(frame);
    await heading(frame, 'Waiting for the network…');
    expect(await deadline.isVisible()).toBe(false);
    api.view = { status: 409, body: completedBody(`0x${'7a'.repeat(32)}`) };
    await comeBack(frame);
    await heading(frame, 'This payment is complete');
    expect(await frame.textContent('main')).toContain('12.50');
    const reported = ['opened', 'wallet_connected', 'submitted', 'confirmed'];
    await expect.poll(() => eventsIn(page)).toEqual(reported);
    expect(await page.evaluate('messages.map(({ origin }) => origin)')).not.toContain(shop.url);
    const names = await page.evaluate('messages.flatMap(({ data }) => Object.keys(data))');
    expect(new Set(z.array(z.string()).parse(names))).toEqual(
      new Set(['type', 'status', 'event', 'height']),
    );
    expect(scene.wallet.calls.filter(({ method }) => method !== 'eth_accounts')).toEqual([]);
  });

  it('says nothing before the shop has said hello, and its height and Escape afterwards', async () => {
    await using scene = await startShops();
    const { page, shop, api } = scene;
    api.view = { status: 409, body: completedBody(null) };
    await page.goto(shop.url);
    const frame = await frameIn(page);
    await heading(frame, 'This payment is complete');
    await frame.getByRole('link', { name: 'Open the receipt' }).press('Escape');
    expect(await page.evaluate('messages')).toEqual([]);
    await page.evaluate('sayHello()');
    await expect.poll(() => eventsIn(page)).toEqual(['confirmed']);
    await frame.getByRole('link', { name: 'Open the receipt' }).press('Escape');
    const types = () => page.evaluate('messages.map(({ data }) => data.type)');
    const said = ['florin:status', 'florin:event', 'florin:size', 'florin:close'];
    await expect.poll(types).toEqual(said);
  });

  it('leads there without a script too', async () => {
    await using scene = await startScene({ browser, mode: 'sandbox', script: false });
    await scene.page.goto(`${scene.host.url}/embed/?token=${TOKEN_TEXT}`);
    await scene.heading('Pay on the payment page');
    const link = scene.page.getByRole('link', { name: 'Open the payment page' });
    expect(await link.getAttribute('href')).toBe(`/?token=${TOKEN_TEXT}`);
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
  });
});

it('a shop that the client ID does not list frames nothing', async () => {
  await using scene = await startShops();
  const { page, other } = scene;
  await page.goto(other.url);
  const shown = () =>
    page
      .frames()
      .map((frame) => frame.url())
      .at(-1);
  await expect.poll(shown).toContain('chrome-error:');
  await page.evaluate('sayHello()');
  expect(await page.evaluate('messages')).toEqual([]);
});

it('a listed page that another one opens the frame for receives nothing', async () => {
  await using scene = await startShops();
  const { page, context, shop, frameUrl } = scene;
  await page.goto(shop.url);
  const opening = context.waitForEvent('page');
  await page.evaluate(`globalThis.opened = open('${frameUrl}')`);
  const tab = await opening;
  await tab.getByRole('heading', { level: 2, name: 'Pay on the payment page' }).waitFor();
  // It is no frame of the shop's, so the shop is not its parent.
  await page.evaluate(`opened.postMessage({ type: 'florin:hello' }, '*')`);
  await tab.evaluate('new Promise((resolve) => requestAnimationFrame(() => resolve()))');
  expect(await page.evaluate('messages')).toEqual([]);
  await tab.close();
});

/** A shop with the script, under a policy that allows neither styles nor scripts in its page. */
const POLICY =
  "default-src 'none'; style-src 'none'; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'";
const SHOP_CODE = `
  globalThis.events = [];
  const onEvent = ({ event, status }) => events.push(event + ' ' + status);
  document.querySelector('button').addEventListener('click', () => {
    globalThis.shown = Florin.open(location.hash.slice(1), { onEvent });
  });
  globalThis.mount = (link) => Florin.mount(document.querySelector('main'), link, { onEvent });`;

const startShop = () =>
  startScriptedShop({
    browser,
    policy: POLICY,
    code: SHOP_CODE,
    page: (
      payUrl,
    ) => `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">
<main><h1>Order 77</h1><button>Pay</button></main><script src="${payUrl}/florin.js"></script><script src="/shop.js"></script></html>`,
  });

describe('florin.js in a shop with a strict policy', () => {
  it('shows the payment above the page, reports its end, and gives the focus back on Escape', async () => {
    await using scene = await startShop();
    const { page, api, shopUrl } = scene;
    await page.goto(shopUrl);
    await page.getByRole('button', { name: 'Pay' }).click();
    const dialog = page.getByRole('dialog', { name: 'Payment' });
    await dialog.waitFor();
    const frame = await frameIn(page);
    await heading(frame, 'Pay on the payment page');
    const link = frame.getByRole('link', { name: 'Open the payment page' });
    expect(await link.getAttribute('href')).toBe(`/?token=${TOKEN_TEXT}`);
    api.view = { status: 409, body: completedBody(null) };
    await comeBack(frame);
    await heading(frame, 'This payment is complete');
    const reported = () => page.evaluate('events');
    await expect.poll(reported).toEqual(['confirmed confirmed']);
    await frame.getByRole('link', { name: 'Open the receipt' }).press('Escape');
    await expect.poll(reported).toEqual(['confirmed confirmed', 'closed confirmed']);
    expect(await dialog.count()).toBe(0);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Pay');
    expect(scene.refusals).toEqual([]);
  });

  it('says what it says itself in the language of the shop’s page', async () => {
    await using scene = await startShop();
    const { page, shopUrl } = scene;
    await page.goto(shopUrl);
    await page.evaluate('document.documentElement.lang = "de-CH"');
    await page.getByRole('button', { name: 'Pay' }).click();
    const dialog = page.getByRole('dialog', { name: 'Zahlung' });
    await dialog.getByRole('button', { name: 'Schließen' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('closes by its button, and by Escape outside of the frame', async () => {
    await using scene = await startShop();
    const { page, shopUrl } = scene;
    await page.goto(shopUrl);
    for (const close of [
      () => page.getByRole('button', { name: 'Close' }).click(),
      () => page.getByRole('button', { name: 'Close' }).press('Escape'),
    ]) {
      await page.getByRole('button', { name: 'Pay' }).click();
      await heading(await frameIn(page), 'Pay on the payment page');
      // The heading is there before the frame has said anything to the shop.
      await expect.poll(() => page.evaluate('shown.status')).toBe('payable');
      await close();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(await page.evaluate('events')).toEqual(['closed payable', 'closed payable']);
  });

  it('shows the payment within the page, as high as it is', async () => {
    await using scene = await startShop();
    const { page, host, shopUrl } = scene;
    await page.goto(shopUrl);
    const expected = '#expect=sha256:0';
    await page.evaluate(`globalThis.shown = mount('${host.linkUrl}${expected}')`);
    const frame = await frameIn(page);
    await heading(frame, 'Pay on the payment page');
    const link = frame.getByRole('link', { name: 'Open the payment page' });
    // The pay page compares it, so on its way through the frame nothing of it may be lost.
    await expect.poll(() => link.getAttribute('href')).toBe(`/?token=${TOKEN_TEXT}${expected}`);
    const overflow = 'document.documentElement.scrollHeight - innerHeight';
    await expect.poll(() => frame.evaluate(overflow)).toBe(0);
    await expect.poll(() => page.evaluate('shown.status')).toBe('payable');
    await page.evaluate('shown.close()');
    expect(await page.locator('iframe').count()).toBe(0);
    expect(scene.refusals).toEqual([]);
  });

  it('offers the pay page where the frame is refused, and reports nothing', async () => {
    await using scene = await startShop();
    const { page, api, host, shopUrl } = scene;
    api.embedding = { status: 200, body: { allowedDomains: [], isWalletConnected: false } };
    await page.clock.install();
    await page.goto(shopUrl);
    await page.getByRole('button', { name: 'Pay' }).click();
    const link = page.getByRole('link', { name: 'Open the payment page' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe(host.linkUrl);
    expect(await page.evaluate('events')).toEqual([]);
    // What the browser refused leaves no empty space above the link.
    await page.clock.fastForward(12_000);
    await page.locator('iframe').waitFor({ state: 'hidden' });
    expect(await link.isVisible()).toBe(true);
  });

  it('shows a frame that comes late in place of the link', async () => {
    await using scene = await startShop();
    const { page, shopUrl } = scene;
    const late = Promise.withResolvers<void>();
    await page.route('**/embed/?*', async (route) => {
      await late.promise;
      await route.continue();
    });
    await page.goto(shopUrl);
    await page.getByRole('button', { name: 'Pay' }).click();
    const link = page.getByRole('link', { name: 'Open the payment page' });
    await link.waitFor();
    late.resolve();
    await link.waitFor({ state: 'hidden' });
    await heading(await frameIn(page), 'Pay on the payment page');
  });

  it.each(['https://pay.example/?token=a', 'javascript:alert(1)', '/?token=a', ''])(
    'shows no link of another host: %s',
    async (link) => {
      await using scene = await startShop();
      await scene.page.goto(scene.shopUrl);
      await expect(scene.page.evaluate(`void mount('${link}')`)).rejects.toThrow(
        'must be a payment link of',
      );
      expect(await scene.page.locator('iframe').count()).toBe(0);
    },
  );
});

describe.each([false, true])('the frame by itself, dark: %s', (dark) => {
  it('is sound in every state', async () => {
    await using scene = await startScene({ browser, mode: 'sandbox', dark });
    const { page, api, host } = scene;
    const merchant = { displayName: 'Blue Bottle & Sons', logoPath: null, supportUrl: null };
    const states: readonly [string, number, Record<string, unknown>][] = [
      ['Pay on the payment page', 200, viewBody({ merchant })],
      ['This payment is complete', 409, completedBody(null)],
      ['This link has expired', 403, { status: 'expired', merchant }],
    ];
    for (const [title, status, body] of states) {
      api.view = { status, body };
      await page.goto(`${host.url}/embed/?token=${TOKEN_TEXT}`);
      await scene.heading(title);
      await scene.expectSound(`embed-${status}${dark ? '-dark' : ''}`);
    }
  });
});
