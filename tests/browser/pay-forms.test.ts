import type { Browser, Page } from 'playwright-core';
import { encodeFunctionData } from 'viem';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { batchPaymentsAbi } from '#catalog/abis/batch-payments.generated.ts';
import { CONTRACTS } from '#catalog/contracts.ts';
import { TEST_ACCOUNTS } from '../../src/sandbox/test-accounts.ts';
import { sendCall } from '../../src/sandbox/test-wallet.ts';
import { linksOf } from '../support/links-of.ts';
import { balancesOf } from '../support/sandbox-balances.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';
import { LARGE_PROTOCOL_FEE } from '../support/world-settings.ts';
import { sharedBrowser } from './support/chromium.ts';
import { openReview } from './support/paying.ts';
import { type SigningWallet, signingWallet } from './support/signing-wallet.ts';
import { type WatchedPage, watchPage } from './support/watched-page.ts';

const COIN = 'ETH-sepolia-sepolia';
const { operator, payee, unrelated } = TEST_ACCOUNTS;

let browser: Browser;
let world: ReachedWorld;
beforeAll(async () => {
  [browser, world] = await Promise.all([sharedBrowser(), sharedWorld(LARGE_PROTOCOL_FEE)]);
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

/** Sets what the batch contract takes for itself, as its owner can. */
async function setBatchFee(bps: number): Promise<void> {
  const sepolia = world.sandbox.networks['sepolia'];
  if (sepolia === undefined) throw new Error('this sandbox has no Sepolia node');
  const call = { abi: batchPaymentsAbi, functionName: 'setBatchFee', args: [bps] } as const;
  const to = CONTRACTS.sepolia.batchPayments ?? '';
  await sendCall(sepolia, operator, { to, data: encodeFunctionData(call), valueUnits: 0n });
}

const review = (url: string, atomic?: SigningWallet['atomic']) =>
  openReview({ browser, world, url, atomic });

describe('in a real browser', () => {
  it('a native coin is paid by one signature, without an approval', async () => {
    const link = await create([item(COIN, '0.25')], {
      feePercentage: '2',
      feeAddress: unrelated.address,
    });
    await using paying = await review(link.securePaymentUrl);
    const { page } = paying;
    await page.getByText('Fee (2 %)').waitFor();
    await paying.expectSound('form-native-review');
    await paying.press('Pay 0.255 ETH');
    await paying.done(link.token);
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
    await paying.press(/^Allow /);
    await page.getByText('Signature 2 of 2').waitFor();
    await paying.press('Pay 10.50 EUR');
    await paying.done(link.token);
    expect(await page.textContent('main')).not.toContain('refreshed');
  });

  it('a fee is paid by the call that pays the amount, by a wallet that signs one by one', async () => {
    const link = await create([item('FAU-sepolia', '20')]);
    await using paying = await review(link.securePaymentUrl);
    const { page, wallet } = paying;
    await page.getByText('Signature 1 of 2').waitFor();
    await paying.press('Allow 20.20 FAU');
    await page.getByText('Signature 2 of 2').waitFor();
    await page.getByText('and 0.20 FAU as a fee to').waitFor();
    await paying.expectSound('form-fee-together');
    await paying.press('Pay 20.20 FAU');
    await paying.done(link.token);
    expect(wallet.sent).toHaveLength(2);
    const { body } = await world.read(link.token);
    expect(body).toMatchObject({
      paidFees: [{ feeType: 'protocol_fee', amount: '0.2' }],
      outstandingFees: [],
    });
    expect(await receiptOf(page)).toMatchObject([
      'Paid 20.00 FAU on Sepolia',
      'Protocol fee (1 %), paid on top 0.20 FAU',
      'Paid with all fees 20.20 FAU',
    ]);
  });

  it('a fee with its bearer is paid after the payment where one call cannot, and can be declined once', async () => {
    await setBatchFee(1);
    await using _ = { [Symbol.asyncDispose]: () => setBatchFee(0) };
    const link = await create([item('FAU-sepolia', '20')]);
    await using paying = await review(link.securePaymentUrl);
    const { page, wallet } = paying;
    await page.getByText(/\(1 %\)/).waitFor();
    await paying.expectSound('form-fee-review');
    await paying.press(/^Allow 20.20 FAU/);
    await page.getByText('Signature 2 of 3').waitFor();
    await paying.press('Pay 20.00 FAU');
    await page.getByText('Only its fees are left to sign').waitFor();
    expect(await billOf(page)).toMatchObject([
      'Sent before 20.00 FAU',
      'Protocol fee (1 %) 0.20 FAU',
      'You pay 0.20 FAU',
    ]);
    await paying.expectSound('form-fee-left');
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    wallet.declines = 1;
    await paying.press('Pay the fee of 0.20 FAU');
    await page.locator('.notice', { hasText: 'What you paid before stays paid' }).waitFor();
    await paying.press('Pay the fee of 0.20 FAU');
    await paying.done(link.token);
    expect(wallet.sent).toHaveLength(3);
    const receipt = [
      'Paid 20.00 FAU on Sepolia',
      'Protocol fee (1 %), paid on top 0.20 FAU',
      'Paid with all fees 20.20 FAU',
    ];
    expect(await receiptOf(page)).toMatchObject(receipt);
    await paying.expectSound('form-fee-receipt');
    await page.reload();
    await page.getByText('Paid with all fees').waitFor();
    expect(await receiptOf(page)).toMatchObject(receipt);
  });

  it('a wallet that signs several calls at once pays with one signature, also across a reload', async () => {
    const link = await create([item('FAU-sepolia', '30')]);
    await using paying = await review(link.securePaymentUrl, 'supported');
    await paying.page.getByText('Your wallet signs 3 calls at once').waitFor();
    await paying.expectSound('form-at-once-review');
    const { page, wallet } = paying;
    wallet.isHolding = true;
    await paying.press('Pay 30.30 FAU');
    await expect.poll(() => asked(wallet, 'wallet_getCallsStatus')).toBeGreaterThan(0);
    await page.reload();
    const underWay = page.locator('.notice', { hasText: 'still making the calls' });
    await underWay.waitFor();
    await paying.press('Pay 30.30 FAU');
    await underWay.waitFor();
    await paying.expectSound('form-at-once-under-way');
    await wallet.release();
    await paying.done(link.token);
    expect(wallet.sent).toHaveLength(1);
    expect(asked(wallet, 'wallet_sendCalls')).toBe(1);
  });

  it('calls of which the network refuses one are refused all: nothing is paid', async () => {
    const link = await create([item('FAU-sepolia', '32')]);
    await using paying = await review(link.securePaymentUrl, 'supported');
    const { page, wallet } = paying;
    const paid = () => balancesOf(world).balanceOf(payee.address, 'FAU-sepolia');
    const before = await paid();
    wallet.isLastCallFailing = true;
    await paying.press('Pay 32.32 FAU');
    await page.locator('.notice', { hasText: 'all of them: nothing was paid' }).waitFor();
    expect(wallet.sent).toHaveLength(1);
    expect((await paid()) - before).toBe(0n);
  });

  it('a wallet that first has to change its account is called only when the payer wants', async () => {
    const link = await create([item('FAU-sepolia', '31')]);
    await using paying = await review(link.securePaymentUrl, 'ready');
    const { page, wallet } = paying;
    await page.getByText('Signature 1 of 2').waitFor();
    await page.getByText('first asks to upgrade your account (EIP-7702)').waitFor();
    await paying.expectSound('form-at-once-upgrade');
    wallet.refusesCallsWith = 5750;
    await paying.press('Sign both at once');
    await page.locator('.notice', { hasText: 'the upgrade was declined' }).waitFor();
    expect(await page.getByRole('button', { name: /at once/ }).count()).toBe(0);
    await paying.press(/^Allow /);
    await page.getByText('Signature 2 of 2').waitFor();
    await paying.press('Pay 31.31 FAU');
    await paying.done(link.token);
  });

  it('a batch of tokens, coins and a conversion is one payment after its approvals', async () => {
    const link = await create([
      item('USDC-sepolia', '1.5'),
      item('FAU-sepolia', '2.25'),
      item(COIN, '0.125'),
      item('USDC-sepolia', '3', { payee: unrelated.address }),
      item('USDC-sepolia', '7', { invoiceCurrency: 'EUR' }),
      item('FAU-sepolia', '4'),
    ]);
    await using paying = await review(link.securePaymentUrl);
    const { page } = paying;
    await page.getByText('Pays 6 recipients').waitFor();
    await page.getByText('Show the other 1').click();
    await paying.expectSound('form-batch-review');
    await page.getByText('Signature 1 of 3').waitFor();
    await paying.press(/^Allow .* USDC$/);
    await page.getByText('Signature 2 of 3').waitFor();
    await page.reload();
    await paying.heading(/^Review and pay/);
    await paying.press(/^Allow .* FAU$/);
    await page.getByText('Signature 3 of 3').waitFor();
    await page.getByText('all 6 payments').waitFor();
    await page.getByText('Network fee, about').waitFor();
    await paying.expectSound('form-batch-pay');
    await paying.press(/^Pay /);
    await paying.done(link.token);
  });

  it('a batch is paid with the fees of each payment, and its receipt names them and who bears them', async () => {
    const other = operator.address;
    const link = await create([
      item('USDC-sepolia', '12'),
      item('USDC-sepolia', '8', { payee: other }),
    ]);
    const collected = () => balancesOf(world).balanceOf(unrelated.address, 'USDC-sepolia');
    const before = await collected();
    await using paying = await review(link.securePaymentUrl);
    const { page } = paying;
    await page.getByText('Protocol fee (1 %)').waitFor();
    await page.getByText('20.20 USDC', { exact: true }).waitFor();
    await paying.expectSound('form-batch-fees-review');
    await paying.press('Allow 20.20 USDC');
    await page.getByText('both payments').waitFor();
    await paying.press('Pay 20.20 USDC');
    await paying.done(link.token);
    expect((await collected()) - before).toBe(200_000n);
    expect(await receiptOf(page)).toMatchObject([
      'Paid 20.00 USDC on Sepolia',
      'Protocol fee (1 %), paid on top 0.20 USDC',
      'Paid with all fees 20.20 USDC',
    ]);
    await paying.expectSound('form-batch-fees-receipt');
    await using elsewhere = await openElsewhere(link.securePaymentUrl);
    await elsewhere.page.getByText('Protocol fee (1 %), paid on top').waitFor();
    expect(await receiptOf(elsewhere.page)).toMatchObject([
      'Protocol fee (1 %), paid on top 0.20 USDC',
    ]);
    await elsewhere.expectSound('receipt-elsewhere');
  });

  it('a partial payment is shown, and only the rest is requested', async () => {
    const link = await create([item(COIN, '2')]);
    await payPart(link.token);
    await using paying = await review(link.securePaymentUrl);
    const { page } = paying;
    await page.getByText('Already paid').waitFor();
    await page.getByText('0.50 ETH', { exact: true }).waitFor();
    await paying.expectSound('form-partial-review');
    await paying.press('Pay 1.50 ETH');
    await paying.done(link.token);
    expect(await receiptOf(page)).toMatchObject(['Paid 2.00 ETH on Sepolia']);
  });
});

/** How often the page has called a method of the wallet. */
function asked(wallet: SigningWallet, method: string): number {
  return wallet.calls.filter((call) => call.method === method).length;
}

/** Opens a link in a browser that knows nothing of it, and that has no wallet. */
async function openElsewhere(url: string): Promise<WatchedPage> {
  const origins = [world.apiUrl, world.payUrl].map((one) => new URL(one).origin);
  const watched = await watchPage(browser, { origins });
  await watched.page.goto(url);
  return watched;
}

/** The sums of the bill, as the payer reads them. */
async function billOf(page: Page): Promise<string[]> {
  const texts = await page.locator('section .row.sum').allInnerTexts();
  return texts.map((text) => text.replace(/\s+/g, ' '));
}

/** The sums of the receipt, as the payer reads them. */
async function receiptOf(page: Page): Promise<string[]> {
  const texts = await billOf(page);
  // When it was sent, counted and became final stands there too; pay-finality.test.ts is about that.
  return texts.filter((text) => !/^(Sent|Confirmed|Final)/.test(text));
}

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
  await expect.poll(paid).toBe((5n * 10n ** 17n).toString());
}
