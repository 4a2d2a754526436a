import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TEST_ACCOUNTS } from '../../src/sandbox/test-accounts.ts';
import { feePair } from '../support/fee-pair.ts';
import { linksOf } from '../support/links-of.ts';
import { Calldata, sendTransaction } from '../support/pay-with.ts';
import { balancesOf } from '../support/sandbox-balances.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';
import { LARGE_PROTOCOL_FEE } from '../support/world-settings.ts';
import { sharedBrowser } from './support/chromium.ts';
import { signingWallet } from './support/signing-wallet.ts';
import { watchPage } from './support/watched-page.ts';

const { operator, payee, unrelated } = TEST_ACCOUNTS;

let browser: Browser;
let world: ReachedWorld;
beforeAll(async () => {
  [browser, world] = await Promise.all([sharedBrowser(), sharedWorld(LARGE_PROTOCOL_FEE)]);
});

const Created = z.object({ token: z.string(), securePaymentUrl: z.string() });

const item = (invoiceCurrency: string, paymentCurrency = invoiceCurrency) => ({
  requests: [{ payee: payee.address, amount: '20', invoiceCurrency, paymentCurrency }],
});

/** A link that was paid by its approval and its payment alone; by default 20 FAU without a fee of 1 %. */
async function paidWithoutFees(
  body: object = item('FAU-sepolia'),
  headers?: Readonly<Record<string, string>>,
) {
  const said = await linksOf(world).create(body, headers);
  const link = Created.parse(said.body);
  const answer = await world.read(`${link.token}/pay?wallet=${world.sandbox.payer.address}`);
  const { transactions, metadata } = Calldata.parse(answer.body);
  const behind = metadata.paymentTransactionIndex + 1;
  expect(transactions.length).toBeGreaterThan(behind);
  for (const transaction of transactions.slice(0, behind)) {
    await sendTransaction(world.sandbox, transaction);
  }
  const paid = await world.awaitStatus(link.token, 409);
  return { ...link, ...Paid.parse(paid.body) };
}

const Paid = z.object({
  outstandingFees: z.array(
    z.object({
      amount: z.string(),
      paymentReference: z.string(),
      conversion: z.object({ maxAmount: z.string() }).optional(),
    }),
  ),
});

/** The receipt of a link, in a browser with a wallet that signs one by one. */
async function openReceipt(url: string) {
  const wallet = signingWallet(world);
  const watched = await watchPage(browser, {
    origins: [world.apiUrl, world.payUrl].map((one) => new URL(one).origin),
    wallet: (call) => wallet.handle(call),
  });
  const { page } = watched;
  await page.goto(url);
  await page.getByText('These fees are still unpaid').waitFor();
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  return { ...watched, wallet, press };
}

const PAY = 'Pay these fees with Rabbit Wallet';

describe('a link that was paid without its fee', () => {
  it('has exactly that fee paid by a wallet that signs one by one, once', async () => {
    const link = await paidWithoutFees();
    expect(link.outstandingFees).toMatchObject([{ amount: '0.2' }]);
    await using receipt = await openReceipt(link.securePaymentUrl);
    const { page, wallet } = receipt;
    expect(await page.textContent('.unpaid')).toContain(unrelated.address);
    await receipt.expectSound('unpaid-fees-listed');

    await receipt.press(PAY);
    const allow = page.getByRole('button', { name: /^Allow 0.20 FAU/ });
    const pay = page.getByRole('button', { name: 'Pay the fees of 0.20 FAU' });
    await allow.or(pay).waitFor();
    // The allowance of before was for the payment and its fee together.
    const approvals = await allow.count();
    if (approvals > 0) await allow.click();
    await pay.waitFor();
    wallet.declines = 1;
    await pay.click();
    await page.locator('.notice', { hasText: 'You declined' }).waitFor();
    await pay.click();
    await page.locator('.unpaid').waitFor({ state: 'detached' });
    expect(wallet.sent).toHaveLength(approvals + 1);

    expect((await world.read(link.token)).body).toMatchObject({ outstandingFees: [] });
    await page.reload();
    await page.getByText('Protocol fee').first().waitFor();
    expect(await page.locator('.unpaid').count()).toBe(0);
    receipt.expectQuiet();
  });

  it('has several fees paid by one call, behind an approval of exactly their sum', async () => {
    const receivers = { borneByPayee: operator.address, borneByPayer: unrelated.address };
    const { pair } = await feePair(world, receivers);
    const link = await paidWithoutFees({ requests: [{ amount: '20' }] }, pair);
    expect(link.outstandingFees.map(({ amount }) => amount)).toEqual(['0.5', '0.2', '0.2']);
    await using receipt = await openReceipt(link.securePaymentUrl);
    await receipt.press(PAY);
    await receipt.press('Allow 0.90 USDC');
    const pay = receipt.page.getByRole('button', { name: 'Pay the fees of 0.90 USDC' });
    await pay.waitFor();
    await receipt.expectSound('unpaid-fees-several');
    await pay.click();
    await receipt.page.locator('.unpaid').waitFor({ state: 'detached' });
    expect(receipt.wallet.sent).toHaveLength(2);
    expect((await world.read(link.token)).body).toMatchObject({ outstandingFees: [] });
    receipt.expectQuiet();
  });

  it('has the fee of an invoice in dollars paid in its token, for no more than was announced', async () => {
    const link = await paidWithoutFees(item('USD', 'USDC-sepolia'));
    const [fee] = link.outstandingFees;
    const mostUnits = BigInt(fee?.conversion?.maxAmount ?? '');
    await using receipt = await openReceipt(link.securePaymentUrl);
    const { page } = receipt;
    expect(await page.textContent('.unpaid')).toMatch(/0\.2 USD \(at most 0\.2[0-9]* USDC\)/);
    await receipt.press(PAY);
    // What the payment was allowed to take at most is more than it and its fee took.
    const pay = page.getByRole('button', { name: /^Pay the fees of at most 0\.2[0-9]* USDC$/ });
    await pay.waitFor();
    await receipt.expectSound('unpaid-fees-converted');
    const collected = () => balancesOf(world).balanceOf(unrelated.address, 'USDC-sepolia');
    const before = await collected();
    await pay.click();
    await page.locator('.unpaid').waitFor({ state: 'detached' });
    const units = (await collected()) - before;
    expect(units > 0n && units <= mostUnits).toBe(true);
    expect((await world.read(link.token)).body).toMatchObject({ outstandingFees: [] });
    receipt.expectQuiet();
  });

  it('follows after a reload what was sent before, and offers it to nobody twice', async () => {
    const link = await paidWithoutFees();
    const references = link.outstandingFees.map(({ paymentReference }) => paymentReference);
    const wallet = signingWallet(world);
    const kept = {
      hash: `0x${'5e'.repeat(32)}`,
      at: Date.now(),
      walletId: 'nobody',
      chain: 'sepolia',
      view: { networkId: 'sepolia', references },
    };
    await using watched = await watchPage(browser, {
      origins: [world.apiUrl, world.payUrl].map((one) => new URL(one).origin),
      wallet: (call) => wallet.handle(call),
      prepare: async (context) => {
        const key = `florin.payment.${link.token}.fees`;
        await context.addInitScript(
          `localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(JSON.stringify(kept))})`,
        );
      },
    });
    await watched.page.goto(link.securePaymentUrl);
    await watched.page.getByText('The fees are on their way').waitFor();
    expect(await watched.page.locator('.unpaid button').count()).toBe(0);
  });
});
