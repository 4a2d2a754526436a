import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TEST_ACCOUNTS } from '../../src/processes/sandbox/test-accounts.ts';
import { linksOf } from '../support/links-of.ts';
import { Calldata, sendTransaction } from '../support/pay-with.ts';
import { startWorld, type World } from '../support/world.ts';
import { startBrowser } from './support/chromium.ts';
import { injectWallet } from './support/injected-wallet.ts';
import { signingWallet } from './support/signing-wallet.ts';
import { watchPage } from './support/watched-page.ts';

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

/** A link of 20 FAU that was paid by its approval and its payment alone, without its fee of 1 %. */
async function paidWithoutFee() {
  const requests = [
    {
      payee: payee.address,
      amount: '20',
      invoiceCurrency: 'FAU-sepolia',
      paymentCurrency: 'FAU-sepolia',
    },
  ];
  const said = await linksOf(world).create({ requests });
  const link = Created.parse(said.body);
  const { body } = await world.read(`${link.token}/pay?wallet=${world.sandbox.payer.address}`);
  const [approval, main, ...fees] = Calldata.parse(body).transactions;
  if (approval === undefined || main === undefined) throw new Error('a payment was prepared');
  expect(fees).toHaveLength(1);
  await sendTransaction(world.sandbox, approval);
  await sendTransaction(world.sandbox, main);
  const paid = await world.awaitStatus(link.token, 409);
  expect(paid.body).toMatchObject({ outstandingFees: [{ amount: '0.2' }] });
  return link;
}

describe('a link that was paid without its fee', () => {
  it('has exactly that fee paid by a wallet that signs one by one, once', async () => {
    const link = await paidWithoutFee();
    const wallet = signingWallet(world);
    await using watched = await watchPage(browser, {
      origins: [world.apiUrl, world.payUrl].map((one) => new URL(one).origin),
      prepare: (context) => injectWallet(context, (call) => wallet.handle(call)),
    });
    const { page } = watched;
    await page.goto(link.securePaymentUrl);
    await page.getByText('These fees are still unpaid').waitFor();
    expect(await page.textContent('.unpaid')).toContain(stranger.address);
    await watched.expectSound('unpaid-fees-listed');
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

    await press('Pay these fees with Rabbit Wallet');
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
    watched.expectQuiet();
  });

  it('follows after a reload what was sent before, and offers it to nobody twice', async () => {
    const link = await paidWithoutFee();
    const { body } = await world.read(link.token);
    const references = z
      .object({ outstandingFees: z.array(z.object({ paymentReference: z.string() })) })
      .parse(body)
      .outstandingFees.map(({ paymentReference }) => paymentReference);
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
      prepare: async (context) => {
        await injectWallet(context, (call) => wallet.handle(call));
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
