import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TEST_ACCOUNTS } from '../../src/sandbox/test-accounts.ts';
import { linksOf } from '../support/links-of.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';
import { sharedBrowser } from './support/chromium.ts';
import { openConnected } from './support/paying.ts';

const { payer, payee } = TEST_ACCOUNTS;

let browser: Browser;
let world: ReachedWorld;
beforeAll(async () => {
  [browser, world] = await Promise.all([sharedBrowser(), sharedWorld()]);
});

const Created = z.looseObject({ token: z.string(), securePaymentUrl: z.string() });

/** A link over a dollar each to these addresses. */
async function linkTo(...payees: readonly string[]) {
  const requests = payees.map((address) => ({
    payee: address,
    amount: '1',
    invoiceCurrency: 'USDC-sepolia',
    paymentCurrency: 'USDC-sepolia',
  }));
  return Created.parse((await linksOf(world).create({ requests })).body);
}

describe('the wallet of the recipient', () => {
  it.each([
    ['in the light', false],
    ['in the dark', true],
  ])('reads that it cannot pay itself, and led to another wallet, %s', async (_, dark) => {
    const { token, securePaymentUrl: url } = await linkTo(payer.address);
    await using paying = await openConnected({ browser, world, url, dark });
    await paying.heading('This wallet is the recipient');
    const said = (await paying.page.textContent('section')) ?? '';
    expect(said).toContain(payer.address);
    expect(said).toContain('A wallet cannot pay itself');
    expect(said).toContain('Use another wallet.');
    await paying.expectSound(dark ? 'payer-is-payee-dark' : 'payer-is-payee');
    paying.expectQuiet();
    await paying.press('Use another wallet');
    await paying.heading('Choose a wallet');
    expect(paying.wallet.sent).toEqual([]);
    expect(await world.read(token)).toMatchObject({ status: 200 });
  });

  it('reads so where it is one of several recipients', async () => {
    const { securePaymentUrl: url } = await linkTo(payee.address, payer.address);
    await using paying = await openConnected({ browser, world, url });
    await paying.heading('This wallet is one of the recipients');
    expect(await paying.page.textContent('section')).toContain(payer.address);
    await paying.expectSound('payer-is-one-payee');
    expect(paying.wallet.sent).toEqual([]);
    paying.expectQuiet();
  });
});
