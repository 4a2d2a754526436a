import { describe, expect, it } from 'vitest';
import {
  heading,
  press,
  signEach,
  toArbitrum,
  toSources,
  useBridgedPages,
} from './support/bridged-pages.ts';
import type { WatchedPage } from './support/watched-page.ts';

const pages = useBridgedPages();

/** Opens a new link and pays it from Arbitrum. */
async function payNewLink(watched: WatchedPage, amount: string) {
  const link = await pages.bridged.world.createLink(amount);
  await toSources(watched, link.securePaymentUrl);
  await toArbitrum(watched);
  await signEach(watched, [/^Allow .* USDC$/, /^Pay .* USDC$/]);
  return link;
}

describe('a link that is paid from another network in a browser', () => {
  it('is paid in another token with an approval and one transaction there, whose swap is shown, and followed to the end', async () => {
    await using watched = await pages.watch();
    const { page } = watched;
    const { world } = pages.bridged;
    const link = await world.createLink('12.5');
    await toSources(watched, link.securePaymentUrl);
    await watched.expectSound('crosschain-choose');
    await toArbitrum(watched, 'USDT');
    // The pool's share of 12.69 and half a percent that the swap may give less.
    await page.getByText('Swap to USDC, part of the transfer').waitFor();
    await page.getByText(/^at most 0\.06\d* USDT$/).waitFor();
    await signEach(watched, [/^Allow .* USDT$/]);
    await page.getByText(/takes [\d.]+ USDT \(swapped to at least [\d.]+ USDC\) from/).waitFor();
    await page.getByText(/comes back to your wallet as USDC\.$/).waitFor();
    await signEach(watched, [/^Pay .* USDT$/]);
    await heading(page, /on its way|complete/);
    await heading(page, 'This payment is complete');
    watched.expectQuiet();
    expect((await world.awaitStatus(link.token, 409)).body).toMatchObject({ status: 'completed' });
  });

  it('is on its way while the relayer is slow, on every device that opens it, and ends on all of them', async () => {
    await pages.bridged.relay({ mode: 'refuse' });
    await using watched = await pages.watch();
    const { securePaymentUrl } = await payNewLink(watched, '13');
    await heading(watched.page, 'Your payment is on its way');
    await using other = await pages.watch();
    await other.page.goto(securePaymentUrl);
    await heading(other.page, 'A payment is on its way');
    await press(other.page, 'Pay in another way');
    await watched.page.reload();
    await heading(watched.page, 'Your payment is on its way');
    await pages.bridged.relay({ mode: 'fill' });
    await heading(watched.page, 'This payment is complete');
    await heading(other.page, 'This payment is complete');
    for (const one of [watched, other]) one.expectQuiet();
  });

  it('says that the money came back where nobody delivered it, and is paid again', async () => {
    await pages.bridged.relay({ mode: 'refund' });
    await using watched = await pages.watch();
    const { page } = watched;
    const { token } = await payNewLink(watched, '14');
    await heading(page, 'Your payment is on its way');
    await expect
      .poll(async () => (await pages.bridged.intents(token)).map(({ status }) => status))
      .toEqual(['source_confirmed']);
    await pages.bridged.passTime(3_700);
    await heading(page, 'The money came back');
    await pages.bridged.relay({ mode: 'fill' });
    await press(page, 'Pay again');
    await heading(page, 'Review and pay');
    await press(page, 'Switch to Base');
    await signEach(watched, [/^Allow .* USDC$/, /^Pay .* USDC$/]);
    await heading(page, 'This payment is complete');
    watched.expectQuiet();
  });
});
