import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from './support/chromium.ts';
import { startScene, tryAgain } from './support/scene.ts';
import { PAYEE, TOKEN, viewBody } from './support/stub-api.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const MASK = '0x****…****';
const masked = viewBody({
  payee: MASK,
  isPayeeAddressMasked: true,
  destination: {
    payeeAddress: MASK,
    walletAddress: MASK,
    tokenAddress: TOKEN,
    network: 'sepolia',
    isMasked: true,
  },
});
const hidden = { paymentType: 'single', status: 'pending', redirectUrl: null, branding: null };
const TITLE = 'This wallet cannot be used for this payment';

describe('a wallet that may not pay', () => {
  it('reads so, without a reason, and another one can be chosen', async () => {
    await using scene = await startScene({ browser });
    const decision = { status: 'rejected', reasonCode: 'wallet_not_allowed' };
    const body = { code: 'wallet_not_allowed', accessDecision: decision };
    scene.api.calldata = { status: 403, body };
    await scene.open();
    await scene.press('Pay with Rabbit Wallet');
    await scene.heading(TITLE);
    expect(await scene.page.textContent('main')).toContain('Nothing was charged');
    await scene.expectSound('not-allowed');
    await scene.press('Use another wallet');
    await scene.page.getByRole('button', { name: 'Pay with Rabbit Wallet' }).waitFor();
    scene.expectQuiet();
  });

  it('is shown nothing of a hidden payment', async () => {
    await using scene = await startScene({ browser });
    scene.api.view = { status: 200, body: hidden };
    await scene.open();
    await scene.page.getByText('only to wallets that may pay it').waitFor();
    await scene.expectSound('connect-hidden');
    await scene.press('Pay with Rabbit Wallet');
    await scene.heading(TITLE);
    expect(await scene.page.textContent('main')).not.toContain('USDC');
    expect(scene.api.calldataAsked).toBe(0);
    scene.expectQuiet();
  });
});

it('a wallet that is still being judged is said to be, and the page goes on by itself', async () => {
  await using scene = await startScene({ browser });
  const accessDecision = { status: 'error', reasonCode: 'screening_running' };
  scene.api.view = { status: 200, body: hidden };
  scene.api.viewOfWallet = { status: 200, body: { ...hidden, accessDecision } };
  await scene.open();
  await scene.press('Pay with Rabbit Wallet');
  await scene.heading('Your wallet is being checked');
  expect(await scene.page.textContent('main')).not.toContain('USDC');
  scene.api.viewOfWallet = { status: 200, body: viewBody() };
  await scene.heading('Review');
  scene.expectQuiet();
});

it('a wallet that could not be checked is not said to be refused, nor the service to be out of reach', async () => {
  await using scene = await startScene({ browser });
  await scene.page.clock.install();
  const accessDecision = { status: 'error', reasonCode: 'provider_error' };
  scene.api.view = { status: 200, body: hidden };
  scene.api.viewOfWallet = { status: 200, body: { ...hidden, accessDecision } };
  await scene.open();
  await scene.press('Pay with Rabbit Wallet');
  await scene.heading('Your wallet could not be checked');
  const main = await scene.page.textContent('main');
  expect(main).toContain('Nothing was charged');
  expect(main).toContain('We keep trying');
  await scene.expectSound('check-failed');
  const repair = () => {
    scene.api.viewOfWallet = { status: 200, body: viewBody() };
  };
  await tryAgain(scene, repair, scene.page.getByRole('heading', { level: 2, name: 'Review' }));
});

it('a wallet that could not be checked is checked at once when the payer comes back to the page', async () => {
  await using scene = await startScene({ browser });
  const { page, api } = scene;
  await page.clock.install();
  const accessDecision = { status: 'error', reasonCode: 'provider_error' };
  api.view = { status: 200, body: hidden };
  api.viewOfWallet = { status: 200, body: { ...hidden, accessDecision } };
  await scene.open();
  await scene.press('Pay with Rabbit Wallet');
  await scene.heading('Your wallet could not be checked');
  // No timer runs from here on; the one that is due until then checks the wallet once more.
  const checkedAgain = page.waitForResponse((response) => response.url().includes('wallet='));
  await page.clock.pauseAt(Date.now() + 60_000);
  await checkedAgain;
  await scene.heading('Your wallet could not be checked');
  api.viewOfWallet = { status: 200, body: viewBody() };
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
  await scene.heading('Review');
});

describe('a wallet that may pay', () => {
  it.each([
    ['the payee', masked],
    ['the payment', hidden],
  ])('sees what was hidden before it signs: %s', async (_, body) => {
    await using scene = await startScene({ browser });
    scene.api.view = { status: 200, body };
    scene.api.viewOfWallet = { status: 200, body: viewBody() };
    await scene.open();
    expect(await scene.page.content()).not.toContain(PAYEE);
    await scene.press('Pay with Rabbit Wallet');
    await scene.heading('Review');
    expect((await scene.page.locator('header .address').textContent())?.trim()).toBe(PAYEE);
    scene.expectQuiet();
  });

  it('sees that the recipient is hidden, and no address to copy, before it connects', async () => {
    await using scene = await startScene({ browser });
    scene.api.view = { status: 200, body: masked };
    await scene.open();
    await scene.page.getByText('Recipient hidden by the merchant').waitFor();
    expect(await scene.page.getByRole('button', { name: /recipient/ }).count()).toBe(0);
    await scene.expectSound('connect-masked');
    scene.expectQuiet();
  });
});
