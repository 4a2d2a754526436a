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
  const answers = { isSilent: false };
  const app: WalletApp = await openWalletApp({
    relayUrl: url,
    address: world.sandbox.payer.address,
    chainIds: [SEPOLIA],
    handle: async ({ method, params }) =>
      answers.isSilent
        ? await new Promise(() => undefined)
        : await signer.handle({ method, params: [...params] }),
  });
  const origins = [world.apiUrl, world.payUrl, url].map((one) => new URL(one).origin);
  const watched = await watchPage(browser, { origins });
  return {
    watched,
    page: watched.page,
    app,
    signer,
    answers,
    [Symbol.asyncDispose]: async () => {
      await watched[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
}

type Scene = Awaited<ReturnType<typeof openScene>>;

/** Opens a link and connects the wallet app to the page. */
async function connectApp({ page, app, watched }: Scene, url: string): Promise<void> {
  await watched.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(url);
  await press(page, 'Pay with WalletConnect');
  await heading(page, 'Scan this code with your wallet app');
  await watched.expectSound('walletconnect-code');
  await app.scan(await readCode(page));
  await heading(page, 'Review and pay');
}

describe('a payment link where WalletConnect is switched on', () => {
  it('is paid with a wallet app on another device, also after a declined signature and a reload', async () => {
    await using scene = await openScene();
    const { page, app, signer, watched } = scene;
    const link = await world.createLink('1.25');
    await connectApp(scene, link.securePaymentUrl);
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

  it('says of a wallet app that ends the connection with the payment in it that it may still have it', async () => {
    await using scene = await openScene();
    const { page, app, answers } = scene;
    const link = await world.createLink('1.25');
    await connectApp(scene, link.securePaymentUrl);
    await press(page, /^Allow /);
    await page.getByText('Signature 2 of 2').waitFor();
    answers.isSilent = true;
    await press(page, /^Pay /);
    await expect.poll(() => app.requests).toHaveLength(2);
    await app.disconnect();
    await page.locator('main .notice').waitFor();
    const said =
      'Your wallet app has ended the connection. Connect it again to go on. ' +
      'A request from this page may still be open in your wallet. Look there before you pay.';
    await expect.poll(() => page.locator('main .notice').textContent()).toBe(said);
  });
});
