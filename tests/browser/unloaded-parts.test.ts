import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { TRON } from '../support/tron-calldata.ts';
import { sharedBrowser } from './support/chromium.ts';
import { startOnboarding } from './support/onboarding-scene.ts';
import { startRecurring } from './support/recurring-scene.ts';
import { sendRoute, startRouteScene, toSources } from './support/route-scene.ts';
import { countCalls, type Scene, startScene, stayOpen } from './support/scene.ts';
import { approvalCall, calldataBody, paymentCall, viewBody } from './support/stub-api.ts';
import { sessionOf } from './support/stub-auth.ts';

/** Parts of the page that are loaded later, and the first one, where their scripts do not come. */

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const SAID = 'A part of this page could not be loaded. Reload the page to go on.';

const SENT =
  'A payment was sent from this browser. Do not pay again before you have seen what became of it.';
const OPEN =
  'A request from this page may still be open in your wallet. Look there before you pay.';

/** Refuses a script of the page, until it is allowed again. */
async function refuse(page: Page, part: string): Promise<() => Promise<void>> {
  const path = `**/assets/${part}-*.js`;
  await page.route(path, (route) => route.abort());
  return () => page.unroute(path);
}

/** Waits for the one notice above the page, whole. */
async function expectSaid(
  { page }: Pick<Scene, 'page'>,
  money = 'Nothing was charged.',
): Promise<void> {
  const notice = page.getByRole('alert').filter({ hasText: SAID });
  await notice.waitFor();
  await expect
    .poll(async () => (await notice.textContent())?.trim())
    .toBe(`${SAID} ${money}`.trim());
}

/** Waits for what the page itself says on top of a screen, whole. */
async function notice(page: Page, text: string): Promise<void> {
  await page.locator('main .notice').getByText(text, { exact: true }).waitFor();
}

describe('a part of the page that does not load is reported', () => {
  it.each(['main', 'controller'])('before anything is shown by a script: %s', async (part) => {
    await using scene = await startScene({ browser });
    await refuse(scene.page, part);
    await scene.open();
    await expectSaid(scene);
    await scene.expectSound(`unloaded-${part}`);
  });

  it.each(['tron-network', 'find-tron-wallets'])('of a link of Tron: %s', async (part) => {
    await using scene = await startScene({ browser });
    await refuse(scene.page, part);
    const tron = { network: 'tron', paymentCurrency: 'USDT-tron' };
    const payee = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
    scene.api.view = { status: 200, body: viewBody({ ...tron, payee, destination: null }) };
    await scene.open();
    await expectSaid(scene);
  });

  it.each(['pay-crosschain', 'excess-allowances'])('beside a review: %s', async (part) => {
    await using scene = await startRouteScene(browser);
    const { hasEnoughBalance, ...rest } = Object(
      Reflect.get(Object(scene.api.calldata.body), 'metadata'),
    );
    expect(hasEnoughBalance).toBe(false);
    const metadata = { ...rest, hasEnoughBalance: true };
    scene.api.calldata = { status: 200, body: { ...Object(scene.api.calldata.body), metadata } };
    await refuse(scene.page, part);
    await scene.open();
    await scene.press('Pay with Rabbit Wallet');
    await scene.heading('Review and pay');
    await expectSaid(scene);
  });

  it('where a payment from another network begins', async () => {
    await using scene = await startRouteScene(browser);
    await toSources(scene);
    await refuse(scene.page, 'evm');
    await scene.page.reload();
    await expectSaid(scene);
  });

  it('unless it is one of an extension of the browser, or of a wallet', async () => {
    await using scene = await startScene({ browser });
    const { page } = scene;
    await scene.open();
    await page.getByRole('button', { name: 'Pay with Rabbit Wallet' }).waitFor();
    await page.evaluate(`
      addEventListener('unhandledrejection', ({ reason }) => (globalThis.rejected = reason.message));
      void Promise.reject(new TypeError(
        'Failed to fetch dynamically imported module: chrome-extension://abc/part.js'))`);
    await expect.poll(() => page.evaluate('rejected')).toContain('chrome-extension');
    expect(await page.locator('#unloaded').isVisible()).toBe(false);
  });

  it('on the page of onboarding, to who is paid on Tron', async () => {
    await using scene = await startOnboarding({ browser, wallet: false });
    scene.auth.session = sessionOf({ walletAddress: TRON.payer, walletFamily: 'tron' });
    await refuse(scene.page, 'tron');
    await scene.open();
    await expectSaid(scene, '');
  });

  it('on the page of a schedule, and does not blame the wallet', async () => {
    await using scene = await startRecurring({ browser });
    await refuse(scene.page, 'evm');
    await scene.open();
    await scene.press('Continue with Rabbit Wallet');
    await scene.notice(`${SAID} Nothing was signed or sent now.`);
  });
});

describe('what was under way when a part of the page did not load', () => {
  it('is followed after a reload, and signed once', async () => {
    await using scene = await startScene({ browser });
    await scene.toReview();
    await scene.press('Pay 12.50 USDC');
    await scene.heading('on its way');
    const allow = await refuse(scene.page, 'billed');
    await scene.page.reload();
    await scene.heading('on its way');
    await expectSaid(scene, SENT);
    await scene.expectSound('unloaded-on-its-way');
    await allow();
    scene.wallet.confirmations = 1;
    await scene.page.reload();
    await scene.page.getByText('Seen in block').waitFor();
    expect(await scene.page.getByText(SAID).isVisible()).toBe(false);
    expect(countCalls(scene, 'eth_sendTransaction')).toBe(1);
  });

  it('goes on after an approval, which is not asked for again', async () => {
    await using scene = await startScene({ browser });
    scene.api.calldata = { status: 200, body: calldataBody([approvalCall(), paymentCall()]) };
    await scene.toReview();
    await scene.press('Allow 12.50 USDC');
    await scene.heading('The approval is on its way');
    const allow = await refuse(scene.page, 'evm');
    await scene.page.reload();
    const charged = 'Nothing was paid. Only the network fee of what you signed before was spent.';
    await expectSaid(scene, charged);
    await allow();
    scene.wallet.confirmations = 1;
    scene.api.calldata = { status: 200, body: calldataBody([paymentCall()]) };
    await scene.page.reload();
    await scene.press('Pay 12.50 USDC');
    await scene.heading('Your payment is on its way');
    expect(countCalls(scene, 'eth_sendTransaction')).toBe(2);
  });

  it('is reviewed again where the part did not load that signs, and signed once after a reload', async () => {
    await using scene = await startScene({ browser });
    const { wallet, page } = scene;
    const { handle } = wallet;
    wallet.handle = async (call) => {
      if (call.method === 'wallet_getCapabilities')
        return { '0xaa36a7': { atomic: { status: 'supported' } } };
      if (call.method !== 'wallet_sendCalls') return await handle(call);
      wallet.calls.push(call);
      return { id: '0xca11' };
    };
    scene.api.calldata = { status: 200, body: calldataBody([approvalCall(), paymentCall()]) };
    await scene.toReview();
    const allow = await refuse(page, 'wallet-calls');
    await scene.press('Pay 12.50 USDC');
    await notice(page, SAID);
    await scene.heading('Review and pay');
    expect(countCalls(scene, 'wallet_sendCalls')).toBe(0);
    await allow();
    await page.reload();
    await scene.press('Pay 12.50 USDC');
    await scene.heading('Confirm in Rabbit Wallet');
    await expect.poll(() => countCalls(scene, 'wallet_sendCalls')).toBe(1);
    expect(countCalls(scene, 'eth_sendTransaction')).toBe(0);
  });

  it('may have been signed in the wallet meanwhile, so that no money is named', async () => {
    await using scene = await startScene({ browser });
    const { page } = scene;
    await scene.toReview();
    scene.wallet.decide = stayOpen;
    await scene.press('Pay 12.50 USDC');
    await expect.poll(() => countCalls(scene, 'eth_sendTransaction')).toBe(1);
    await page.evaluate(`for (const key of Object.keys(localStorage))
      if (!key.startsWith('florin.payment.')) localStorage.removeItem(key)`);
    const allow = await refuse(page, 'evm');
    await page.reload();
    await notice(page, OPEN);
    await scene.press('Pay with Rabbit Wallet');
    await notice(page, SAID);
    expect(await page.getByText('Nothing was charged').count()).toBe(0);
    await allow();
    await page.reload();
    await notice(page, OPEN);
  });

  it('may be calls that the wallet has taken, so that no money is named', async () => {
    await using scene = await startScene({ browser });
    const { page } = scene;
    await scene.toReview();
    scene.wallet.decide = stayOpen;
    await scene.press('Pay 12.50 USDC');
    await expect.poll(() => countCalls(scene, 'eth_sendTransaction')).toBe(1);
    await page.evaluate(`for (const key of Object.keys(localStorage))
      if (key.startsWith('florin.payment.')) localStorage.setItem(key, JSON.stringify(
        { ...JSON.parse(localStorage.getItem(key)), calls: '0xca11', walletId: 'example.rabbit' }))`);
    await refuse(page, 'wallet-calls');
    await page.reload();
    await scene.heading('Review and pay');
    await expectSaid(scene, OPEN);
    await scene.press('Pay 12.50 USDC');
    await notice(page, SAID);
    expect(await page.getByText('Nothing was charged').count()).toBe(0);
    expect(countCalls(scene, 'eth_sendTransaction')).toBe(1);
  });

  it('is followed on another network after a reload, and not called unpaid meanwhile', async () => {
    await using scene = await startRouteScene(browser);
    await sendRoute(scene);
    const allow = await refuse(scene.page, 'pay-crosschain');
    await scene.page.reload();
    await expectSaid(scene, SENT);
    await allow();
    await scene.page.reload();
    await scene.heading('Your payment is on its way');
    expect(countCalls(scene, 'eth_sendTransaction')).toBe(2);
  });
});
