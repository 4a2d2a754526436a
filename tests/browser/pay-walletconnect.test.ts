import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWalletApp, type WalletApp } from '../support/wallet-app.ts';
import {
  PROJECT_ID,
  type StandInRelay,
  startStandInRelay,
} from '../support/walletconnect-relay.ts';
import { startWorld, type World } from '../support/world.ts';
import { sharedBrowser } from './support/chromium.ts';
import { signingWallet } from './support/signing-wallet.ts';
import { watchPage } from './support/watched-page.ts';

const SEPOLIA = 11_155_111;
/** How long a screen may take to come while a node mines. */
const SCREEN_MS = 180_000;

let browser: Browser;
let relay: StandInRelay;
let world: World;
beforeAll(async () => {
  relay = await startStandInRelay();
  const settings = { WALLETCONNECT_PROJECT_ID: PROJECT_ID, WALLETCONNECT_RELAY_URL: relay.url };
  [browser, world] = await Promise.all([sharedBrowser(), startWorld(settings)]);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await relay[Symbol.asyncDispose]();
});

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 2, name }).waitFor({ timeout: SCREEN_MS });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

/** The code that the page shows, as it is copied where no camera is. */
async function readCode(page: Page): Promise<string> {
  await page.getByRole('img', { name: 'A WalletConnect code for your wallet app' }).waitFor();
  await press(page, 'Copy the code');
  return String(await page.evaluate('navigator.clipboard.readText()'));
}

async function openScene() {
  const { url } = relay;
  const signer = signingWallet(world);
  const app: WalletApp = await openWalletApp({
    relayUrl: url,
    address: world.sandbox.payer.address,
    chainIds: [SEPOLIA],
    handle: (call) => signer.handle({ method: call.method, params: [...call.params] }),
  });
  const origins = [world.apiUrl, world.payUrl, url].map((one) => new URL(one).origin);
  const watched = await watchPage(browser, { origins });
  return {
    watched,
    page: watched.page,
    app,
    signer,
    [Symbol.asyncDispose]: async () => {
      await watched[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
}

describe('a payment link where WalletConnect is switched on', () => {
  it('is paid with a wallet app on another device, also after a declined signature and a reload', async () => {
    await using scene = await openScene();
    const { page, app, signer, watched } = scene;
    const link = await world.createLink('1.25');
    await scene.watched.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(link.securePaymentUrl);
    await press(page, 'Pay with WalletConnect');
    await heading(page, 'Scan this code with your wallet app');
    await watched.expectSound('walletconnect-code');
    const code = await readCode(page);
    await app.scan(code);
    await heading(page, 'Review and pay');
    expect(app.asked.url).toBe(new URL(world.payUrl).origin);
    signer.declines = 1;
    await press(page, /^Allow /);
    await page.locator('main .notice').waitFor();
    await page.reload();
    await heading(page, 'Review and pay');
    await press(page, /^Allow /);
    await page.getByText('Signature 2 of 2').waitFor();
    await press(page, /^Pay /);
    await heading(page, 'This payment is complete');
    watched.expectQuiet();
    expect(new Set(app.requests.map(({ chainId }) => chainId))).toEqual(
      new Set([`eip155:${SEPOLIA}`]),
    );
    expect(app.requests.map(({ method }) => method)).toEqual(
      Array.from({ length: 3 }, () => 'eth_sendTransaction'),
    );
    expect((await world.read(link.token)).status).toBe(409);
  });
});
