import { describe, expect, it } from 'vitest';
import { ARRIVES } from '../support/bridged-sandbox.ts';
import { bundlesOf } from '../support/bundles-of.ts';
import { PAYER } from '../support/route-sample.ts';
import { heading, press, SCREEN_MS, signEach, useBridgedPages } from './support/bridged-pages.ts';
import type { WatchedPage } from './support/watched-page.ts';

const pages = useBridgedPages({ SANDBOX_NETWORKS: 'base,optimism,arbitrum-one' });

/** Links over these amounts, each on Base unless it says where, and a bundle of them. */
async function newBundle(amounts: readonly string[], kind?: 'evm_cross_chain') {
  const bundles = bundlesOf(pages.bridged.world);
  const links: Awaited<ReturnType<typeof bundles.payout>>[] = [];
  for (const one of amounts) {
    const [amount = '', network = 'base'] = one.split(' on ');
    links.push(await bundles.payout({ network, currency: `USDC-${network}`, amount }));
  }
  const token = await bundles.bundle(links, kind);
  return { links, token, url: `${pages.bridged.world.payUrl}/?token=${token}` };
}

/** Chooses USDC on Arbitrum One, and switches there. */
async function toArbitrum({ page, expectSound }: WatchedPage) {
  await heading(page, 'Pay from another network');
  await expectSound('bundle-crosschain-choose');
  await press(page, 'USDC on Arbitrum One');
  await heading(page, /^Review and pay/);
  await press(page, 'Switch to Arbitrum One');
}

describe('a bundle that is paid from another network in a browser', () => {
  it('is followed after a reload, and what was not sent is paid by its own link', async () => {
    await pages.bridged.relay({ mode: 'refuse' });
    await using watched = await pages.watch();
    const { page } = watched;
    const { url } = await newBundle(['12.5', '7']);
    await page.goto(url);
    await press(page, 'Pay with Test wallet');
    await press(page, 'Connect');
    await heading(page, 'Review and pay');
    await press(page, 'Pay from another network');
    await toArbitrum(watched);
    await signEach(watched, [/^Allow .* USDC$/, /^Pay 1.* USDC$/]);
    await page.getByText('Signature 3 of 3').waitFor({ timeout: SCREEN_MS });
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

  it('is paid all but one that comes back, which every device says and its own link pays', async () => {
    const { bridged } = pages;
    const due = ['11', '12 on optimism', '13', '14 on optimism', '15'];
    const { links, token, url } = await newBundle(due, 'evm_cross_chain');
    const [last] = links.slice(-1);
    if (last === undefined) throw new Error('there are five');
    await using watched = await pages.watch();
    const { page } = watched;
    await page.clock.install();
    await page.goto(url);
    await heading(page, 'Choose how to pay');
    await page.getByText('26.00 USDC on Optimism').waitFor();
    await watched.expectSound('bundle-crosschain-start');
    await press(page, 'Pay with Test wallet');
    await press(page, 'Connect');
    await toArbitrum(watched);

    // Prices of five payments are good for four minutes.
    await page.clock.fastForward(5 * 60_000);
    await press(page, /^Allow .* USDC$/);
    await press(page, 'Read the price again');
    await press(page, /^Allow .* USDC$/);
    await press(page, 'Decline');
    await page.getByText('You declined. The payment was not sent.').waitFor();
    await watched.expectSound('bundle-crosschain-review');
    const amounts = [/^Pay 11.* USDC$/, /^Pay 12.* USDC$/, /^Pay 13.* USDC$/, /^Pay 14.* USDC$/];
    await signEach(watched, [/^Allow .* USDC$/, ...amounts]);
    await expect
      .poll(
        () => Promise.all(links.slice(0, 4).map((link) => bridged.world.read(link.token))),
        ARRIVES,
      )
      .toMatchObject(Array.from({ length: 4 }, () => ({ status: 409 })));
    await bridged.relay({ mode: 'refund' });
    await signEach(watched, [/^Pay 15.* USDC$/]);
    await heading(page, 'Your payments are on their way');

    await using other = await pages.watch();
    await other.page.goto(url);
    await heading(other.page, 'Your payments are on their way');
    for (const one of [page, other.page]) {
      await one.getByText('Confirmed; arriving on Base').waitFor({ timeout: SCREEN_MS });
      await expect.poll(() => one.getByText('Paid', { exact: true }).count()).toBe(4);
    }
    await bridged.passTime(3_700);
    for (const one of [page, other.page]) {
      await heading(one, 'Some payments were not made');
      await one.getByText('the money came back to your wallet').waitFor({ timeout: SCREEN_MS });
    }
    await other.expectSound('bundle-crosschain-returned');
    const link = other.page.getByRole('link', { name: 'Pay it by its own link' });
    expect(await link.getAttribute('href')).toBe(`?token=${last.token}`);
    const { body } = await bridged.world.read(`${last.token}/pay?wallet=${PAYER}`);
    await bridged.sign(body, 'base');
    await bridged.world.awaitStatus(token, 409);
    for (const one of [watched, other]) {
      await heading(one.page, 'This payment is complete');
      one.expectQuiet();
    }
  });
});
