import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { TEST_ACCOUNTS } from '../../src/sandbox/test-accounts.ts';
import { sharedBrowser } from './support/chromium.ts';
import { WalletRefused } from './support/injected-wallet.ts';
import { countCalls, type Scene, startScene } from './support/scene.ts';
import { SENT_HASH } from './support/scripted-wallet.ts';
import {
  approvalCall,
  calldataBody,
  completedBody,
  PAYEE,
  paymentCall,
} from './support/stub-api.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** Counts what a person presses, on the page and in the wallet. */
function countClicks({ wallet, page }: Scene) {
  let inWallet = 0;
  const decide = wallet.decide;
  wallet.decide = async (call) => {
    inWallet += 1;
    await decide(call);
  };
  return {
    watch: async () => {
      await page.evaluate(
        `addEventListener('click', () => { globalThis.clicks = (globalThis.clicks ?? 0) + 1; }, true)`,
      );
    },
    count: async () => Number(await page.evaluate('globalThis.clicks ?? 0')) + inWallet,
  };
}

/** The API knows an approval once the wallet has sent it, and each payment is mined at once. */
function approveAtOnce(scene: Scene): void {
  scene.wallet.confirmations = 1;
  scene.api.calldata = { status: 200, body: calldataBody([approvalCall(), paymentCall()]) };
  const agree = scene.wallet.decide;
  scene.wallet.decide = async (call) => {
    await agree(call);
    const isApproval = JSON.stringify(call.params).includes(approvalCall().data);
    if (isApproval) scene.api.calldata = { status: 200, body: calldataBody([paymentCall()]) };
  };
}

/** The page waits for a press, and not only for as long as it shows what follows by itself. */
async function staysAtReview(scene: Scene, sent = 0): Promise<void> {
  await scene.heading('Review and pay');
  await scene.page.waitForTimeout(2_500);
  expect(countCalls(scene, 'eth_sendTransaction')).toBe(sent);
  expect(await scene.page.getByText('Your wallet opens for this now').count()).toBe(0);
}

describe('a payment takes few clicks', () => {
  it('is four of one signature, two of them in the wallet', async () => {
    await using scene = await startScene({ browser, shouldOpenWallet: true });
    const clicks = countClicks(scene);
    await scene.open();
    await scene.page.getByRole('button', { name: 'Pay with Rabbit Wallet' }).waitFor();
    await clicks.watch();
    await scene.press('Pay with Rabbit Wallet');
    await scene.press('Pay 12.50 USDC');
    await scene.heading('Your payment is on its way');
    expect(await clicks.count()).toBe(4);
    scene.api.view = { status: 409, body: completedBody(SENT_HASH) };
    await scene.heading('This payment is complete');
    scene.expectQuiet();
  });

  it('begins another link with the wallet that is connected already, until the payer turns away from it', async () => {
    await using scene = await startScene({ browser, shouldOpenWallet: true });
    await scene.toReview();
    // As another link of the same service has it: nothing is stored of this one.
    await scene.page.evaluate(`for (const key of Object.keys(localStorage)) {
      if (!['florin.wallet', 'florin.known'].includes(key)) localStorage.removeItem(key);
    }
    sessionStorage.clear()`);
    await scene.open();
    await scene.page.getByRole('button', { name: 'Pay 12.50 USDC' }).waitFor();
    expect(countCalls(scene, 'eth_requestAccounts')).toBe(1);
    await scene.press('Use another wallet');
    await scene.page.getByRole('button', { name: 'Pay with Rabbit Wallet' }).waitFor();
    await scene.page.reload();
    await scene.page.getByRole('button', { name: 'Pay with Rabbit Wallet' }).waitFor();
    expect(countCalls(scene, 'eth_requestAccounts')).toBe(1);
    scene.expectQuiet();
  });

  it('is four of an approval and a payment, three of them in the wallet, which the page has announced', async () => {
    await using scene = await startScene({ browser, shouldOpenWallet: true });
    approveAtOnce(scene);
    const clicks = countClicks(scene);
    await scene.open();
    await scene.page.getByRole('button', { name: 'Pay with Rabbit Wallet' }).waitFor();
    await clicks.watch();
    await scene.press('Pay with Rabbit Wallet');
    await scene.page.getByText('your wallet opens by itself for the next step').waitFor();
    await scene.page.getByText('it moves 12.50 USDC from your wallet to').waitFor();
    await scene.page.locator('.signed .notice', { hasText: 'opens for this now' }).waitFor();
    await scene.heading('Your payment is on its way');
    expect(await clicks.count()).toBe(4);
    expect(countCalls(scene, 'eth_sendTransaction')).toBe(2);
    scene.expectQuiet();
  });

  it('is five where the wallet has several accounts to choose from, and waits for the fifth', async () => {
    await using scene = await startScene({ browser, shouldOpenWallet: true });
    approveAtOnce(scene);
    scene.wallet.otherAccounts = [TEST_ACCOUNTS.payee.address];
    const clicks = countClicks(scene);
    await scene.open();
    await scene.page.getByRole('button', { name: 'Pay with Rabbit Wallet' }).waitFor();
    await clicks.watch();
    await scene.press('Pay with Rabbit Wallet');
    await staysAtReview(scene);
    await scene.press('Allow 12.50 USDC');
    await scene.heading('Your payment is on its way');
    expect(await clicks.count()).toBe(5);
    scene.expectQuiet();
  });

  it('waits for a press where the payee looks like one who was paid before', async () => {
    await using scene = await startScene({ browser, shouldOpenWallet: true });
    approveAtOnce(scene);
    await scene.open();
    const similar = `${PAYEE.slice(0, 8)}${'0'.repeat(28)}${PAYEE.slice(-6)}`.toLowerCase();
    await scene.page.evaluate(`localStorage.setItem('florin.paid', '["${similar}"]')`);
    await scene.press('Pay with Rabbit Wallet');
    await staysAtReview(scene);
    scene.expectQuiet();
  });

  it('waits for a press where this browser has paid the link before, or is connected already', async () => {
    await using scene = await startScene({ browser, shouldOpenWallet: true });
    approveAtOnce(scene);
    scene.wallet.decide = async ({ method }) => {
      if (method === 'eth_sendTransaction') throw new WalletRefused(4001, 'User rejected.');
    };
    await scene.toReview();
    await scene.page.locator('.notice', { hasText: 'You declined' }).waitFor();
    await scene.page.reload();
    await scene.heading('Review and pay');
    await staysAtReview(scene, 1);
    // The wallet does not know the page any more, and the payer chooses it again.
    scene.wallet.knowsPage = false;
    await scene.page.reload();
    await scene.press('Pay with Rabbit Wallet');
    await staysAtReview(scene, 1);
    scene.expectQuiet();
  });

  it('keeps every press where the operator wants it so', async () => {
    await using scene = await startScene({ browser, shouldOpenWallet: false });
    approveAtOnce(scene);
    await scene.toReview();
    await staysAtReview(scene);
    await scene.press('Allow 12.50 USDC');
    await scene.press('Pay 12.50 USDC');
    await scene.heading('Your payment is on its way');
    scene.expectQuiet();
  });

  it('opens the wallet once: after a refusal the payer presses', async () => {
    await using scene = await startScene({ browser, shouldOpenWallet: true });
    approveAtOnce(scene);
    const agree = scene.wallet.decide;
    scene.wallet.decide = async (call) => {
      const sent = countCalls(scene, 'eth_sendTransaction');
      if (sent === 2) throw new WalletRefused(4001, 'User rejected the request.');
      await agree(call);
    };
    await scene.toReview();
    await scene.page.locator('.notice', { hasText: 'You declined' }).waitFor();
    await staysAtReview(scene, 2);
    await scene.press('Pay 12.50 USDC');
    await scene.heading('Your payment is on its way');
    scene.expectQuiet();
  });
});
