import type { Browser } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { sharedBrowser } from './support/chromium.ts';
import { countCalls, type Scene, startScene } from './support/scene.ts';
import { SENT_HASH } from './support/scripted-wallet.ts';
import { completedBody, PAYEE, viewBody } from './support/stub-api.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const THIEF = `0x${'66'.repeat(20)}`;
const EXPECTED = `#expect=${PAYEE},USDC,sepolia,12.5`;

it('a link that names its payment is paid as it says, also after a reload that loses it', async () => {
  await using scene = await startScene({ browser });
  await scene.page.goto(`${scene.host.linkUrl}${EXPECTED}`);
  await scene.press('Pay with Rabbit Wallet');
  await scene.page.getByText('Matches the link you opened').waitFor();
  await scene.expectSound('expected-review');
  scene.api.view = { status: 200, body: viewBody({ payee: THIEF, destination: null }) };
  await scene.open();
  await expectNothingToSign(scene);
});

it('a link is not paid where the API shows another payment than it names', async () => {
  await using scene = await startScene({ browser });
  scene.api.view = { status: 200, body: viewBody({ payee: THIEF, destination: null }) };
  await scene.page.goto(`${scene.host.linkUrl}${EXPECTED}`);
  await expectNothingToSign(scene);
  await reads(scene, 'its recipient, token, network or amount is another one');
  await scene.expectSound('expected-mismatch');
});

it('a link whose fragment changes to another payment, or to nothing readable, is not paid', async () => {
  await using scene = await startScene({ browser });
  await scene.open();
  await scene.page.getByRole('button', { name: 'Pay with Rabbit Wallet' }).waitFor();
  await scene.page.evaluate(`location.hash = '#expect=${THIEF},USDC,sepolia,12.5'`);
  await expectNothingToSign(scene);
  await scene.page.evaluate(`location.hash = '#expect=all'`);
  await reads(scene, 'cannot be read');
  await expectNothingToSign(scene);
});

it('fees that the API lists of a link that names its payment are shown, and not paid', async () => {
  await using scene = await startScene({ browser });
  const fee = {
    paymentReference: '0x8899aabbccddeeff',
    feeLabel: 'Protocol fee',
    feeBearer: 'payer',
    amount: '500',
    currency: 'USDC-sepolia',
    recipient: THIEF,
  };
  const body = { ...completedBody(SENT_HASH), outstandingFees: [fee] };
  scene.api.view = { status: 409, body };
  await scene.page.goto(`${scene.host.linkUrl}${EXPECTED}`);
  await scene.heading('This payment is complete');
  await reads(scene, 'names a payment and not these fees');
  expect(await scene.page.getByRole('button', { name: /^Pay / }).count()).toBe(0);
  await scene.expectSound('expected-unpaid');
  scene.expectQuiet();
});

async function reads({ page }: Scene, text: string): Promise<void> {
  await page.locator('section').getByText(text).waitFor();
}

async function expectNothingToSign(scene: Scene): Promise<void> {
  await scene.heading('Do not pay this');
  expect(await scene.page.locator('section button').count()).toBe(0);
  expect(countCalls(scene, 'eth_sendTransaction')).toBe(0);
  scene.expectQuiet();
}
