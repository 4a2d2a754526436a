import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from './support/chromium.ts';
import { startScene } from './support/scene.ts';
import { completedBody, viewBody } from './support/stub-api.ts';

/** One violet point. */
const LOGO =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGOosXoLAALZAaQGKdQKAAAAAElFTkSuQmCC';

let browser: Browser;
let brandingFolder: string;
beforeAll(async () => {
  browser = await sharedBrowser();
  brandingFolder = await mkdtemp(join(tmpdir(), 'branding-'));
  await mkdir(join(brandingFolder, 'stalls'));
  await writeFile(join(brandingFolder, 'stalls/logo.png'), Buffer.from(LOGO, 'base64'));
  await writeFile(
    join(brandingFolder, 'stalls/terms.html'),
    '<!doctype html><html lang="en"><title>Terms</title><script>document.title = "ran"</script><h1>Terms</h1></html>',
  );
});
afterAll(async () => {
  await rm(brandingFolder, { recursive: true });
});

const FILES = {
  logoPath: '/branding/stalls/logo.png',
  termsPath: '/branding/stalls/terms.html',
  privacyPath: '/branding/stalls/terms.html',
};

const MERCHANT = {
  displayName: 'Corner shop – Bäckerei Nord',
  logoPath: '/branding/corner/logo.png',
  supportUrl: 'https://help.corner.example/contact',
};

async function openBranded(style: object, { dark = false } = {}) {
  const scene = await startScene({ browser, dark, brandingFolder });
  const branding = { id: '01KC9VD3M7RXW2N4B6F8H0K5TQ', ...style };
  scene.api.view = { status: 200, body: viewBody({ branding, merchant: MERCHANT }) };
  return scene;
}

const styleOf = (selector: string, property: string) =>
  `getComputedStyle(document.querySelector(${JSON.stringify(selector)}))[${JSON.stringify(property)}]`;

/** Each text of the page is the longest in one of these. */
const LONG_LANGUAGES = ['en', 'de', 'es', 'ar'];

describe('a branded page', () => {
  it('has the first wallet whole in the first view of a narrow and low screen, below a banner and a merchant', async () => {
    await using scene = await startScene({ browser, mode: 'sandbox', brandingFolder });
    const { page, api, host } = scene;
    const merchant = {
      ...MERCHANT,
      logoPath: FILES.logoPath,
      verifiedDomain: 'corner.example',
    };
    api.view = { status: 200, body: viewBody({ merchant }) };
    await page.setViewportSize({ width: 320, height: 640 });
    for (const language of LONG_LANGUAGES) {
      await page.goto(`${host.linkUrl}&lang=${language}`);
      await page.locator('.other-ways').waitFor();
      const shown = await page.locator('.test-banner, header.merchant .logo').count();
      const box = await page.locator('.wallets .primary').boundingBox();
      const bottom = box === null ? Number.NaN : box.y + box.height;
      expect([language, shown, bottom <= 640]).toEqual([language, 2, true]);
    }
  });

  it('has a link to the merchant that a finger hits, no higher than its text', async () => {
    await using scene = await openBranded({});
    const { page, context } = scene;
    const tools = await context.newCDPSession(page);
    await tools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await scene.open();
    const box = await page.locator('header.merchant a').boundingBox();
    if (box === null) throw new Error('the link is not shown');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const hit = (aboveY: number) =>
      page.evaluate(`document.elementFromPoint(${x}, ${y + aboveY})?.closest('a')?.href`);
    const hits = [await hit(-22), await hit(0), await hit(22)];
    await tools.send('Emulation.setTouchEmulationEnabled', { enabled: false });
    expect(hits).toEqual(Array(3).fill(MERCHANT.supportUrl));
    expect(box.height).toBeLessThan(30);
  });

  it.each([false, true])('shows logo, colours and legal pages; dark is %s', async (dark) => {
    const style = { ...FILES, cardBackgroundColor: '#fffaf0', primaryActionColor: '#7c3aed' };
    await using scene = await openBranded({ ...style, displayRequestBranding: true }, { dark });
    await scene.open();
    const { page } = scene;
    await page.getByRole('button', { name: 'Pay with Rabbit Wallet' }).waitFor();
    expect(await page.evaluate(styleOf('.card', 'backgroundColor'))).toBe('rgb(255, 250, 240)');
    expect(await page.evaluate(styleOf('.primary', 'backgroundColor'))).toBe('rgb(124, 58, 237)');
    await expect.poll(() => page.evaluate('document.querySelector(".logo").naturalWidth')).toBe(1);
    expect(await page.textContent('footer')).toContain('Powered by Florin');
    // The partner's logo stands in place of the merchant's, beside the merchant's name.
    expect(await page.getAttribute('header.merchant .logo', 'src')).toBe(FILES.logoPath);
    const header = await page.textContent('header.merchant');
    expect(header).toContain('Requested by Corner shop – Bäckerei Nord');
    expect(header).toContain('Calls itself so, not verified.');
    expect(await page.title()).toBe('Payment request from Corner shop – Bäckerei Nord');
    await scene.expectSound(`branded${dark ? '-dark' : ''}`);
    scene.expectQuiet();
  });

  it('keeps its look to the bill, and after the payment', async () => {
    const style = { ...FILES, primaryActionColor: '#7c3aed' };
    await using scene = await openBranded(style);
    await scene.toReview();
    await scene.page.locator('.logo').waitFor();
    expect(await scene.page.title()).toBe(
      'Review and pay · Payment request from Corner shop – Bäckerei Nord',
    );
    await scene.expectSound('branded-review');
    const body = { ...completedBody(null), branding: { id: 'b', ...style } };
    scene.api.view = { status: 409, body };
    await scene.open();
    await scene.heading('This payment is complete');
    await scene.page.locator('.logo').waitFor();
    await scene.expectSound('branded-done');
    scene.expectQuiet();
  });

  it('without colours is light or dark as the payer prefers', async () => {
    await using scene = await openBranded(FILES, { dark: true });
    await scene.open();
    await scene.page.getByRole('button', { name: 'Pay with Rabbit Wallet' }).waitFor();
    expect(await scene.page.evaluate(styleOf('.card', 'backgroundColor'))).toBe('rgb(24, 31, 29)');
    await scene.expectSound('branded-files-dark');
    scene.expectQuiet();
  });

  it.each([
    ['white', '#ffffff'],
    ['black', '#000000'],
    ['grey', '#777777'],
    ['yellow', '#ffee00'],
  ])('can be read where everything is %s', async (name, color) => {
    await using scene = await openBranded({
      pageBackgroundColor: color,
      cardBackgroundColor: color,
      primaryActionColor: color,
      primaryTextColor: color,
      secondaryTextColor: color,
      ...FILES,
    });
    await scene.open();
    await scene.page.getByRole('button', { name: 'Pay with Rabbit Wallet' }).waitFor();
    await scene.expectSound(`branded-${name}`);
    await scene.toReview();
    await scene.expectSound(`branded-${name}-review`);
    scene.expectQuiet();
  });

  it('opens legal pages beside the payment, and they run nothing', async () => {
    await using scene = await openBranded(FILES);
    await scene.open();
    const [opened] = await Promise.all([
      scene.page.context().waitForEvent('page'),
      scene.page.getByRole('link', { name: 'Terms' }).click(),
    ]);
    await opened.getByRole('heading', { name: 'Terms' }).waitFor();
    expect(await opened.title()).toBe('Terms');
  });
});
