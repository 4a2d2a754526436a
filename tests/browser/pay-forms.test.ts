import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TEST_ACCOUNTS } from '../../src/processes/sandbox/test-accounts.ts';
import { linksOf } from '../support/links-of.ts';
import { startWorld, type World } from '../support/world.ts';
import { startBrowser } from './support/chromium.ts';
import { injectWallet } from './support/injected-wallet.ts';
import { type SigningWallet, signingWallet } from './support/signing-wallet.ts';
import { type WatchedPage, watchPage } from './support/watched-page.ts';

const COIN = 'ETH-sepolia-sepolia';
const { payee, stranger } = TEST_ACCOUNTS;

let browser: Browser;
let world: World;
beforeAll(async () => {
  const fee = { PROTOCOL_FEE_BPS: '100', PROTOCOL_FEE_ADDRESS: stranger.address };
  [browser, world] = await Promise.all([startBrowser(), startWorld(fee)]);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await world[Symbol.asyncDispose]();
});

const Created = z.object({ token: z.string(), securePaymentUrl: z.string() });

const item = (paymentCurrency: string, amount: string, more: Record<string, string> = {}) => ({
  payee: payee.address,
  amount,
  invoiceCurrency: paymentCurrency,
  paymentCurrency,
  ...more,
});

async function create(requests: readonly unknown[], more: Record<string, unknown> = {}) {
  const said = await linksOf(world).create({ requests, reference: 'INV-77', ...more });
  expect(said).toMatchObject({ status: 201 });
  return Created.parse(said.body);
}

/** A page with a wallet that signs, up to the review of a link. */
interface Paying extends WatchedPage {
  readonly wallet: SigningWallet;
}

async function review(url: string, atomic?: SigningWallet['atomic']): Promise<Paying> {
  const wallet = signingWallet(world);
  wallet.atomic = atomic;
  const watched = await watchPage(browser, {
    origins: [world.apiUrl, world.payUrl].map((one) => new URL(one).origin),
    prepare: (context) => injectWallet(context, (call) => wallet.handle(call)),
  });
  await watched.page.goto(url);
  await press(watched.page, 'Pay with Rabbit Wallet');
  await heading(watched.page, /^Review and pay/);
  return { ...watched, wallet };
}

describe('in a real browser', () => {
  it('a native coin is paid by one signature, without an approval', async () => {
    const link = await create([item(COIN, '0.25')], {
      feePercentage: '2',
      feeAddress: stranger.address,
    });
    await using paying = await review(link.securePaymentUrl);
    const { page } = paying;
    await page.getByText('Fee (2 %)').waitFor();
    await paying.expectSound('form-native-review');
    await press(page, 'Pay 0.255 ETH');
    await done(paying, link.token);
    expect(paying.wallet.sent).toHaveLength(1);
  });

  it('an invoice in euros is paid in a token, with the rate and its age', async () => {
    const link = await create([item('USDC-sepolia', '10.5', { invoiceCurrency: 'EUR' })]);
    await using paying = await review(link.securePaymentUrl);
    const { page } = paying;
    await page.getByText(/1 USDC = [0-9.]+ EUR/).waitFor();
    await page.getByText(/Rate set (this|[0-9]+) minute/).waitFor();
    await page.getByText(/at most [0-9.]+ USDC/).waitFor();
    await paying.expectSound('form-conversion-review');
    await pressLike(page, /^Allow /);
    await page.getByText('Step 2 of 2').waitFor();
    await press(page, 'Pay 10.50 EUR');
    await done(paying, link.token);
  });

  it('a fee with its bearer is paid after the payment, and can be declined once', async () => {
    const link = await create([item('FAU-sepolia', '20')]);
    await using paying = await review(link.securePaymentUrl);
    const { page, wallet } = paying;
    await page.getByText(/\(1 %\)/).waitFor();
    await paying.expectSound('form-fee-review');
    await pressLike(page, /^Allow 20.20 FAU/);
    await page.getByText('Step 2 of 3').waitFor();
    await press(page, 'Pay 20.00 FAU');
    await page.getByText('Only its fees are left to sign').waitFor();
    await paying.expectSound('form-fee-left');
    wallet.declines = 1;
    await press(page, 'Pay the fee of 0.20 FAU');
    await page.locator('.notice', { hasText: 'You declined' }).waitFor();
    await press(page, 'Pay the fee of 0.20 FAU');
    await done(paying, link.token);
    expect(wallet.sent).toHaveLength(3);
  });

  it('a wallet that signs several calls at once pays with one signature', async () => {
    const link = await create([item('FAU-sepolia', '30')]);
    await using paying = await review(link.securePaymentUrl, 'supported');
    await paying.page.getByText('Your wallet signs 3 calls at once').waitFor();
    await paying.expectSound('form-at-once-review');
    await press(paying.page, 'Pay 30.30 FAU');
    await done(paying, link.token);
    expect(paying.wallet.sent).toHaveLength(1);
  });

  it('a wallet that first has to change its account is asked only when the payer wants', async () => {
    const link = await create([item('FAU-sepolia', '31')]);
    await using paying = await review(link.securePaymentUrl, 'ready');
    const { page, wallet } = paying;
    await page.getByText('Step 1 of 3').waitFor();
    wallet.declines = 1;
    await press(page, 'Sign all 3 at once');
    await page.locator('.notice', { hasText: 'You declined' }).waitFor();
    expect(await page.getByRole('button', { name: /at once/ }).count()).toBe(0);
    await pressLike(page, /^Allow /);
    await page.getByText('Step 2 of 3').waitFor();
    await press(page, 'Pay 31.00 FAU');
    await press(page, 'Pay the fee of 0.31 FAU');
    await done(paying, link.token);
  });

  it('a batch of tokens, coins and a conversion is one payment after its approvals', async () => {
    const link = await create([
      item('USDC-sepolia', '1.5'),
      item('FAU-sepolia', '2.25'),
      item(COIN, '0.125'),
      item('USDC-sepolia', '3', { payee: stranger.address }),
      item('USDC-sepolia', '7', { invoiceCurrency: 'EUR' }),
      item('FAU-sepolia', '4'),
    ]);
    await using paying = await review(link.securePaymentUrl);
    const { page } = paying;
    await page.getByText('Pays 6 recipients').waitFor();
    await page.getByText('Show the other 1').click();
    await page.getByText(/all 6 payments/).count();
    await paying.expectSound('form-batch-review');
    await page.getByText('Step 1 of 3').waitFor();
    await pressLike(page, /^Allow .* USDC$/);
    await page.getByText('Step 2 of 3').waitFor();
    await page.reload();
    await heading(page, /^Review and pay/);
    await pressLike(page, /^Allow .* FAU$/);
    await page.getByText('Step 3 of 3').waitFor();
    await page.getByText('all 6 payments').waitFor();
    await paying.expectSound('form-batch-pay');
    await pressLike(page, /^Pay /);
    await done(paying, link.token);
  });

  it('a part that was paid is told, and only the rest is asked for', async () => {
    const link = await create([item(COIN, '2')]);
    await payPart(link.token);
    await using paying = await review(link.securePaymentUrl);
    const { page } = paying;
    await page.getByText('Already paid').waitFor();
    await page.getByText('0.50 ETH', { exact: true }).waitFor();
    await paying.expectSound('form-partial-review');
    await press(page, 'Pay 1.50 ETH');
    await done(paying, link.token);
  });
});

/** Pays half a coin of a link, as somebody might who pays in parts. */
async function payPart(token: string): Promise<void> {
  const { body } = await world.read(`${token}/pay?wallet=${world.sandbox.payer.address}`);
  const { transactions } = z
    .looseObject({ transactions: z.array(z.object({ to: z.string(), data: z.string() })) })
    .parse(body);
  const [call] = transactions;
  const value = `0x${(5n * 10n ** 17n).toString(16)}`;
  await signingWallet(world).handle({
    method: 'eth_sendTransaction',
    params: [{ ...call, value }],
  });
  const paid = async () => (await world.read(token)).body['paidAmount'];
  await expect.poll(paid, { timeout: 20_000 }).toBe((5n * 10n ** 17n).toString());
}

async function done(paying: Paying, token: string): Promise<void> {
  await heading(paying.page, 'This payment is complete');
  paying.expectQuiet();
  await world.awaitStatus(token, 409);
}

async function heading(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 2, name }).waitFor({ timeout: 30_000 });
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

async function pressLike(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).click();
}
