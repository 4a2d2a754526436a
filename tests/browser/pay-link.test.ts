import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type SandboxShop, startSandboxShop } from '../../sdk/examples/shop/sandbox-shop.ts';
import { TEST_SAFE } from '../../src/sandbox/test-accounts.ts';
import { linksOf } from '../support/links-of.ts';
import { readFeed } from '../support/read-feed.ts';
import { balancesOf } from '../support/sandbox-balances.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';
import { sharedBrowser } from './support/chromium.ts';
import { comeBack as comeBackTo, frameIn, heading as headingIn } from './support/scripted-shop.ts';
import { signingWallet } from './support/signing-wallet.ts';
import { type WatchedPage, watchPage } from './support/watched-page.ts';

/** What the page says while one of two owners has signed. */
const SIGNED_ONCE = 'Waiting for signatures in a Safe (1 of 2)';

let browser: Browser;
let world: ReachedWorld;
beforeAll(async () => {
  [browser, world] = await Promise.all([sharedBrowser(), sharedWorld()]);
});

describe('a payment link in a plain browser', () => {
  it('is paid with the wallet that lives in the page', async () => {
    await using watched = await watch();
    const { page } = watched;
    await page.goto(world.paymentUrl);
    await watched.expectSound('link-sandbox');
    await press(page, 'Pay with Test wallet');
    await press(page, 'Connect');
    await heading(page, 'Review and pay');
    await watched.expectSound('link-review');
    await page.reload();
    await heading(page, 'Review and pay');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await allowAndPay(page, () => press(page, 'Sign'));
    await heading(page, 'This payment is complete');
    await watched.expectSound('link-done');
    watched.expectQuiet();
    expect((await world.read(tokenOf(world.paymentUrl))).status).toBe(409);
  });

  it('that is hidden from all but one wallet is shown to it and paid by it', async () => {
    await using watched = await watch();
    const { page } = watched;
    const policy = { hideUntilApproved: true, hidePayeeAddress: true };
    const allowedPayerAddresses = [world.sandbox.payer.address.toLowerCase()];
    const accessPolicy = { ...policy, allowedPayerAddresses };
    const link = await world.createLink('1.25', { accessPolicy });
    await page.goto(link.securePaymentUrl);
    expect(await page.locator('body').innerHTML()).not.toContain('1.25');
    await press(page, 'Pay with Test wallet');
    await press(page, 'Connect');
    await heading(page, 'Review and pay');
    expect(await page.locator('header .address').textContent()).toContain(
      world.sandbox.payee.address,
    );
    await allowAndPay(page, () => press(page, 'Sign'));
    await heading(page, 'This payment is complete');
    watched.expectQuiet();
    expect((await world.read(link.token)).status).toBe(409);
  });

  it('is proposed by the test Safe, not paid where its owners reject it, and paid when the other one signs', async () => {
    await using watched = await watch();
    const { page } = watched;
    const link = await world.createLink('2.75');
    const held = () => balancesOf(world).balanceOf(TEST_SAFE.address, 'USDC-sepolia');
    const before = await held();
    await page.goto(link.securePaymentUrl);
    await propose(page, '2.75 USDC');
    await page.getByRole('button', { name: 'Reject as both owners' }).waitFor();
    await watched.expectSound('safe-other-owner');
    await press(page, 'Reject as both owners');
    await page.locator('.notice', { hasText: 'Nothing was paid' }).waitFor();
    expect(await held()).toBe(before);
    await propose(page, '2.75 USDC');
    await press(page, 'Sign as second owner and execute');
    await heading(page, 'This payment is complete');
    watched.expectQuiet();
    expect((await world.read(link.token)).status).toBe(409);
    expect(before - (await held())).toBe(2_750_000n);
  });

  it('that waits for owners of the test Safe is signed and executed by the other one wherever it is opened', async () => {
    await using watched = await watch();
    const token = await linksOf(world).link('USDC-base', '1.5');
    const url = `${world.payUrl}/?token=${token}`;
    await watched.page.goto(url);
    await propose(watched.page, '1.50 USDC');
    await heading(watched.page, /^Waiting for signatures/);
    await world.awaitStatus(token, 423);
    await using elsewhere = await watch();
    await elsewhere.page.goto(url);
    await heading(elsewhere.page, /^Waiting for signatures in a Safe \(1 of 2\)/);
    await elsewhere.page.getByRole('button', { name: 'Reject as both owners' }).waitFor();
    await elsewhere.expectSound('safe-other-owner-elsewhere');
    await press(elsewhere.page, 'Sign as second owner and execute');
    for (const { page, expectQuiet } of [watched, elsewhere]) {
      await heading(page, 'This payment is complete');
      await page
        .getByRole('complementary', { name: 'Second owner' })
        .waitFor({ state: 'detached' });
      expectQuiet();
    }
    expect((await world.read(token)).status).toBe(409);
  });

  it('waits for owners of a Safe in every browser, says that they rejected it, and is paid by their next proposal', async () => {
    const token = await linksOf(world).link('USDC-base', '4.5');
    const url = `${world.payUrl}/?token=${token}`;
    await using watched = await watch();
    await using elsewhere = await watch();
    const { page } = watched;
    await page.goto(url);
    await propose(page, '4.50 USDC');
    await heading(page, SIGNED_ONCE);
    await watched.expectSound('safe-proposed');
    await world.awaitStatus(token, 423);
    const tab = await watched.context.newPage();
    for (const each of [tab, elsewhere.page]) {
      await each.goto(url);
      await heading(each, SIGNED_ONCE);
      await each.getByText('Others can pay again after').waitFor();
      expect(await each.getByRole('dialog').count()).toBe(0);
    }
    await tab.close();
    await press(page, 'Reject as both owners');
    await world.awaitStatus(token, 200);
    for (const each of [watched, elsewhere]) {
      await comeBack(each.page);
      await each.page.locator('.notice', { hasText: 'rejected or replaced in the Safe' }).waitFor();
    }
    await watched.expectSound('safe-rejected');
    await propose(page, '4.50 USDC');
    await heading(page, SIGNED_ONCE);
    await press(page, 'Sign as second owner and execute');
    await world.awaitStatus(token, 409);
    for (const each of [watched, elsewhere]) {
      await comeBack(each.page);
      await heading(each.page, 'This payment is complete');
      each.expectQuiet();
    }
  });

  it('comes back calmly when the payer declines in the wallet', async () => {
    await using watched = await watch();
    const { page } = watched;
    const link = await world.createLink('3.5');
    await page.goto(link.securePaymentUrl);
    await press(page, 'Pay with Test wallet');
    await press(page, 'Decline');
    await page.locator('.notice', { hasText: 'You declined. Nothing was charged.' }).waitFor();
    watched.expectQuiet();
    expect((await world.read(link.token)).status).toBe(200);
  });

  it('is paid with an injected wallet that announces itself, once, over a reload', async () => {
    const wallet = signingWallet(world);
    const { sent } = wallet;
    await using watched = await watch(wallet);
    const { page } = watched;
    const link = await world.createLink('7.25', {
      reference: 'INV-7',
      redirectUrl: 'https://shop.example/',
    });
    await page.goto(link.securePaymentUrl);
    await press(page, 'Pay with Rabbit Wallet');
    await heading(page, 'Review and pay');
    await allowAndPay(page, () => Promise.resolve());
    await heading(page, /on its way|complete/);
    await page.reload();
    await heading(page, 'This payment is complete');
    await page.getByText('7.25 USDC on Sepolia', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Go Back and Close' }).waitFor();
    watched.expectQuiet();
    const answer = await world.read(link.token);
    expect(answer.status).toBe(409);
    expect(JSON.stringify(answer.body)).toContain(sent.at(-1));
    const steps = await stepsOf(link.token, 3);
    expect(steps.map(({ userEvent }) => userEvent)).toEqual([
      'wallet_connected',
      'payment_sent_to_wallet',
      'payment_approved_in_wallet',
    ]);
    expect(steps.at(-1)?.properties).toMatchObject({
      wallet_provider: 'Rabbit Wallet',
      wallet_address_hashed: expect.stringMatching(/^[0-9a-f]{64}$/),
      payment_submission_id: sent.at(-1),
    });
  });
});

describe('a payment link in the example shop', () => {
  let shop: SandboxShop;
  beforeAll(async () => {
    const { apiUrl, authUrl, payUrl, apiKey, payee } = world.sandbox;
    const { destinationId } = payee;
    shop = await startSandboxShop({ apiUrl, authUrl, payUrl, apiKey, destinationId, port: 0 });
  });
  afterAll(() => shop?.stop());

  it.each(['Pay in a window', 'Pay on this page'])(
    'is paid from its frame by “%s”, and the order counts once the webhook has come',
    async (button) => {
      await using watched = await watch(signingWallet(world), shop.url);
      const { page, context } = watched;
      await page.goto(shop.url);
      await watched.expectSound('example-shop');
      const product = page.getByRole('article', { name: 'Mug' });
      await product.getByRole('button', { name: button }).click();
      const frame = await frameIn(page);
      await headingIn(frame, 'Pay on the payment page');
      const opening = context.waitForEvent('page');
      await frame.getByRole('link', { name: 'Open the payment page' }).click();
      const tab = await opening;
      await press(tab, 'Pay with Rabbit Wallet');
      await heading(tab, 'Review and pay');
      await tab.getByText('Matches the link you opened').waitFor();
      expect(await page.locator('#order').textContent()).toContain('waits for its payment');
      await allowAndPay(tab, () => Promise.resolve());
      await heading(tab, 'This payment is complete');
      await tab.close();
      await comeBackTo(frame);
      await headingIn(frame, 'This payment is complete');
      await page.locator('#order').getByText('Thank you!').waitFor();
      watched.expectQuiet();
    },
  );
});

const Steps = z.object({
  events: z.array(
    z.object({
      securePaymentToken: z.string(),
      payload: z.object({
        userEvent: z.string(),
        occurredAt: z.string(),
        properties: z.record(z.string(), z.unknown()),
      }),
    }),
  ),
});

/** The steps that the page reported about a link, as its integrator reads them, in the order in which they happened. */
async function stepsOf(token: string, count: number) {
  const steps = await readFeed(world, {
    query: 'type=secure_payment.user_event',
    select: (page) =>
      Steps.parse(page).events.flatMap((event) =>
        event.securePaymentToken === token ? [event.payload] : [],
      ),
    count,
  });
  // Each report is a request of its own, so the API may receive two in another order.
  return steps.toSorted((left, right) => left.occurredAt.localeCompare(right.occurredAt));
}

async function watch(
  wallet = signingWallet(world),
  ...others: readonly string[]
): Promise<WatchedPage> {
  return await watchPage(browser, {
    origins: [world.apiUrl, world.payUrl, ...others].map((url) => new URL(url).origin),
    wallet: (call) => wallet.handle(call),
  });
}

/** Allows and pays; a wallet inside the page requests each signature in its own window. */
async function allowAndPay(page: Page, confirm: () => Promise<void>): Promise<void> {
  await page.getByText('Signature 1 of 2').waitFor();
  await page.getByRole('button', { name: /^Allow / }).click();
  await confirm();
  await page.getByText('Signature 2 of 2').waitFor();
  await page.getByRole('button', { name: /^Pay / }).click();
  await confirm();
}

/** The page asks at once when the payer comes back to it. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
}

/** Has the test Safe propose a payment of a link that is open. */
async function propose(page: Page, amount: string): Promise<void> {
  await press(page, 'Pay with Test Safe (two owners)');
  const connect = page.getByRole('button', { name: 'Connect', exact: true });
  const proposing = page.getByRole('button', { name: `Propose ${amount}` });
  const moving = page.getByRole('button', { name: /^Switch to / });
  // It is connected from before, and stands on the network of another link.
  await connect.or(proposing).or(moving).waitFor();
  if (await connect.isVisible()) await connect.click();
  await proposing.or(moving).waitFor();
  if (await moving.isVisible()) await moving.click();
  await page.getByText('to your Safe as one transaction').waitFor();
  await proposing.click();
  await page.getByRole('dialog').getByText('as the first of two owners').waitFor();
  await press(page, 'Sign');
}

async function heading(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 2, name }).waitFor({ timeout: 90_000 });
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

function tokenOf(paymentUrl: string): string {
  return new URL(paymentUrl).searchParams.get('token') ?? '';
}
