import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { TEST_ACCOUNTS } from '../../src/sandbox/test-accounts.ts';
import { bundlesOf } from '../support/bundles-of.ts';
import { PROTOCOL_FEE } from '../support/world-settings.ts';
import { addBankAccount, toNewPayout, watchDashboard } from './support/bank-payouts.ts';
import {
  heading,
  press,
  SCREEN_MS,
  signEach,
  toArbitrum,
  toSources,
  useBridgedPages,
} from './support/bridged-pages.ts';

/** What the Transaction Builder of a Safe opens. */
const Batch = z.object({
  transactions: z.array(z.object({ to: z.string(), value: z.string(), data: z.string() })),
});

const pages = useBridgedPages({ ...PROTOCOL_FEE, PROTOCOL_FEE_BPS: '100' });

it('pays the fees of a link where its payer pays from, behind the route', async () => {
  await using watched = await pages.watch();
  const { page } = watched;
  const { world } = pages.bridged;
  const link = await world.createLink('12.5');
  await toSources(watched, link.securePaymentUrl);
  await toArbitrum(watched);
  await page.getByText('Protocol fee').first().waitFor();
  await page.getByText('stays paid if the payment comes back').waitFor();
  await signEach(watched, [
    /^Allow .* USDC$/,
    /^Allow 0.125 USDC$/,
    /^Pay .* USDC$/,
    'Pay the fee of 0.125 USDC',
  ]);
  await heading(page, 'This payment is complete');
  watched.expectQuiet();
  await expect
    .poll(() => world.read(link.token), { timeout: SCREEN_MS })
    .toMatchObject({
      status: 409,
      body: { paidFees: [{ feeType: 'protocol_fee', amount: '0.125' }], outstandingFees: [] },
    });
});

it('pays the fees of a bundle where its payer pays from, behind all of its payments', async () => {
  await using watched = await pages.watch();
  const { page } = watched;
  const { world } = pages.bridged;
  const bundles = bundlesOf(world);
  const base = { network: 'base', currency: 'USDC-base' };
  const fee = { feePercentage: '2', feeAddress: TEST_ACCOUNTS.unrelated.address };
  const token = await bundles.bundle([
    await bundles.payout({ ...base, amount: '12.5' }),
    await bundles.payout({ ...base, ...fee, amount: '20' }),
  ]);
  await page.goto(`${world.payUrl}/?token=${token}`);
  await press(page, 'Pay with Test wallet');
  await press(page, 'Connect');
  await heading(page, 'Review and pay');
  await press(page, 'Pay from another network');
  await press(page, 'USDC on Arbitrum One');
  await heading(page, /^Review and pay/);
  await press(page, 'Switch to Arbitrum One');
  const bill = page.locator('section .bill');
  await bill.getByText('Protocol fee').first().waitFor();
  await bill.getByText('0.40 USDC').waitFor();
  await page.getByText('stays paid if the payment comes back').waitFor();
  await watched.expectSound('bundle-crosschain-fees');
  await signEach(watched, [
    /^Allow .* USDC$/,
    'Allow 0.325 USDC',
    /^Pay 1.* USDC$/,
    /^Pay 2.* USDC$/,
    'Pay the fee of 0.125 USDC',
    'Pay the fee of 0.20 USDC',
  ]);
  await heading(page, 'This payment is complete');
  watched.expectQuiet();
  const inside = { feeType: 'platform_fee', amount: '0.4' };
  const paid = (amount: string) => ({ feeType: 'protocol_fee', amount });
  await expect
    .poll(() => world.read(token), { timeout: SCREEN_MS })
    .toMatchObject({
      status: 409,
      body: { paidFees: [paid('0.125'), inside, paid('0.2')], outstandingFees: [] },
    });
});

// Here, because this sandbox has a bank and takes a fee.
it('pays out to a bank account from the dashboard, by the transactions that it hands over', async () => {
  const { bridged } = pages;
  await using watched = await watchDashboard(bridged);
  const { page } = watched;
  await addBankAccount(bridged, 'customer-1');
  await toNewPayout(page, bridged, 'customer-1');
  await page.getByLabel('Amount in USDC').fill('12.5.5');
  await page.getByLabel('Network').selectOption('USDC-base');
  await press(page, 'Create the payout');
  await page
    .getByText(/^amount /)
    .first()
    .waitFor();
  await watched.expectSound('dashboard-bank-payout-form');
  await page.getByLabel('Amount in USDC').fill('12.5');
  await press(page, 'Create the payout');
  await page.getByRole('heading', { level: 1, name: 'Payment of 12.5 USDC' }).waitFor();
  await page.getByLabel('Wallet that pays').fill('nobody');
  await press(page, 'Prepare the payment');
  await page
    .getByText(/^wallet /)
    .first()
    .waitFor();
  await page.getByLabel('Wallet that pays').fill(bridged.sandbox.payer.address);
  await press(page, 'Prepare the payment');
  await page.getByText('12.625 USDC', { exact: true }).waitFor();
  await page.getByText('Transactions of this payout were prepared before').waitFor();
  await watched.expectSound('dashboard-bank-payout-prepared');
  const saved = page.waitForEvent('download');
  await press(page, 'Save for a Safe');
  const { transactions } = Batch.parse(
    JSON.parse(await readFile(await (await saved).path(), 'utf8')),
  );
  for (const transaction of transactions) {
    await bridged.send('base', bridged.sandbox.payer, transaction);
  }
  await page.getByText('The provider has the tokens and pays').waitFor({ timeout: SCREEN_MS });
  await page.getByText('The provider waits for the tokens').waitFor({ timeout: SCREEN_MS });
  watched.expectQuiet();
});
