import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from './support/chromium.ts';
import { countCalls, passTime, startScene } from './support/scene.ts';
import { SENT_HASH } from './support/scripted-wallet.ts';
import { completedBody, viewBody } from './support/stub-api.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

describe('a payment', () => {
  it('is followed in a second tab that was open all the time, without a reload', async () => {
    await using scene = await startScene({ browser });
    await scene.toReview();
    const second = await scene.context.newPage();
    await second.goto(scene.host.linkUrl);
    await second.getByRole('heading', { level: 2, name: 'Review and pay' }).waitFor();
    await scene.press('Pay 12.50 USDC');
    await second.getByRole('heading', { level: 2, name: 'on its way' }).waitFor();
    scene.api.view = { status: 409, body: completedBody(SENT_HASH) };
    scene.wallet.confirmations = 3;
    await second.getByRole('heading', { level: 2, name: 'This payment is complete' }).waitFor();
    await scene.heading('This payment is complete');
    expect(countCalls(scene, 'eth_sendTransaction')).toBe(1);
    scene.expectQuiet();
  });

  it('that another payer has made is shown where a payer waits, before it settles', async () => {
    await using scene = await startScene({ browser });
    await scene.page.clock.install();
    await scene.toReview();
    const requestStatuses = [{ requestId: '01ab', hasBeenPaid: false, txHash: SENT_HASH }];
    scene.api.view = { status: 200, body: viewBody({ requestStatuses }) };
    const notice = scene.page.locator('.notice', { hasText: 'already on the network' });
    await passTime(scene, 16_000, notice);
    scene.api.view = { status: 409, body: completedBody(SENT_HASH) };
    await scene.page.clock.fastForward(2_000);
    await scene.heading('This payment is complete');
  });

  it('that was dropped can be made again, and is not taken for the one before', async () => {
    await using scene = await startScene({ browser });
    const { page, wallet } = scene;
    wallet.unknownTransactions = true;
    await page.clock.install();
    await scene.toReview();
    await scene.press('Pay 12.50 USDC');
    await scene.heading('on its way');
    // The clock must not run ahead before the page waits for a receipt by it.
    await expect.poll(() => countCalls(scene, 'eth_getTransactionReceipt')).toBeGreaterThan(0);
    await page.clock.fastForward('11:00');
    await scene.press('It was dropped: start again');
    await page.locator('.notice', { hasText: 'was not found on the network' }).waitFor();
    await scene.press('Pay 12.50 USDC');
    await scene.heading('on its way');
    expect(countCalls(scene, 'eth_sendTransaction')).toBe(2);
  });
});
