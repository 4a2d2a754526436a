import { expect, it } from 'vitest';
import { PROTOCOL_FEE } from '../support/world-settings.ts';
import {
  heading,
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
