import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { agreedFee, approvalOf, bridgeBody, bridgeCallOf } from '../support/bridge-payment.ts';
import { dataOf, OTHER, QUOTED_AT, word } from '../support/route-sample.ts';
import { sharedBrowser } from './support/chromium.ts';
import { TOKEN_TEXT } from './support/page-host.ts';
import {
  intentOf,
  isoAt,
  listIntents,
  PRICE_SECONDS,
  routeBody,
  routeView,
  sendRoute,
  startRouteScene,
  toRouteReview,
  toSources,
} from './support/route-scene.ts';
import { countCalls, passTime, type Scene, stayOpen } from './support/scene.ts';
import { SENT_HASH } from './support/scripted-wallet.ts';
import { completedBody } from './support/stub-api.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const FILL = `0x${'f1'.repeat(32)}`;
const REFUND = `0x${'e2'.repeat(32)}`;
const signatures = (scene: Scene) => countCalls(scene, 'eth_sendTransaction');
const notice = ({ page }: Scene, hasText: string | RegExp) =>
  page.locator('.notice', { hasText }).waitFor();

describe('the choice of another network', () => {
  it('has what could pay first, the cheapest on top, and names what is missing of the rest', async () => {
    await using scene = await startRouteScene(browser);
    await toSources(scene);
    const offered = await scene.page.locator('button.source').allTextContents();
    expect(offered).toEqual([
      'USDT on Arbitrum One101.00 USDT in all, 0.50 USDT of it for the transfer, arrives in about 40 seconds',
      'USDC on Ethereum104.20 USDC in all, 3.70 USDC of it for the transfer',
    ]);
    const short = await scene.page.locator('.sources-short').textContent();
    expect(short).toBe('USDT on Ethereum: 12.50 USDT available, 100.50 USDT needed');
    await scene.expectSound('crosschain-options');
    scene.expectQuiet();
  });

  it('is offered once a network that was slow answers, also after readings that failed', async () => {
    await using scene = await startRouteScene(browser);
    const { api, page } = scene;
    const answered = api.viewOfWallet;
    api.viewOfWallet = { status: 200, body: routeView({ paymentOptions: {} }) };
    const read = () => page.waitForResponse(/secure-payments\/[^/?]+[?]wallet=/);
    const first = read();
    await scene.open();
    await scene.press('Pay with Rabbit Wallet');
    await scene.heading('Not enough balance');
    await first;
    api.viewOfWallet = { status: 503, body: { statusCode: 503 } };
    for (const seconds of [4, 8]) {
      const again = read();
      await page.clock.fastForward(seconds * 1_000);
      await again;
    }
    api.viewOfWallet = answered;
    await passTime(scene, 16_000, page.getByRole('button', { name: 'Pay from another network' }));
  });

  it('still leads to the own network while no route can be prepared', async () => {
    await using scene = await startRouteScene(browser);
    scene.api.route = { status: 503, body: { statusCode: 503 }, headers: { 'retry-after': '5' } };
    await toSources(scene);
    await scene.press(/^USDT on Arbitrum One/);
    await notice(scene, 'You can still pay on the network of the payment');
    await scene.expectSound('crosschain-away');
    await scene.press('Pay with USDC on Base');
    await scene.heading('Not enough balance');
    expect(signatures(scene)).toBe(0);
  });

  it('says that an amount is too small for a transfer between networks', async () => {
    await using scene = await startRouteScene(browser);
    scene.api.route = { status: 400, body: { code: 'amount_too_low_for_route' } };
    await toSources(scene);
    await scene.press(/^USDT on Arbitrum One/);
    await notice(scene, 'it must be more than 1 USD');
  });
});

describe('the review of a payment from another network', () => {
  it('shows what leaves the wallet, what of it the transfer costs, and how long the price is good', async () => {
    await using scene = await startRouteScene(browser);
    await toRouteReview(scene);
    const bill = await scene.page.locator('section .bill').textContent();
    expect(bill).toContain('Transfer between networks0.50 USDT');
    expect(bill).toContain('Network fee on Arbitrum One, about0.00004 ETH');
    expect(bill).toContain('Arrivesusually in about 40 seconds');
    expect(bill).toContain('You pay on Arbitrum One101.00 USDT');
    expect(await scene.page.getByRole('timer').textContent()).toMatch(/^[0-2]:\d\d$/);
    await scene.expectSound('crosschain-review');
    scene.expectQuiet();
  });

  it('has no button for a call that pays back to somebody else, or for a larger approval', async () => {
    const refundAddress = word(OTHER);
    for (const body of [
      bridgeBody([approvalOf(), bridgeCallOf(dataOf({ across: { refundAddress } }))]),
      bridgeBody([approvalOf(101_000001n), bridgeCallOf()]),
    ]) {
      await using scene = await startRouteScene(browser);
      scene.api.route = { status: 200, body };
      await toSources(scene);
      await scene.press(/^USDT on Arbitrum One/);
      await scene.page.getByRole('alert').filter({ hasText: 'Do not pay this' }).waitFor();
      expect(await scene.page.locator('section button').count()).toBe(0);
      expect(signatures(scene)).toBe(0);
    }
  });

  it('is refreshed where its price has grown too old, and shows the price before', async () => {
    await using scene = await startRouteScene(browser);
    await toRouteReview(scene);
    const quoteExpiresAt = QUOTED_AT + PRICE_SECONDS;
    scene.api.refreshed = { status: 200, body: routeBody(101_100000n, { quoteExpiresAt }) };
    const changed = scene.page.getByText('The price was refreshed: 101.00 USDT → 101.10 USDT.');
    await passTime(scene, PRICE_SECONDS * 1_000, changed);
    await scene.page.getByRole('button', { name: 'Allow 101.10 USDT' }).waitFor();
    expect(signatures(scene)).toBe(0);
    await scene.expectSound('crosschain-refreshed');
  });

  it('has nothing to sign while its price cannot be refreshed', async () => {
    await using scene = await startRouteScene(browser);
    await toRouteReview(scene);
    scene.api.refreshed = { status: 503, body: { statusCode: 503 } };
    const again = scene.page.getByRole('button', { name: 'Read the price again' });
    await passTime(scene, PRICE_SECONDS * 1_000, again);
    expect(await scene.page.getByRole('button', { name: /^Allow/ }).count()).toBe(0);
    scene.api.refreshed = undefined;
    await again.click();
    await scene.page.getByRole('button', { name: 'Allow 101.00 USDT' }).waitFor();
  });

  it('asks again before a second payment while another may still arrive, and makes it then', async () => {
    await using scene = await startRouteScene(browser);
    await toRouteReview(scene);
    await scene.press('Allow 101.00 USDT');
    const other = intentOf({ intentId: 'other', txHash: FILL });
    await scene.page.getByRole('button', { name: 'Pay 101.00 USDT' }).waitFor();
    listIntents(scene, other);
    await scene.press('Pay 101.00 USDT');
    await notice(scene, 'you may pay twice');
    expect(signatures(scene)).toBe(1);
    await scene.press('Pay 101.00 USDT');
    await scene.heading('Your payment is on its way');
    await notice(scene, 'One more payment of this link may still arrive.');
    expect(signatures(scene)).toBe(2);
  });

  it('is over where the link was paid before the signature', async () => {
    await using scene = await startRouteScene(browser);
    await toRouteReview(scene);
    scene.api.viewOfWallet = { status: 409, body: completedBody(FILL) };
    scene.api.view = scene.api.viewOfWallet;
    await scene.press('Allow 101.00 USDT');
    await scene.heading('This payment is complete');
    expect(signatures(scene)).toBe(0);
  });
});

describe('a payment from another network that was sent', () => {
  it('is shown on both networks until it counts', async () => {
    await using scene = await startRouteScene(browser);
    await sendRoute(scene);
    await expect
      .poll(() => scene.api.intents[0])
      .toMatchObject({ txHash: SENT_HASH, chain: 'ARBITRUM', token: 'USDT' });
    listIntents(scene, intentOf());
    await scene.page.getByText('Confirmed on Arbitrum One').waitFor();
    await scene.page.getByText('Arriving on Base').waitFor();
    await scene.expectSound('crosschain-bridging');
    listIntents(scene, intentOf({ status: 'filled', fillTxHash: FILL }));
    await scene.page.getByText('Arrived on Base').waitFor();
    const links = scene.page.locator('section a.explorer');
    expect(await links.evaluateAll((all) => all.map((one) => Reflect.get(one, 'href')))).toEqual([
      `https://arbiscan.io/tx/${SENT_HASH}`,
      `https://basescan.org/tx/${FILL}`,
    ]);
    scene.api.view = { status: 409, body: completedBody(FILL) };
    await scene.heading('This payment is complete');
    scene.expectQuiet();
  });

  it('says where the money is, and until when it comes back, while it takes longer than usual', async () => {
    await using scene = await startRouteScene(browser);
    await sendRoute(scene);
    listIntents(scene, intentOf({ deadlineAt: isoAt(7_200) }));
    const late = scene.page.locator('.notice', { hasText: 'This takes longer than usual' });
    await passTime(scene, 200_000, late);
    expect(await late.textContent()).toMatch(/comes back to your wallet\. Do not pay again yet\.$/);
    await scene.expectSound('crosschain-late');
  });

  it('has come back once the API says so, and can be paid again then', async () => {
    await using scene = await startRouteScene(browser);
    await sendRoute(scene);
    expect(await scene.page.getByRole('button', { name: 'Pay again' }).count()).toBe(0);
    listIntents(scene, intentOf({ status: 'refunded', refundTxHash: REFUND }));
    await scene.heading('The money came back');
    await scene.page.locator(`a[href="https://arbiscan.io/tx/${REFUND}"]`).waitFor();
    await scene.expectSound('crosschain-refunded');
    await scene.press('Pay again');
    await scene.heading('Not enough balance');
    expect(signatures(scene)).toBe(2);
  });

  it.each([
    ['source_failed', 'The payment was not sent'],
    ['unfilled', 'The payment did not arrive'],
    ['unpaid', 'The payment was not made'],
  ])('that is %s is named in words', async (status, title) => {
    await using scene = await startRouteScene(browser);
    listIntents(scene, intentOf({ status }));
    await scene.open();
    await scene.heading(title);
    expect(await scene.page.title()).toBe(`${title} · Payment request`);
    await scene.page.getByRole('button', { name: 'Pay again' }).waitFor();
    expect(await scene.page.getByText('stays paid').count()).toBe(0);
  });

  it('and has failed leaves the fees paid that were paid beside it, which the page says', async () => {
    await using scene = await startRouteScene(browser);
    const { feePlan } = agreedFee();
    const body = routeView({ paymentIntents: [intentOf({ status: 'refunded' })], feePlan });
    scene.api.view = { status: 200, body };
    await scene.open();
    await scene.heading('The money came back');
    await scene.page.getByText('A fee that is paid on Arbitrum One stays paid').waitFor();
  });

  it('is reported after a reload where the report was lost, and not signed again', async () => {
    await using scene = await startRouteScene(browser);
    scene.api.intent = { status: 503, body: { statusCode: 503 } };
    await sendRoute(scene);
    const url = scene.page.url();
    // The page itself would report it again, before the reload or after it.
    await scene.page.goto('about:blank');
    scene.api.intent = { status: 200, body: {} };
    scene.api.intents.length = 0;
    await scene.page.goto(url);
    await scene.heading('Your payment is on its way');
    await expect.poll(() => scene.api.intents).toMatchObject([{ txHash: SENT_HASH }]);
    expect(signatures(scene)).toBe(2);
  });

  it('may still be signed after a reload, so that the page warns of it on the own network too', async () => {
    await using scene = await startRouteScene(browser);
    await toRouteReview(scene);
    await scene.press('Allow 101.00 USDT');
    const pay = scene.page.getByRole('button', { name: 'Pay 101.00 USDT' });
    await pay.waitFor();
    scene.wallet.decide = stayOpen;
    await pay.click();
    await scene.heading('Confirm in Rabbit Wallet');
    await expect.poll(() => signatures(scene)).toBe(2);
    await scene.page.reload();
    await scene.heading('Not enough balance');
    await notice(scene, 'A request from this page may still be open in your wallet');
  });

  it('is followed on another device, which is not led back to it once its payer left it', async () => {
    await using scene = await startRouteScene(browser);
    listIntents(scene, intentOf());
    await scene.open();
    await scene.heading('A payment is on its way');
    await scene.expectSound('crosschain-elsewhere');
    await scene.press('Pay in another way');
    await scene.press('Pay with Rabbit Wallet');
    await scene.heading('Not enough balance');
    await notice(scene, 'you may pay twice');
    const polled = scene.page.waitForResponse((one) => one.url().endsWith(TOKEN_TEXT));
    await scene.page.clock.fastForward(16_000);
    await polled;
    await scene.heading('Not enough balance');
    expect(await scene.page.getByText('A payment is on its way').count()).toBe(0);
  });

  it('goes on while the payment service is away', async () => {
    await using scene = await startRouteScene(browser);
    await sendRoute(scene);
    scene.api.view = { status: 503, body: { statusCode: 503 } };
    await notice(scene, 'Your transaction is not affected');
    scene.api.view = { status: 200, body: routeView() };
    await expect.poll(() => scene.page.getByText('is not affected').count()).toBe(0);
  });
});
