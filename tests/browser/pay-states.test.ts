import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { TEST_ACCOUNTS } from '../../src/sandbox/test-accounts.ts';
import { sharedBrowser } from './support/chromium.ts';
import { WalletRefused } from './support/injected-wallet.ts';
import { TOKEN_TEXT } from './support/page-host.ts';
import { countCalls, type Scene, startScene, stayOpen, tabTo } from './support/scene.ts';
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

describe('once a wallet is connected, the page', () => {
  it('shows the whole bill and what will be signed', async () => {
    await using scene = await startScene({ browser });
    await scene.toReview();
    const signed = await scene.page.locator('.signed').textContent();
    expect(signed).toContain('12.50 USDC');
    expect(signed).toContain(PAYEE);
    expect(signed).toContain('0x0011223344556677');
    await scene.expectSound('review');
    scene.expectQuiet();
  });

  it('pays from another account that the wallet shows, also after a reload', async () => {
    await using scene = await startScene({ browser });
    const other = TEST_ACCOUNTS.unrelated.address;
    scene.wallet.otherAccounts = [other];
    await scene.toReview();
    const account = scene.page.getByRole('button').filter({ hasText: other });
    await scene.page.getByText('Use another account of this wallet').click();
    await scene.expectSound('review-accounts');
    await account.click();
    const payFrom = scene.page.locator('.bill .row', { hasText: 'Pay from' });
    await payFrom.filter({ hasText: other }).waitFor();
    await scene.page.reload();
    await payFrom.filter({ hasText: other }).waitFor();
    await scene.press('Pay 12.50 USDC');
    await scene.heading('Your payment is on its way');
    const [sent] = scene.wallet.calls.filter(({ method }) => method === 'eth_sendTransaction');
    expect(sent?.params).toMatchObject([{ from: other }]);
    scene.expectQuiet();
  });

  it('shows a fee with its share and its receiver', async () => {
    await using scene = await startScene({ browser });
    const feeAddress = `0x${'77'.repeat(20)}` as const;
    scene.api.calldata = {
      status: 200,
      body: calldataBody([paymentCall({ fee: 62_500n, feeAddress })], {
        platformFee: { percentage: '0.5', address: feeAddress },
      }),
    };
    await scene.toReview();
    await scene.page.getByRole('button', { name: 'Pay 12.5625 USDC' }).waitFor();
    await scene.page.getByText('Fee (0.5 %)').waitFor();
    await scene.expectSound('review-fee');
    scene.expectQuiet();
  });

  it('looks calm in the dark', async () => {
    await using scene = await startScene({ browser, dark: true });
    await scene.toReview();
    await scene.expectSound('review-dark');
  });

  it('requests to switch a wallet that is on another network', async () => {
    await using scene = await startScene({ browser });
    scene.wallet.chainId = 1;
    await scene.toReview();
    await scene.expectSound('review-wrong-network');
    await scene.press('Switch to Sepolia');
    await scene.page.getByRole('button', { name: 'Pay 12.50 USDC' }).waitFor();
    expect(scene.wallet.calls.map(({ method }) => method)).toContain('wallet_switchEthereumChain');
    scene.expectQuiet();
  });

  it('names the smallest missing amount when the balance falls short', async () => {
    await using scene = await startScene({ browser });
    scene.api.calldata = {
      status: 200,
      body: calldataBody([paymentCall()], { hasEnoughBalance: false, balance: '11070000' }),
    };
    await scene.open();
    await scene.press('Pay with Rabbit Wallet');
    await scene.heading('Not enough balance');
    await scene.page.getByText('You need 1.43 USDC more on Sepolia.').waitFor();
    await scene.expectSound('short');
    scene.api.calldata = { status: 200, body: calldataBody() };
    await scene.press('Check again');
    await scene.heading('Review and pay');
    scene.expectQuiet();
  });

  it('names the coin when only the network fee cannot be paid', async () => {
    await using scene = await startScene({ browser });
    scene.api.calldata = {
      status: 200,
      body: calldataBody([paymentCall()], { hasEnoughGas: false }),
    };
    await scene.open();
    await scene.press('Pay with Rabbit Wallet');
    await scene.heading('Not enough ETH for network fees');
    await scene.expectSound('no-gas');
    scene.expectQuiet();
  });

  it('clears an old allowance, requests a new one and then pays, one signature at a time', async () => {
    await using scene = await startScene({ browser });
    const [clear, allow, pay] = [approvalCall({ units: 0n }), approvalCall(), paymentCall()];
    scene.wallet.confirmations = 1;
    scene.api.calldata = { status: 200, body: calldataBody([clear, allow, pay]) };
    await scene.toReview();
    await scene.page.getByText('Signature 1 of 3').waitFor();
    await scene.expectSound('review-reset');
    scene.wallet.decide = async ({ params: [call] }) => {
      const sent = JSON.stringify(call);
      if (sent.includes(clear.data)) {
        scene.api.calldata = { status: 200, body: calldataBody([allow, pay]) };
      } else if (sent.includes(allow.data)) {
        scene.api.calldata = { status: 200, body: calldataBody([pay]) };
      }
    };
    await scene.press('Clear the old allowance');
    await scene.page.getByText('Signature 2 of 3').waitFor();
    await scene.page.locator('[aria-current=step]', { hasText: '2 Allow' }).waitFor();
    await scene.expectSound('review-approve');
    await scene.press('Allow 12.50 USDC');
    await scene.page.getByText('Signature 3 of 3').waitFor();
    const agree = scene.wallet.decide;
    scene.wallet.decide = () => Promise.reject(new WalletRefused(4001, 'User rejected'));
    await scene.press('Pay 12.50 USDC');
    await scene.page.locator('.notice', { hasText: 'Only the network fee' }).waitFor();
    scene.wallet.decide = agree;
    await scene.press('Pay 12.50 USDC');
    await scene.heading('Your payment is on its way');
    scene.expectQuiet();
  });

  it('waits for an approval to be mined', async () => {
    await using scene = await startScene({ browser });
    scene.api.calldata = { status: 200, body: calldataBody([approvalCall(), paymentCall()]) };
    await scene.toReview();
    await scene.press('Allow 12.50 USDC');
    await scene.heading('The approval is on its way');
    await scene.expectSound('approving');
    await scene.press('Use another wallet');
    await scene.page.getByRole('button', { name: 'Pay with Rabbit Wallet' }).waitFor();
    scene.expectQuiet();
  });

  it('waits while the wallet’s request is open, and comes back calmly when the payer declines', async () => {
    await using scene = await startScene({ browser });
    let decline: (reason: Error) => void = () => undefined;
    await scene.toReview();
    scene.wallet.decide = () =>
      new Promise((_resolve, reject) => {
        decline = reject;
      });
    await scene.press('Pay 12.50 USDC');
    await scene.heading('Confirm in Rabbit Wallet');
    await scene.expectSound('signing');
    await expect.poll(() => countCalls(scene, 'eth_sendTransaction')).toBe(1);
    decline(new WalletRefused(4001, 'User rejected the request.'));
    await scene.page
      .locator('.notice', { hasText: 'You declined. Nothing was charged.' })
      .waitFor();
    await scene.expectSound('review-declined');
    scene.expectQuiet();
  });

  it('goes with the keyboard alone from the wallet to the receipt', async () => {
    await using scene = await startScene({ browser });
    await scene.open();
    const first = scene.page.getByRole('button', { name: 'Pay with Rabbit Wallet' });
    await first.waitFor();
    await tabTo(scene, 'Pay with Rabbit Wallet');
    await scene.page.keyboard.press('Enter');
    await scene.heading('Review and pay');
    await tabTo(scene, 'Pay 12.50 USDC');
    scene.api.view = { status: 409, body: completedBody(SENT_HASH) };
    await scene.page.keyboard.press('Enter');
    await scene.heading('This payment is complete');
    await tabTo(scene, 'Back to the shop');
    scene.expectQuiet();
  });
});

describe('after a reload before the payment, the page', () => {
  it('continues with the wallet that was connected, without opening it', async () => {
    await using scene = await startScene({ browser });
    await scene.toReview();
    await scene.page.reload();
    await scene.heading('Review and pay');
    await scene.page.getByRole('button', { name: 'Pay 12.50 USDC' }).waitFor();
    expect(countCalls(scene, 'eth_requestAccounts')).toBe(1);
    scene.api.calldata = {
      status: 200,
      body: calldataBody([paymentCall()], { hasEnoughBalance: false, balance: '11070000' }),
    };
    await scene.page.reload();
    await scene.heading('Not enough balance');
    expect(countCalls(scene, 'eth_requestAccounts')).toBe(1);
    scene.expectQuiet();
  });

  it('follows an approval under way, and then requests the second step', async () => {
    await using scene = await startScene({ browser });
    scene.api.calldata = { status: 200, body: calldataBody([approvalCall(), paymentCall()]) };
    await scene.toReview();
    await scene.press('Allow 12.50 USDC');
    await scene.heading('The approval is on its way');
    await scene.page.reload();
    await scene.heading('The approval is on its way');
    scene.api.calldata = { status: 200, body: calldataBody() };
    scene.wallet.confirmations = 1;
    await scene.page.getByText('Signature 2 of 2').waitFor();
    await scene.page.reload();
    await scene.page.getByText('Signature 2 of 2').waitFor();
    expect(countCalls(scene, 'eth_requestAccounts')).toBe(1);
    expect(countCalls(scene, 'eth_sendTransaction')).toBe(1);
    scene.expectQuiet();
  });

  it('shows the choice when the wallet names no account any more', async () => {
    await using scene = await startScene({ browser });
    await scene.toReview();
    scene.wallet.knowsPage = false;
    await expectChoiceAfterReload(scene);
    expect(countCalls(scene, 'eth_accounts')).toBe(1);
    expect(countCalls(scene, 'eth_requestAccounts')).toBe(1);
    scene.expectQuiet();
  });

  it('shows the choice when the payer wanted another wallet', async () => {
    await using scene = await startScene({ browser });
    await scene.toReview();
    await scene.press('Use another wallet');
    await scene.page.getByRole('button', { name: 'Pay with Rabbit Wallet' }).waitFor();
    await expectChoiceAfterReload(scene);
    expect(countCalls(scene, 'eth_accounts')).toBe(0);
    scene.expectQuiet();
  });

  it('shows the choice when the payer declined to connect', async () => {
    await using scene = await startScene({ browser });
    scene.wallet.decide = () => Promise.reject(new WalletRefused(4001, 'User rejected'));
    await scene.open();
    await scene.press('Pay with Rabbit Wallet');
    await scene.page.locator('.notice', { hasText: 'You declined.' }).waitFor();
    await expectChoiceAfterReload(scene);
    expect(countCalls(scene, 'eth_accounts')).toBe(0);
    scene.expectQuiet();
  });
});

/** The page has searched wallets and called the stored one, if any, once it offers them. */
async function expectChoiceAfterReload({ page }: Scene): Promise<void> {
  await page.reload();
  await page.getByRole('button', { name: 'Pay with Rabbit Wallet' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.getByRole('button', { name: 'Pay with Rabbit Wallet' }).count()).toBe(1);
}

describe('once the payment is sent, the page', () => {
  it('counts confirmations, then shows the receipt with the way back', async () => {
    await using scene = await startScene({ browser });
    await scene.toReview();
    const deadline = scene.page.locator('.deadline');
    await deadline.waitFor();
    await scene.page.locator('[aria-current=step]', { hasText: '2 Review' }).waitFor();
    await scene.press('Pay 12.50 USDC');
    await scene.heading('Your payment is on its way');
    await deadline.waitFor({ state: 'detached' });
    const stages = scene.page.getByRole('list', { name: 'Progress of the payment' });
    const stage = stages.locator('[aria-current=step]');
    await stage.filter({ hasText: '3 Pay' }).waitFor();
    await scene.expectSound('confirming');
    scene.wallet.confirmations = 2;
    await scene.page.getByText('2 of 3 confirmations').waitFor();
    expect(await scene.page.getByText('Telling the recipient').count()).toBe(0);
    await scene.expectSound('confirming-2-of-3');
    scene.wallet.confirmations = 3;
    await scene.page.getByText('Telling the recipient').waitFor();
    scene.api.view = { status: 409, body: completedBody(SENT_HASH) };
    await scene.heading('This payment is complete');
    await stages.getByText('✓ Done (done)').waitFor();
    expect(await stage.count()).toBe(0);
    const back = scene.page.getByRole('link', { name: 'Back to the shop' });
    expect(await back.getAttribute('href')).toBe('https://shop.example/orders/77');
    await scene.expectSound('done');
    scene.expectQuiet();
  });

  it('resumes after a reload, never requests a second payment, and keeps the receipt', async () => {
    await using scene = await startScene({ browser });
    await scene.toReview();
    await scene.press('Pay 12.50 USDC');
    await scene.heading('Your payment is on its way');
    await scene.page.reload();
    await scene.heading('Your payment is on its way');
    expect(await scene.page.getByRole('button', { name: /^Pay / }).count()).toBe(0);
    scene.api.view = { status: 409, body: completedBody(SENT_HASH) };
    await scene.heading('This payment is complete');
    await scene.page.reload();
    await scene.page.getByText('12.50 USDC on Sepolia', { exact: true }).waitFor();
    await scene.page.getByRole('link', { name: 'Back to the shop' }).waitFor();
    expect(countCalls(scene, 'eth_sendTransaction')).toBe(1);
    scene.expectQuiet();
  });

  it('follows its payment although the link expired meanwhile', async () => {
    await using scene = await startScene({ browser });
    await scene.toReview();
    await scene.press('Pay 12.50 USDC');
    await scene.heading('Your payment is on its way');
    scene.api.view = { status: 403, body: { status: 'expired' } };
    await scene.page.reload();
    await scene.heading('Your payment is on its way');
    scene.expectQuiet();
  });

  it('goes on where the wallet’s window was closed, and warns that its request may still be open', async () => {
    await using scene = await startScene({ browser });
    await scene.toReview();
    scene.wallet.decide = stayOpen;
    await scene.press('Pay 12.50 USDC');
    await scene.heading('Confirm in Rabbit Wallet');
    await expect.poll(() => countCalls(scene, 'eth_sendTransaction')).toBe(1);
    await scene.press('I closed the wallet’s window');
    await scene.heading('Review and pay');
    await scene.page.locator('.notice', { hasText: 'may still be open in your wallet' }).waitFor();
    scene.expectQuiet();
  });

  it('pays once when the button is pressed twice', async () => {
    await using scene = await startScene({ browser });
    await scene.toReview();
    await scene.page.getByRole('button', { name: 'Pay 12.50 USDC' }).dblclick();
    await scene.heading('Your payment is on its way');
    expect(countCalls(scene, 'eth_sendTransaction')).toBe(1);
    scene.expectQuiet();
  });

  it('says that the network refused the payment and prepares it again', async () => {
    await using scene = await startScene({ browser });
    scene.wallet.reverts = true;
    scene.wallet.confirmations = 1;
    await scene.toReview();
    await scene.press('Pay 12.50 USDC');
    await scene.heading('The network refused the payment');
    await scene.expectSound('reverted');
    await scene.press('Prepare it again');
    await scene.heading('Review and pay');
    scene.expectQuiet();
  });

  it('ends at the receipt when somebody else pays the link', async () => {
    await using scene = await startScene({ browser });
    await scene.open();
    await scene.page.getByRole('button', { name: 'Pay with Rabbit Wallet' }).waitFor();
    scene.api.view = { status: 409, body: completedBody(SENT_HASH) };
    await scene.page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await scene.heading('This payment is complete');
    scene.expectQuiet();
  });

  it('sends nobody its address', async () => {
    await using scene = await startScene({ browser });
    const referrers: string[] = [];
    scene.page.on('request', (request) => {
      referrers.push(request.headers()['referer'] ?? '');
    });
    await scene.toReview();
    expect(referrers.filter((referrer) => referrer.includes(TOKEN_TEXT))).toEqual([]);
  });
});
