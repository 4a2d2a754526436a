import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { BATCH_VIEW, DETAILS } from '../../web/pay/sample-forms.ts';
import { sharedBrowser } from './support/chromium.ts';
import { WalletRefused } from './support/injected-wallet.ts';
import { intentOf } from './support/route-scene.ts';
import { passTime, type Scene, startScene } from './support/scene.ts';
import { SENT_HASH } from './support/scripted-wallet.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const ok = (body: unknown) => ({ status: 200, body });
const TOKENS = ['01KC9V3HR6B8D0F2H4K6M8P0R2', '01KC9V3HR6B8D0F2H4K6M8P0R3'] as const;
const child = (at: 0 | 1, network: string, more: object = {}) => ({
  securePaymentToken: TOKENS[at],
  payee: DETAILS.token.recipient,
  amount: at === 0 ? '3' : '4.5',
  executable: true,
  context: { network, currency: `USDC-${network}` },
  ...more,
});
const bundleOf = (canExecute: boolean, ...children: readonly object[]) => ({
  paymentType: 'multicall',
  canExecute,
  children,
});
const bundle = (...parts: Parameters<typeof bundleOf>) => ok(bundleOf(...parts));

async function expectApart({ page }: Scene): Promise<void> {
  await page.getByText('Choose how to pay').waitFor();
  const links = page.locator('.payees a');
  expect(await links.allInnerTexts()).toEqual([
    'Pay 3.00 USDC on Base',
    'Pay 4.50 USDC on Sepolia',
  ]);
  const paths = await Promise.all([0, 1].map((at) => links.nth(at).getAttribute('href')));
  expect(paths).toEqual(TOKENS.map((token) => `?token=${token}`));
}

describe('a bundle that no one network can pay', () => {
  it('says why, and leads to the links of its parts, without any script too', async () => {
    await using scene = await startScene({ browser });
    scene.api.view = bundle(false, child(0, 'base'), child(1, 'sepolia'));
    await scene.open();
    await expectApart(scene);
    await scene.expectSound('bundle-apart');
    await using still = await startScene({ browser, script: false });
    still.api.view = scene.api.view;
    await still.open();
    await expectApart(still);
    scene.expectQuiet();
  });

  it('says so as well where it was made to be paid from another one', async () => {
    await using scene = await startScene({ browser });
    scene.api.view = bundle(false, child(0, 'sepolia'), child(1, 'sepolia', { executable: false }));
    await scene.open();
    await scene.heading('Choose how to pay');
    expect(await scene.page.locator('.payees a').allInnerTexts()).toEqual([
      'Pay 3.00 USDC on Sepolia',
    ]);
    scene.expectQuiet();
  });

  it('is distinguished from one that this page does not know', async () => {
    await using scene = await startScene({ browser });
    scene.api.view = bundle(true, child(0, 'atlantis'), child(1, 'lemuria'));
    await scene.open();
    await scene.heading('This payment cannot be made here');
    scene.expectQuiet();
  });
});

describe('a bundle of several networks with bridges', () => {
  const parts = [child(0, 'base'), child(1, 'optimism')] as const;
  const use = (name: string) => `Pay with ${name}`;

  it('offers wallets that may pay all of it from another network', async () => {
    await using scene = await startScene({ browser });
    scene.api.view = bundle(false, ...parts);
    await scene.open();
    await scene.heading('Choose how to pay');
    await scene.page.getByText('2 payments, from one token').waitFor();
    const amounts = await scene.page.locator('p.amount').allInnerTexts();
    expect(amounts.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      '3.00 USDC on Base',
      '4.50 USDC on Optimism',
    ]);
    await scene.expectSound('bundle-apart-wallets');
    scene.wallet.decide = () => Promise.reject(new WalletRefused(4001, 'User rejected'));
    await scene.press(use('Rabbit Wallet'));
    await scene.page.locator('.notice', { hasText: 'You declined' }).waitFor();
    await scene.expectSound('bundle-apart-declined');
    scene.wallet.decide = () => Promise.resolve();
    await scene.press(use('Rabbit Wallet'));
    await scene.heading('Pay from another network');
    const sources = await scene.page.locator('button.source').allInnerTexts();
    expect(sources).toContain('USDC on Arbitrum One');
    expect(sources).not.toContain('USDC on Optimism');
    await scene.expectSound('bundle-apart-sources');
    await scene.press('Choose another way to pay');
    await scene.heading('Choose how to pay');
    await scene.page.getByRole('button', { name: use('Rabbit Wallet') }).waitFor();
    scene.expectQuiet();
  });

  it('is followed on another device, and leads to the links of children that failed', async () => {
    await using scene = await startScene({ browser });
    const intent = (childPosition: number, status: string) => ({
      ...intentOf({ status, intentId: `01KC9V7D2M3N4P5Q6R7S8T9V0${childPosition}` }),
      childPosition,
    });
    const intents = [intent(0, 'source_confirmed'), intent(1, 'refunded')];
    scene.api.view = ok({ ...bundleOf(false, ...parts), paymentIntents: intents });
    await scene.open();
    await scene.heading('Your payments are on their way');
    await scene.page.getByText('Confirmed; arriving on Base').waitFor();
    await scene.page.getByText('the money came back to your wallet').waitFor();
    const link = scene.page.getByRole('link', { name: 'Pay it by its own link' });
    expect(await link.getAttribute('href')).toBe(`?token=${TOKENS[1]}`);
    await scene.expectSound('bundle-apart-following');
    await scene.press('Pay in another way');
    await scene.heading('Choose how to pay');
    scene.expectQuiet();
  });
});

describe('a bundle whose last part was sent', () => {
  it('is counted by the API’s state, also on another device', async () => {
    await using scene = await startScene({ browser });
    const waiting = { blockReason: 'request_processing', executable: false };
    const status = (blocksLeft: number, blockNumber: number) => ({
      requestId: '01ab',
      hasBeenPaid: false,
      txHash: SENT_HASH,
      awaits: { blockNumber, until: 'depth', blocks: 12, blocksLeft },
    });
    const requestStatuses = [status(3, 70), status(9, 76)];
    const shown = bundleOf(false, child(0, 'sepolia', waiting), child(1, 'sepolia', waiting));
    scene.api.view = ok({ ...shown, requestStatuses });
    await scene.open();
    await scene.page
      .locator('.notice', { hasText: 'It is in block 76 and complete after 9 more blocks' })
      .waitFor();
    await scene.expectSound('bundle-seen-elsewhere');
    scene.expectQuiet();
  });
});

describe('a batch that somebody else has paid', () => {
  it('is shown with its block where a payer waits', async () => {
    await using scene = await startScene({ browser });
    await scene.page.clock.install();
    scene.api.view = ok(BATCH_VIEW);
    await scene.open();
    await scene.heading('Choose a wallet');
    const awaits = { blockNumber: 76, until: 'depth', blocks: 12, blocksLeft: 9 };
    const requestStatuses = [
      { requestId: '1', hasBeenPaid: false, txHash: SENT_HASH, awaits },
      { requestId: '4', hasBeenPaid: true, txHash: SENT_HASH, awaits: null },
    ];
    scene.api.view = ok({ ...BATCH_VIEW, requestStatuses });
    const text = 'It is in block 76 and complete after 9 more blocks';
    await passTime(scene, 16_000, scene.page.locator('.notice', { hasText: text }));
    scene.expectQuiet();
  });
});
