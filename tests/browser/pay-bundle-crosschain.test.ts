import { describe, it } from 'vitest';
import { bundlesOf } from '../support/bundles-of.ts';
import { heading, press, SCREEN_MS, signEach, useBridgedPages } from './support/bridged-pages.ts';
import type { WatchedPage } from './support/watched-page.ts';

const pages = useBridgedPages();

/** Opens a new bundle of two payments on Base, and goes to what pays it from Arbitrum. */
async function toBundleReview(watched: WatchedPage) {
  const { world } = pages.bridged;
  const bundles = bundlesOf(world);
  const base = { network: 'base', currency: 'USDC-base' };
  const links = [
    await bundles.payout({ ...base, amount: '12.5' }),
    await bundles.payout({ ...base, amount: '7' }),
  ];
  const token = await bundles.bundle(links);
  const { page } = watched;
  await page.goto(`${world.payUrl}/?token=${token}`);
  await press(page, 'Pay with Test wallet');
  await press(page, 'Connect');
  await heading(page, 'Review and pay');
  await press(page, 'Pay from another network');
  await heading(page, 'Pay from another network');
  await watched.expectSound('bundle-crosschain-choose');
  await press(page, 'USDC on Arbitrum One');
  await heading(page, /^Review and pay/);
  await press(page, 'Switch to Arbitrum One');
  return { token };
}

describe('a bundle that is paid from another network in a browser', () => {
  it('is paid by one approval and a route for each child, and followed to the end', async () => {
    await using watched = await pages.watch();
    const { token } = await toBundleReview(watched);
    await watched.expectSound('bundle-crosschain-review');
    await signEach(watched, [/^Allow .* USDC$/, /^Pay 1.* USDC$/, /^Pay 7.* USDC$/]);
    await heading(watched.page, /on their way|complete|made/);
    await pages.bridged.world.awaitStatus(token, 409);
    await heading(watched.page, 'This payment is complete');
    watched.expectQuiet();
  });

  it('is followed after a reload, and what was not sent is paid by its own link', async () => {
    await pages.bridged.relay({ mode: 'refuse' });
    await using watched = await pages.watch();
    await toBundleReview(watched);
    const { page } = watched;
    await signEach(watched, [/^Allow .* USDC$/, /^Pay 1.* USDC$/]);
    await page.getByText('Step 3 of 3').waitFor({ timeout: SCREEN_MS });
    await page.reload();
    await heading(page, 'Your payments are on their way');
    await page.getByText('Not sent').waitFor();
    await page.getByText('Confirmed; arriving on Base').waitFor({ timeout: SCREEN_MS });
    await watched.expectSound('bundle-crosschain-following');
    await pages.bridged.relay({ mode: 'fill' });
    await page.getByText('Paid', { exact: true }).waitFor({ timeout: SCREEN_MS });
    await page.getByRole('link', { name: 'Pay it by its own link' }).click();
    await heading(page, /./);
    await page.getByText('7.00').first().waitFor();
  });
});
