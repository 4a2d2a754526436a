import { text } from 'node:stream/consumers';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PAID_LIST, PAID_RECEIPT, PAYMENT_ID } from '../support/shown-receipts.ts';
import { sharedBrowser } from './support/chromium.ts';
import { startPageHost, TOKEN_TEXT } from './support/page-host.ts';
import { completedBody, viewBody } from './support/stub-api.ts';
import { startStubServer } from './support/stub-server.ts';
import { watchPage } from './support/watched-page.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const { proof } = PAID_RECEIPT;

/** What a chain says that has only the payment of the receipt. */
function verificationOf(claimed: Readonly<Record<string, unknown>>) {
  const differences = (['payee', 'amount'] as const)
    .filter((field) => claimed[field] !== proof[field])
    .map((field) => ({ field, claimed: claimed[field], onChain: proof[field] }));
  const isVerified = differences.length === 0;
  const checkedAt = '2026-11-29T12:01:00.000Z';
  return { isVerified, isFound: true, confirmations: 12, checkedAt, differences };
}

/** What the API answers of the one link. */
function answerTo(
  url: string,
  { sent, paid }: { readonly sent: string; readonly paid: boolean },
): readonly [number, unknown] {
  if (url.endsWith('/receipts/verify')) return [200, verificationOf(JSON.parse(sent))];
  if (url.includes('/receipts')) {
    return [200, paid ? PAID_LIST : { ...PAID_LIST, status: 'pending', receipts: [] }];
  }
  return paid ? [409, completedBody(proof.transactionHash)] : [200, viewBody()];
}

/** The page of receipts in front of an API that knows one link, which was paid or is to be paid. */
async function open({ dark = false, paid = true } = {}) {
  const api = await startStubServer(async (request, response) => {
    const { url = '' } = request;
    const sent = await text(request);
    const [status, body] = answerTo(url, { sent, paid });
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
    response.setHeader('access-control-allow-headers', 'x-client-id, content-type');
    response.writeHead(request.method === 'OPTIONS' ? 204 : status, {
      'content-type': 'application/json',
    });
    response.end(JSON.stringify(body));
  });
  const host = await startPageHost({ mode: 'sandbox', apiUrl: api.url });
  const watched = await watchPage(browser, { origins: [host.url, api.url], dark });
  return {
    ...watched,
    host,
    url: `${host.url}/receipt/?token=${TOKEN_TEXT}`,
    [Symbol.asyncDispose]: async () => {
      await watched[Symbol.asyncDispose]();
      await host[Symbol.asyncDispose]();
      await api[Symbol.asyncDispose]();
    },
  };
}

describe.each([false, true])('the receipt in a browser that never paid, dark: %s', (dark) => {
  it('is checked on the chain, and one that was changed is refused', async () => {
    await using scene = await open({ dark });
    const { page } = scene;
    const name = (state: string) => `receipt-${state}${dark ? '-dark' : ''}`;
    const check = page.getByRole('button', { name: 'Check it on the chain' });
    await page.goto(scene.url);
    await page.getByRole('heading', { level: 2, name: '12.5 USDC' }).waitFor();
    await check.click();
    const result = page.getByRole('status');
    await result.getByText('The chain has this payment').waitFor();
    await expect
      .poll(() => page.evaluate('document.activeElement.getAttribute("role")'))
      .toBe('status');
    await scene.expectSound(name('checked'));

    await page.evaluate(`document.querySelector('input[name="amount"]').value = '1250'`);
    await check.click();
    await result.getByText('The chain has something else').waitFor();
    expect(await result.textContent()).toContain(
      'amount: the receipt says 1250, the chain has 12.5',
    );
    await scene.expectSound(name('changed'));
    scene.expectQuiet();
  });
});

it('the receipt is printed in dark on white, without what only a screen can do', async () => {
  await using scene = await open({ dark: true });
  const { page } = scene;
  await page.goto(scene.url);
  await page.emulateMedia({ media: 'print' });
  const check = page.getByRole('button', { name: 'Check it on the chain' });
  expect(await check.isVisible()).toBe(false);
  expect(await page.getByText('Save as PDF').isVisible()).toBe(false);
  expect(await page.getByText('Test mode. No real money moves.').isVisible()).toBe(true);
  expect(await page.evaluate('getComputedStyle(document.querySelector("dd")).color')).toBe(
    'rgb(0, 0, 0)',
  );
  for (const shown of [proof.transactionHash, PAID_RECEIPT.source.transactionHash, PAYMENT_ID]) {
    expect(await page.getByText(shown, { exact: true }).isVisible()).toBe(true);
  }
  await page.emulateMedia({ media: null });
});

describe('the pay page', () => {
  const receipt = { name: 'Receipt to keep or send on' };

  it('leads to the receipt once the link was paid', async () => {
    await using scene = await open();
    const { page, context, host } = scene;
    await page.goto(host.linkUrl);
    const opening = context.waitForEvent('page');
    await page.getByRole('link', receipt).click();
    const tab = await opening;
    await tab.getByRole('heading', { level: 2, name: '12.5 USDC' }).waitFor();
    expect(await tab.evaluate('opener')).toBeNull();
    await tab.close();
  });

  it('leads in its own language to the receipt, which names another one and is checked in it', async () => {
    await using scene = await open();
    const { page, context, host } = scene;
    await page.goto(`${host.linkUrl}&lang=ar`);
    const opening = context.waitForEvent('page');
    await page.getByRole('link', { name: 'إيصال للحفظ أو الإرسال' }).click();
    const tab = await opening;
    await tab.getByRole('button', { name: 'التحقق منه على السلسلة' }).waitFor();
    const url = tab.url();
    await tab.close();
    expect(url).toContain('lang=ar');

    await page.goto(url);
    expect(await page.evaluate('getComputedStyle(document.body).direction')).toBe('rtl');
    await page.getByRole('button', { name: 'التحقق منه على السلسلة' }).click();
    await page.getByRole('status').getByText('هذه الدفعة موجودة على السلسلة').waitFor();
    await scene.expectSound('receipt-arabic');
    // Codes keep their direction: the first character is the leftmost.
    const first = `(() => {
      const code = [...document.querySelectorAll('code')].find((one) => one.textContent === '${PAID_RECEIPT.payee}');
      const range = document.createRange();
      const leftOf = (at) => (range.setStart(code.firstChild, at), range.setEnd(code.firstChild, at + 1), range.getBoundingClientRect().left);
      return leftOf(0) < leftOf(1);
    })()`;
    expect(await page.evaluate(first)).toBe(true);
    await page.getByText('اللغة: العربية').click();
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { level: 2, name: '12,5 USDC' }).waitFor();
    scene.expectQuiet();
  });

  it('leads to none before, and the page of receipts says why', async () => {
    await using scene = await open({ paid: false });
    const { page, host, url } = scene;
    await page.goto(host.linkUrl);
    await page.getByRole('main').waitFor();
    expect(await page.getByRole('link', receipt).count()).toBe(0);
    await page.goto(url);
    await page.getByRole('heading', { level: 2, name: 'No receipt' }).waitFor();
    const link = page.getByRole('link', { name: 'Open the payment' });
    expect(await link.getAttribute('href')).toBe(`/?token=${TOKEN_TEXT}`);
    await scene.expectSound('receipt-none');
  });
});
