import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { TEST_ACCOUNTS } from '../../src/sandbox/test-accounts.ts';
import { sharedBrowser } from './support/chromium.ts';
import { countCalls, type Scene, startScene, stayOpen } from './support/scene.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const BASE = 8_453;

/** How many locks the tabs of a browser hold, a closed one included until its lock is given back. */
const countLocks = ({ page }: Scene) =>
  page.evaluate(async () => (await navigator.locks.query()).held?.length);

/** The page after a button was pressed that should have opened the wallet, and did not. */
async function expectNotAsked(scene: Scene, notice: RegExp): Promise<void> {
  await scene.page.locator('.notice', { hasText: notice }).waitFor();
  await scene.heading('Review and pay');
  expect(countCalls(scene, 'eth_sendTransaction')).toBe(0);
}

describe('a wallet that changes between the review and the signature, and does not say so', () => {
  it('does not have to sign on another chain, and is once it is back', async () => {
    await using scene = await startScene({ browser });
    await scene.toReview();
    const { chainId } = scene.wallet;
    scene.wallet.chainId = BASE;
    await scene.press('Pay 12.50 USDC');
    await expectNotAsked(scene, /not connected to a network/);
    scene.wallet.chainId = chainId;
    await scene.press('Pay 12.50 USDC');
    await scene.heading('on its way');
    expect(countCalls(scene, 'eth_sendTransaction')).toBe(1);
    scene.expectQuiet();
  });

  it('does not have to sign for another account', async () => {
    await using scene = await startScene({ browser });
    await scene.toReview();
    scene.wallet.account = TEST_ACCOUNTS.payee.address;
    await scene.press('Pay 12.50 USDC');
    await expectNotAsked(scene, /answered for another account/);
    scene.expectQuiet();
  });
});

describe('a wallet that says that it changed', () => {
  it('must switch back before anything is signed', async () => {
    await using scene = await startScene({ browser });
    await scene.toReview();
    scene.wallet.chainId = BASE;
    await scene.page.evaluate(`emitFromTestWallet('chainChanged', '0x${BASE.toString(16)}')`);
    await scene.page.getByRole('button', { name: /switch/i }).click();
    await expect.poll(() => countCalls(scene, 'wallet_switchEthereumChain')).toBe(1);
    expect(countCalls(scene, 'eth_sendTransaction')).toBe(0);
    scene.expectQuiet();
  });

  it('is prepared for anew with another account, so nothing is signed that was reviewed for the first', async () => {
    await using scene = await startScene({ browser });
    await scene.toReview();
    const before = scene.api.calldataAsked;
    scene.wallet.account = TEST_ACCOUNTS.payee.address;
    const accounts = JSON.stringify([TEST_ACCOUNTS.payee.address]);
    await scene.page.evaluate(`emitFromTestWallet('accountsChanged', ${accounts})`);
    await expect.poll(() => scene.api.calldataAsked).toBeGreaterThan(before);
    expect(countCalls(scene, 'eth_sendTransaction')).toBe(0);
    scene.expectQuiet();
  });
});

describe('two tabs', () => {
  it('request one signature, also where the second does not know of the first', async () => {
    await using scene = await startScene({ browser });
    await scene.toReview();
    const second = await scene.context.newPage();
    // As a tab that sleeps: what other tabs store reaches it late.
    await second.addInitScript(
      "addEventListener('storage', (event) => event.stopImmediatePropagation(), true)",
    );
    await second.goto(scene.host.linkUrl);
    await second.getByRole('heading', { level: 2, name: 'Review and pay' }).waitFor();
    await scene.press('Pay 12.50 USDC');
    await scene.heading('on its way');
    await second.getByRole('button', { name: 'Pay 12.50 USDC' }).click();
    await second.getByRole('heading', { level: 2, name: 'on its way' }).waitFor();
    expect(countCalls(scene, 'eth_sendTransaction')).toBe(1);
    scene.expectQuiet();
  });

  it('ask for one signature while the wallet of the first is open, and take turns once that tab is closed', async () => {
    await using scene = await startScene({ browser });
    await scene.toReview();
    const first = await scene.context.newPage();
    await first.goto(scene.host.linkUrl);
    await first.getByRole('heading', { level: 2, name: 'Review and pay' }).waitFor();
    scene.wallet.decide = stayOpen;
    await first.getByRole('button', { name: 'Pay 12.50 USDC' }).click();
    await expect.poll(() => countCalls(scene, 'eth_sendTransaction')).toBe(1);
    await scene.press('Pay 12.50 USDC');
    await scene.page.locator('.notice', { hasText: /^Another tab of this browser/ }).waitFor();
    await scene.heading('Review and pay');
    expect(countCalls(scene, 'eth_sendTransaction')).toBe(1);
    await scene.expectSound('other-tab-waits');
    // A closed tab has no open request.
    await first.close();
    // The browser gives its lock back a moment later.
    await expect.poll(() => countLocks(scene)).toBe(0);
    await scene.press('Pay 12.50 USDC');
    await expect.poll(() => countCalls(scene, 'eth_sendTransaction')).toBe(2);
    scene.expectQuiet();
  });
});
