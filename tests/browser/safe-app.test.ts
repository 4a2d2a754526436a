import type { Browser, Frame, Page } from 'playwright-core';
import { encodeAbiParameters } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalOf, bridgeBody, bridgeCallOf, SOURCE_UNITS } from '../support/bridge-payment.ts';
import { CALL, dataOf, messageOf, OTHER, PAYER, QUOTED_AT, word } from '../support/route-sample.ts';
import { sharedBrowser } from './support/chromium.ts';
import { routeBody, routeView, startRouteScene } from './support/route-scene.ts';
import {
  behave,
  openInSafe,
  proposedIn,
  SAFE_TX_HASH,
  type SafeInterfaceHost,
  startSafeInterface,
} from './support/safe-interface.ts';
import { startScene } from './support/scene.ts';
import {
  approvalCall,
  calldataBody,
  completedBody,
  paymentCall,
  viewBody,
} from './support/stub-api.ts';

const SAFE = '0x41675C099F32341bf84BFc5382aF534df5C7461a';
const SEPOLIA = 11_155_111;
const INFO = { safeAddress: SAFE, chainId: SEPOLIA, threshold: 2, owners: [], isReadOnly: false };
const CALLS = [approvalCall(), paymentCall()];
/** What the API prepares for a Safe. */
const PREPARED = {
  status: 200,
  body: calldataBody(CALLS, { safePaymentDeadline: Math.floor(Date.now() / 1000) + 3_600 }),
};

const FEE = {
  requestId: `01${'cd'.repeat(32)}`,
  paymentReference: '0x8899aabbccddeeff',
  feeType: 'protocol_fee',
  feeLabel: 'Protocol fee',
  feeBearer: 'payer',
  amount: '0.125',
  currency: 'USDC-sepolia',
  recipient: `0x${'77'.repeat(20)}`,
};

let browser: Browser;
let safe: SafeInterfaceHost;
beforeAll(async () => {
  [browser, safe] = await Promise.all([sharedBrowser(), startSafeInterface()]);
});
afterAll(async () => {
  await safe[Symbol.asyncDispose]();
});

async function sceneIn(options: { readonly isListed?: boolean } = {}) {
  const safeAppOrigins = options.isListed === false ? [] : [safe.origin];
  const scene = await startScene({ browser, safeAppOrigins });
  scene.api.calldata = PREPARED;
  return scene;
}

const heading = (frame: Frame, text: string) =>
  frame.getByRole('heading', { level: 2, name: text }).waitFor();

/** Waits until the browser has refused to show what the frame was to show. */
const isRefused = (page: Page) =>
  expect
    .poll(() =>
      page
        .frames()
        .map((frame) => frame.url())
        .at(-1),
    )
    .toContain('chrome-error:');

describe('the stand-in of the interface', () => {
  it('is what the vendor’s own client speaks with, unmodified', async () => {
    await using scene = await sceneIn();
    const { page } = scene;
    const status = { txStatus: 'AWAITING_CONFIRMATIONS', txHash: null };
    const url = safe.urlOf(safe.clientUrl);
    const frame = await openInSafe(page, { url, info: INFO, status });
    await frame.waitForFunction('globalThis.safeAppsSdk !== undefined');
    expect(await frame.evaluate('safeAppsSdk.safe.getInfo()')).toEqual(INFO);
    const txs = CALLS.map((call) => ({ ...call, value: '0' }));
    const propose = `safeAppsSdk.txs.send({ txs: ${JSON.stringify(txs)} })`;
    expect(await frame.evaluate(propose)).toEqual({ safeTxHash: SAFE_TX_HASH });
    expect(await proposedIn(page)).toEqual([txs]);
    const read = `safeAppsSdk.txs.getBySafeTxHash('${SAFE_TX_HASH}')`;
    expect(await frame.evaluate(read)).toEqual(status);
    await behave(page, { mode: 'reject' });
    expect(await frame.evaluate(`${propose}.catch((error) => error.message)`)).toBe(
      'Transaction was rejected',
    );
  });
});

describe('in the interface of Safe', () => {
  it('the Safe is the one wallet, and is proposed what the page has shown and checked', async () => {
    await using scene = await sceneIn();
    const { page, host, api } = scene;
    const status = { txStatus: 'AWAITING_CONFIRMATIONS', txHash: null };
    const frame = await openInSafe(page, { url: safe.urlOf(host.linkUrl), info: INFO, status });
    await frame.getByRole('button', { name: 'Pay with your Safe' }).waitFor();
    expect(await frame.getByRole('button', { name: 'Rabbit Wallet' }).count()).toBe(0);
    await frame.getByRole('button', { name: 'Pay with your Safe' }).click();
    await heading(frame, 'Review and pay');
    expect(await proposedIn(page)).toEqual([]);
    await behave(page, { mode: 'reject' });
    await frame.locator('button.primary').click();
    await frame.locator('.notice', { hasText: 'declined' }).waitFor();
    await behave(page, { mode: 'confirm' });
    await frame.locator('button.primary').click();
    await heading(frame, 'Waiting for signatures in a Safe');
    const txs = CALLS.map((call) => ({ ...call, value: '0' }));
    expect(await proposedIn(page)).toEqual([txs]);
    api.view = { status: 409, body: completedBody(`0x${'7a'.repeat(32)}`) };
    // The page asks at once when the payer comes back to it.
    await frame.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await heading(frame, 'This payment is complete');
    expect(scene.wallet.calls).toEqual([]);
    scene.expectQuiet();
  });

  it('the fees that a payment left out are offered to no wallet either', async () => {
    await using scene = await sceneIn();
    const { page, host, api } = scene;
    const frame = await openInSafe(page, { url: safe.urlOf(host.linkUrl), info: INFO });
    await frame.getByRole('button', { name: 'Pay with your Safe' }).waitFor();
    api.view = { status: 409, body: { ...completedBody(null), outstandingFees: [FEE] } };
    await frame.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await frame.getByText('These fees are still unpaid').waitFor();
    await frame.getByText('No wallet was found').waitFor();
    expect(await frame.getByRole('button', { name: 'Rabbit Wallet' }).count()).toBe(0);
  });

  it('a Safe of another network pays from there, to return to the owner who is chosen', async () => {
    await using scene = await startRouteScene(browser, { safeAppOrigins: [safe.origin] });
    const { page, host, api } = scene;
    api.viewOfWallet = { status: 200, body: routeView({ paymentOptions: {} }) };
    const across = { refundAddress: word(OTHER), message: messageOf([CALL], OTHER) };
    const calls = [approvalOf(), bridgeCallOf(dataOf({ across }))];
    const deadline = QUOTED_AT + 1_800;
    const { metadata } = routeBody(SOURCE_UNITS, {
      ...{ safePaymentDeadline: deadline, safeThreshold: 2 },
    });
    api.route = { status: 200, body: bridgeBody(calls, metadata) };
    const called = encodeAbiParameters([{ type: 'address[]' }], [[OTHER, PAYER]]);
    const info = { ...INFO, chainId: 42_161 };
    const url = safe.urlOf(host.linkUrl);
    const status = { txStatus: 'AWAITING_CONFIRMATIONS', txHash: null };
    const frame = await openInSafe(page, { url, info, called, status });
    await frame.getByRole('button', { name: 'Pay with your Safe' }).click();
    await heading(frame, 'Not enough balance');
    await frame.getByText('Do not send money to its address on Base').waitFor();
    expect(await frame.getByText('Send the missing amount').count()).toBe(0);
    await frame.getByRole('button', { name: 'Pay from another network' }).click();
    await heading(frame, 'Pay from another network');
    expect(await frame.getByRole('button', { name: 'USDT on Arbitrum One' }).count()).toBe(0);
    await frame.getByRole('radio').first().check();
    await frame.getByRole('button', { name: 'USDT on Arbitrum One' }).click();
    await heading(frame, 'Review and pay');
    await frame.getByText('This owner has the money alone then.').waitFor();
    await frame.getByRole('button', { name: 'Propose 101.00 USDT' }).click();
    await heading(frame, 'Waiting for signatures in a Safe');
    expect(await proposedIn(page)).toEqual([calls.map((call) => ({ ...call, value: '0' }))]);
    await expect
      .poll(() => api.intents)
      .toEqual([
        {
          ...{ safeTxHash: SAFE_TX_HASH, chain: 'ARBITRUM', token: 'USDT' },
          ...{ safePaymentDeadline: deadline, payerAddress: SAFE },
        },
      ]);
    expect(scene.wallet.calls).toEqual([]);
  });

  it('a Safe of another network, or no Safe, gets words and a window of its own', async () => {
    await using scene = await sceneIn();
    const { page, host, api, context } = scene;
    const info = { ...INFO, chainId: 8453 };
    const frame = await openInSafe(page, { url: safe.urlOf(host.linkUrl), info });
    await heading(frame, 'Nothing can be signed here');
    await frame.getByText('Choose a Safe on Sepolia').waitFor();
    expect(await frame.getByRole('button', { name: /^Pay with/ }).count()).toBe(0);
    api.calldata = { status: 400, body: { statusCode: 400, code: 'payer_is_not_safe' } };
    await behave(page, { info: INFO });
    await frame.getByText('is no Safe of a known version on Sepolia').waitFor();
    api.calldata = PREPARED;
    await behave(page, { info: { ...INFO, isReadOnly: true } });
    await frame.getByText('You only look at this Safe').waitFor();
    const link = frame.getByRole('link', { name: 'Open this payment in a new window' });
    const [opened] = await Promise.all([context.waitForEvent('page'), link.click()]);
    await opened.getByRole('button', { name: 'Pay with Rabbit Wallet' }).waitFor();
    expect(opened.url()).toBe(host.linkUrl);
    await behave(page, { info: INFO });
    await frame.getByRole('button', { name: 'Pay with your Safe' }).waitFor();
    scene.expectQuiet();
  });

  it('a page that does not speak its protocol gets no wallet', async () => {
    await using scene = await sceneIn();
    const url = safe.urlOf(scene.host.linkUrl);
    const frame = await openInSafe(scene.page, { url, mode: 'silent' });
    await frame.getByText('This page is shown within another page').waitFor();
    expect(await frame.getByRole('button', { name: /^Pay with/ }).count()).toBe(0);
    expect(scene.wallet.calls).toEqual([]);
  });
});

describe('the browser shows nothing of the page', () => {
  it('in an origin that the setting does not name, and of a link that is masked or paid', async () => {
    await using scene = await sceneIn();
    const { page, host, api } = scene;
    await openInSafe(page, { url: safe.urlOf(host.linkUrl, safe.otherOrigin), info: INFO });
    await isRefused(page);
    api.view = { status: 200, body: viewBody({ payee: '0x****', isPayeeAddressMasked: true }) };
    await openInSafe(page, { url: safe.urlOf(host.linkUrl), info: INFO });
    await isRefused(page);
    api.view = { status: 409, body: completedBody(null) };
    await openInSafe(page, { url: safe.urlOf(host.linkUrl), info: INFO });
    await isRefused(page);
  });

  it('in any frame where no setting names one', async () => {
    await using scene = await sceneIn({ isListed: false });
    await openInSafe(scene.page, { url: safe.urlOf(scene.host.linkUrl), info: INFO });
    await isRefused(scene.page);
  });
});
