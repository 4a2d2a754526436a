import { expect, it } from 'vitest';
import { TEST_ACCOUNTS } from '../../src/sandbox/test-accounts.ts';
import { bundlesOf } from '../support/bundles-of.ts';
import { PROTOCOL_FEE } from '../support/world-settings.ts';
import {
  heading,
  press,
  SCREEN_MS,
  signEach,
  toArbitrum,
  toSources,
  useBridgedPages,
} from './support/bridged-pages.ts';

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
