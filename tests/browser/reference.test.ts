import fastify from 'fastify';
import type { Browser, CDPSession } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { WEBHOOK_EVENTS } from '#modules/events/index.ts';
import { docUrlOf } from '#platform/http/endpoint.ts';
import { type OpenApiDocument, printOpenApi } from '#platform/http/openapi.ts';
import { mountReference, openReference } from '#platform/http/reference/serve.ts';
import { describeApi } from '../../src/hosts/api/api.ts';
import { ENDPOINTS } from '../../src/hosts/api/endpoints.ts';
import { REFERENCE_GROUPS } from '../../src/hosts/api/reference-groups.ts';
import { sharedBrowser } from './support/chromium.ts';
import { watchPage } from './support/watched-page.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const urls = { api: 'https://api.example', auth: 'https://auth.example' };
const SOME = ['createWebhook', 'removeWebhook', 'viewSession'];

/** No more than 100 kB for the 162 operations that there were when it was set. */
const BYTES_OF_OPERATION_MAX = 100_000 / 162;

const LAY_OUT_ALL =
  "for (const it of document.querySelectorAll('article')) it.style.contentVisibility = 'visible'";

/** A part of the API, as judging all of it takes a browser minutes. */
function describePart() {
  const endpoints = ENDPOINTS.filter(({ operationId }) => SOME.includes(operationId));
  const webhooks = WEBHOOK_EVENTS.filter(({ name }) => name === 'client_id.linked');
  const document = printOpenApi({ endpoints, urls, webhooks });
  const group = { title: 'Some', description: 'Some operations.', operationIds: SOME };
  return { document, groups: [group] };
}

async function open(
  reference: { document: OpenApiDocument; groups: typeof REFERENCE_GROUPS },
  options: { readonly dark?: boolean; readonly script?: boolean } = {},
) {
  const app = fastify();
  mountReference(app, openReference({ ...reference, document: () => reference.document }));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const watched = await watchPage(browser, { origins: [url], ...options });
  return {
    ...watched,
    url: `${url}/docs`,
    [Symbol.asyncDispose]: async () => {
      await watched[Symbol.asyncDispose]();
      await app.close();
    },
  };
}

const whole = () => open({ document: describeApi(urls), groups: REFERENCE_GROUPS });

/** Slow 4G and a processor of a fourth of the speed, as the developer tools of Chromium have them. */
async function slowDown(cdp: CDPSession): Promise<void> {
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 562.5,
    downloadThroughput: (1_600_000 / 8) * 0.9,
    uploadThroughput: (750_000 / 8) * 0.9,
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

describe('the API reference in a browser', () => {
  it('shows the first operation after one request and few bytes on a slow network', async () => {
    await using scene = await whole();
    const { page, context } = scene;
    const cdp = await context.newCDPSession(page);
    await slowDown(cdp);
    const requests: string[] = [];
    cdp.on('Network.requestWillBeSent', ({ request: { url } }) => {
      if (!url.startsWith('data:')) requests.push(url);
    });
    await page.goto(scene.url, { waitUntil: 'commit' });
    const first = page.getByRole('heading', { name: 'Create secure payment', exact: true });
    await first.waitFor({ state: 'visible' });
    expect(requests).toEqual([scene.url]);
    const [top, height] = [(await first.boundingBox())?.y ?? Infinity, page.viewportSize()?.height];
    expect(top).toBeLessThan(height ?? 0);
    await page.waitForLoadState('load');
    expect(requests).toEqual([scene.url]);
    const bytes = await page.evaluate(
      "performance.getEntriesByType('navigation')[0].encodedBodySize",
    );
    // All of the page takes half a second on this network; the first operation is in its first packets.
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(ENDPOINTS.length * BYTES_OF_OPERATION_MAX);
    scene.expectQuiet();
  });

  it('leads from the docUrl of an error body to its operation, also without a script', async () => {
    await using scene = await open(
      { document: describeApi(urls), groups: REFERENCE_GROUPS },
      { script: false },
    );
    const { page } = scene;
    for (const operationId of ['createSecurePayment', 'rotateWebhookSecretV1', 'listAudit']) {
      const endpoint = ENDPOINTS.find((it) => it.operationId === operationId);
      if (endpoint === undefined) throw new Error(`${operationId} is no operation`);
      await page.goto('about:blank');
      await page.goto(docUrlOf(endpoint, scene.url));
      const operation = page.locator(':target');
      expect(await operation.getAttribute('aria-labelledby')).toBe(`title-${operationId}`);
      await expect.poll(async () => (await operation.boundingBox())?.y).toBeLessThan(120);
      expect((await operation.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    }
  });

  it('finds an operation by its words, and copies its example', async () => {
    await using scene = await open(describePart());
    const { page, context } = scene;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(scene.url);
    await page.getByRole('button', { name: 'Contents' }).click();
    await page.getByRole('searchbox').fill('remove web');
    const links = page.getByRole('navigation').locator('li a:visible');
    await expect
      .poll(() => links.allInnerTexts())
      .toEqual([expect.stringMatching(/^Remove webhook\s+DELETE$/)]);
    await page.getByRole('searchbox').press('Enter');
    await expect.poll(() => page.url()).toBe(`${scene.url}#/Webhooks/removeWebhook`);
    await page.getByRole('navigation').waitFor({ state: 'hidden' });
    await page.locator(':target').getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      'curl -sS --fail-with-body -X DELETE "$AUTH/v1/webhook/$WEBHOOK" \\\n  -H "x-api-key: $KEY"',
    );
    scene.expectQuiet();
  });

  for (const dark of [false, true]) {
    it(`can be read by everybody, ${dark ? 'in the dark' : 'by day'}`, async () => {
      await using scene = await open(describePart(), { dark });
      await scene.page.goto(scene.url);
      // Where what is far away is not laid out, a judge of colours looks behind the wrong places.
      await scene.page.evaluate(LAY_OUT_ALL);
      await scene.expectSound(`reference${dark ? '-dark' : ''}`);
      await scene.page.setViewportSize({ width: 1440, height: 900 });
      await scene.expectSound(`reference-wide${dark ? '-dark' : ''}`);
      scene.expectQuiet();
    });
  }
});
