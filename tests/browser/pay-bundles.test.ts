import type { Browser, Page } from 'playwright-core';
import { parseUnits } from 'viem';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { showAmount } from '../../web/ui/amount.ts';
import { bundlesOf, type PayoutLink } from '../support/bundles-of.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';
import { LARGE_PROTOCOL_FEE } from '../support/world-settings.ts';
import { sharedBrowser } from './support/chromium.ts';
import { openReview } from './support/paying.ts';

/** More than a page shows without a second thought, and more than one transaction pays with its fees. */
const MANY = 210;

let browser: Browser;
let world: ReachedWorld;
let bundles: ReturnType<typeof bundlesOf>;
beforeAll(async () => {
  [browser, world] = await Promise.all([sharedBrowser(), sharedWorld(LARGE_PROTOCOL_FEE)]);
  bundles = bundlesOf(world);
});

const urlOf = (token: string) => `${world.payUrl}/?token=${token}`;

describe('a bundle in a real browser', () => {
  it('shows all its children, says why one is blocked, and pays the others', async () => {
    const links = await bundles.payouts(3);
    const token = await bundles.bundle(links);
    const [first] = links;
    await world.pay(first?.token ?? '');
    await world.awaitStatus(first?.token ?? '', 409);
    await using paying = await openReview({ browser, world, url: urlOf(token) });
    const { page } = paying;
    await page.getByText('Pays 3 recipients').waitFor();
    await page.getByText('It was paid already.').waitFor();
    await page.getByText('Protocol fee').waitFor();
    await paying.expectSound('bundle-review');
    await paying.press(/^Allow /);
    await page.getByText('both payments').waitFor();
    await paying.press(/^Pay /);
    await paying.done(token);
    await paidRow(page, 'Paid, 3 of 3 payments', links);
    await page.getByText('Protocol fee (1 %)').waitFor();
    expect(await page.getByText(/^Paid by transaction [12]$/).count()).toBe(3);
    await paying.expectSound('bundle-receipt');
    await page.reload();
    await paidRow(page, 'Paid, 3 of 3 payments', links);
    await page.getByText('Protocol fee (1 %)').waitFor();
  });

  it('of hundreds is paid part by part, over a refusal and a reload, without a heavy page', async () => {
    const links = await bundles.payouts(MANY);
    const token = await bundles.bundle(links);
    await using paying = await openReview({ browser, world, url: urlOf(token) });
    const { page, wallet } = paying;
    await page.getByText(`Pays ${MANY} recipients`).waitFor();
    await page.getByText(`Show the other ${MANY - 5}`).click();
    await expect.poll(() => page.locator('.payees li').count()).toBe(MANY);
    expect(await countNodes(page)).toBeLessThan(NODES_MAX);
    await paying.expectSound('bundle-many');
    const wanted = (await page.locator('.payees .address').last().textContent()) ?? '';
    expect(wanted).toMatch(/^0x[0-9a-f]{40}$/i);
    await page.getByRole('searchbox').fill(wanted.toLowerCase());
    await page.locator('.payees li').nth(1).waitFor({ state: 'detached' });
    expect(await page.locator('.payees .address').allTextContents()).toEqual([wanted]);
    await page.getByRole('searchbox').fill('');
    const steps = Number(
      /Signature 1 of ([0-9]+)/.exec((await page.textContent('main')) ?? '')?.[1],
    );
    expect(steps).toBeGreaterThan(2);
    await paying.press(/^Allow /);
    await page.getByText(`Signature 2 of ${steps}`).waitFor();
    await paying.press(/^Pay /);
    await page.getByText(`Signature 3 of ${steps}`).waitFor({ timeout: 180_000 });
    wallet.declines = 1;
    await paying.press(/^Pay /);
    await page.locator('.notice', { hasText: 'You declined' }).waitFor();
    await page.reload();
    await page.getByText(`Signature 3 of ${steps}`).waitFor();
    await paying.expectSound('bundle-part-way');
    for (let step = 3; step < steps; step += 1) {
      await paying.press(/^Pay /);
      await page.getByText(`Signature ${step + 1} of ${steps}`).waitFor({ timeout: 180_000 });
    }
    await paying.press(/^Pay /);
    await paying.done(token);
    await paidRow(page, `Paid, ${MANY} of ${MANY} payments`, links);
    await page.getByText(`Transaction ${steps - 1} of ${steps - 1}`, { exact: true }).waitFor();
    await page
      .getByText(`Paid by transaction ${steps - 1}`)
      .first()
      .waitFor({ state: 'attached' });
    await paying.expectSound('bundle-many-receipt');
    expect(wallet.sent).toHaveLength(steps);
  }, 600_000);
});

describe('payouts that were put together', () => {
  it('are paid by one transaction with the fees of all, and their old links tell so', async () => {
    const links = await bundles.payouts(3);
    const said = await bundles.send('batch-payouts', { tokens: links.map(({ token }) => token) });
    const { token } = z.object({ token: z.string() }).parse(said.body);
    await using paying = await openReview({ browser, world, url: urlOf(token) });
    const { page, wallet } = paying;
    await page.getByText('Pays 3 recipients').waitFor();
    await page.getByText('Protocol fee (1 %)').waitFor();
    await paying.expectSound('merged-review');
    await paying.press(/^Allow /);
    await page.getByText('all 3 payments that are due').waitFor();
    await paying.press(/^Pay /);
    await paying.done(token);
    await paidRow(page, 'Paid', links);
    await page.getByText('Protocol fee (1 %)').waitFor();
    await page.getByText('Paid with all fees').waitFor();
    await paying.expectSound('merged-receipt');
    expect(wallet.sent).toHaveLength(2);
    await page.goto(urlOf(links[0]?.token ?? ''));
    await paying.heading('This payment is complete');
  });
});

/** Waits for the receipt to tell what payouts came to. */
async function paidRow(page: Page, name: string, links: readonly PayoutLink[]): Promise<void> {
  const units = links.reduce((sum, { amount }) => sum + parseUnits(amount, 6), 0n);
  const text = `${name}${showAmount(units, 6)} USDC on Sepolia`;
  await page.locator('.row', { hasText: text }).waitFor();
}

/** Twelve nodes for each row leave room for all the rest. */
const NODES_MAX = 12 * MANY;

/** How many nodes the page is made of, once it was scrolled to its end and back. */
async function countNodes(page: Page): Promise<number> {
  return Number(
    await page.evaluate(`(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      for (let y = 0; y < document.documentElement.scrollHeight; y += 600) {
        scrollTo(0, y);
        await frame();
      }
      scrollTo(0, 0);
      return document.querySelectorAll('*').length;
    })()`),
  );
}
