import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../house/tree.ts';
import { sharedBrowser } from './support/chromium.ts';
import { TOKEN_TEXT } from './support/page-host.ts';
import { comeBack, frameIn, heading, startScriptedShop } from './support/scripted-shop.ts';
import { completedBody } from './support/stub-api.ts';

let browser: Browser;
let code: string;
beforeAll(async () => {
  [browser, code] = await Promise.all([sharedBrowser(), bundleOrders()]);
});

/** The example of the package as a shop would bundle it, with the React that runs each effect twice. */
async function bundleOrders(): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    // It warns that bundles lose the directive for servers, which this one does not need.
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      write: false,
      minify: false,
      lib: { entry: 'sdk/examples/react/order.tsx', formats: ['iife'], name: 'Shop' },
    },
  });
  const [bundle] = [built].flat();
  const files = bundle !== undefined && 'output' in bundle ? bundle.output : [];
  const [script] = files.flatMap((file) => (file.type === 'chunk' ? [file.code] : []));
  if (script === undefined) throw new Error('nothing was built');
  return `${script}
const showOrder = Shop.openOrders(document.querySelector('main'));`;
}

const startShop = () =>
  startScriptedShop({
    browser,
    policy: "default-src 'none'; img-src data:",
    code,
    page: () => `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">
<main></main><script src="/shop.js"></script></html>`,
  });

/** A shop that shows an order, with what a test does there. */
async function openShop(payUrl?: string) {
  const shop = await startShop();
  const { page, host, shopUrl } = shop;
  await page.goto(shopUrl);
  const show = (link: string) =>
    page.evaluate(`showOrder(${JSON.stringify({ payUrl: payUrl ?? host.url, link })})`);
  await show(host.linkUrl);
  return {
    ...shop,
    show,
    press: (name: string) => page.getByRole('button', { name, exact: true }).click(),
    events: () => page.locator('output').textContent(),
    reads: (text: string) => page.getByRole('alert').getByText(text).waitFor(),
    frames: () => page.locator('iframe').count(),
  };
}

describe('a payment in a page of React', () => {
  it('is shown once within the page, and gets each event to the newest handler without loading again', async () => {
    await using shop = await openShop();
    const { page, api, context } = shop;
    await shop.press('Pay on this page');
    const frame = await frameIn(page);
    await heading(frame, 'Pay on the payment page');
    expect(await shop.frames()).toBe(1);
    await frame.evaluate('globalThis.isFirst = true');
    const opening = context.waitForEvent('page');
    await frame.getByRole('link', { name: 'Open the payment page' }).click();
    await (await opening).close();
    await expect.poll(shop.events).toBe('opened');
    api.view = { status: 409, body: completedBody(null) };
    await comeBack(frame);
    // The handler of the first render would have lost what was before.
    await expect.poll(shop.events).toBe('opened, confirmed');
    expect(await frame.evaluate('isFirst')).toBe(true);
    await shop.press('Not now');
    await expect.poll(shop.frames).toBe(0);
    expect(await shop.events()).toBe('opened, confirmed');
    expect(await page.evaluate('document.querySelectorAll("script[src*=florin]").length')).toBe(1);
    expect(shop.refusals).toEqual([]);
  });

  it('is shown above the page until the payer closes it, or the shop does without being notified', async () => {
    await using shop = await openShop();
    const { page } = shop;
    await shop.press('Pay in a window');
    await heading(await frameIn(page), 'Pay on the payment page');
    expect(await page.getByRole('dialog').count()).toBe(1);
    await shop.press('Close');
    await expect.poll(shop.events).toBe('closed');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await shop.press('Pay in a window');
    await page.getByRole('dialog').waitFor();
    await page.evaluate(`document.querySelectorAll('main button')[2].click()`);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await shop.events()).toBe('closed');
  });

  it('follows its link, and moves between the page and a window', async () => {
    await using shop = await openShop();
    const { page, host } = shop;
    await shop.press('Pay on this page');
    await heading(await frameIn(page), 'Pay on the payment page');
    await shop.show(`${host.linkUrl}#expect=other`);
    const sources = () =>
      page.evaluate(
        '[...document.querySelectorAll("main div")].flatMap(({ shadowRoot }) => shadowRoot?.querySelector("iframe").src ?? [])',
      );
    await expect.poll(sources).toEqual([`${host.url}/embed/?token=${TOKEN_TEXT}#expect=other`]);
    await shop.press('Pay in a window');
    await page.getByRole('dialog').waitFor();
    expect(await shop.frames()).toBe(1);
    expect(await shop.events()).toBe('');
  });

  it('is a link to the pay page where the script does not load, and nothing for a link of another host', async () => {
    await using shop = await openShop();
    const { page, host } = shop;
    await page.route(`${host.url}/florin.js`, (route) => route.abort());
    await shop.press('Pay on this page');
    const way = page.getByRole('link', { name: 'Open the payment page' });
    await way.waitFor();
    expect(await way.getAttribute('href')).toBe(host.linkUrl);
    await shop.reads('florin.js could not be loaded');
    await page.unroute(`${host.url}/florin.js`);
    await shop.show('https://pay.example/?token=a');
    await shop.reads('must be a payment link of');
    expect(await way.count()).toBe(0);
    expect(await shop.frames()).toBe(0);
    await shop.show(host.linkUrl);
    await heading(await frameIn(page), 'Pay on the payment page');
  });

  it('loads no script of an address that is not a host alone', async () => {
    await using shop = await openShop('https://pay.example/?next=florin.js');
    const { page } = shop;
    await shop.press('Pay on this page');
    await shop.reads('must be the address of the pay host alone');
    expect(await page.locator('script[src*="pay.example"]').count()).toBe(0);
  });
});
