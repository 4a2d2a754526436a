import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { batchCall, DETAILS } from '../../web/pay/sample-forms.ts';
import { sharedBrowser } from './support/chromium.ts';
import { WalletRefused } from './support/injected-wallet.ts';
import { countCalls, type Scene, startScene, stayOpen } from './support/scene.ts';
import { approvalCall, calldataBody, paymentCall } from './support/stub-api.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const ok = (body: unknown) => ({ status: 200, body });
const NOTHING = 'Nothing was charged';
const FEES = 'Nothing was paid. Only the network fee of what you signed before was spent.';
const PART = 'What you paid before stays paid. Nothing more was charged.';
const OPEN =
  'An earlier request for this payment may still be open in your wallet or on its way. Look there before you pay.';
const decline = () => Promise.reject(new WalletRefused(4001, 'User rejected'));

/** Waits for words of the screen, and that nothing else is said of what was charged. */
async function expectText({ page }: Scene, messages: string): Promise<void> {
  await page.locator('section', { hasText: messages }).waitFor();
  const said = (await page.textContent('section')) ?? '';
  const others = [NOTHING, FEES, PART, OPEN].filter(
    (one) => one !== messages && said.includes(one),
  );
  expect(others).toEqual([]);
}

/** Up to the payment, behind an approval that a block holds. */
async function approved(scene: Scene): Promise<void> {
  scene.wallet.confirmations = 1;
  scene.api.calldata = ok(calldataBody([approvalCall(), paymentCall()]));
  await scene.toReview();
  scene.wallet.decide = async () => {
    scene.api.calldata = ok(calldataBody([paymentCall()]));
  };
  await scene.press('Allow 12.50 USDC');
  await scene.page.getByText('Signature 2 of 2').waitFor();
}

describe('after an approval the page does not say that nothing was charged', () => {
  it('where the payment is declined, by this wallet or another', async () => {
    await using scene = await startScene({ browser });
    await approved(scene);
    scene.wallet.decide = decline;
    await scene.press('Pay 12.50 USDC');
    await expectText(scene, FEES);
    await scene.expectSound('charged-declined');
    await scene.press('Use another wallet');
    await scene.press('Pay with Rabbit Wallet');
    await expectText(scene, FEES);
    await scene.page.reload();
    await scene.press('Pay with Rabbit Wallet');
    await expectText(scene, FEES);
    scene.expectQuiet();
  });

  it.each([
    ['There is no fresh exchange rate', 400, { code: 'rate_too_old' }],
    ['A recipient cannot be paid', 409, { code: 'payee_cannot_be_paid', errors: [] }],
    ['This token cannot be sent from this wallet', 409, { code: 'payer_cannot_pay' }],
    ['This wallet cannot be used for this payment', 403, { code: 'wallet_not_allowed' }],
    ['We cannot reach the payment service', 500, {}],
    ['Too many requests came from your internet connection', 429, {}],
  ])('where the payment cannot be prepared: %s', async (heading, status, body) => {
    await using scene = await startScene({ browser });
    await approved(scene);
    scene.api.calldata = { status, body };
    await scene.press('Pay 12.50 USDC');
    await scene.heading(heading);
    await expectText(scene, FEES);
  });

  it('where the network refused it', async () => {
    await using scene = await startScene({ browser });
    scene.api.calldata = ok(calldataBody([approvalCall(), paymentCall()]));
    await scene.toReview();
    scene.wallet.reverts = true;
    scene.wallet.confirmations = 1;
    await scene.press('Allow 12.50 USDC');
    await scene.page.locator('.notice', { hasText: 'The approval failed' }).waitFor();
    scene.wallet.decide = decline;
    await scene.press('Allow 12.50 USDC');
    await expectText(scene, FEES);
  });
});

describe('while an earlier request may still be open in the wallet the page does not say that nothing was charged', () => {
  /** A request that is left open, and a page that was loaded again after it. */
  async function leaveOpen(scene: Scene): Promise<void> {
    await scene.toReview();
    scene.wallet.decide = stayOpen;
    await scene.press('Pay 12.50 USDC');
    await expect.poll(() => countCalls(scene, 'eth_sendTransaction')).toBe(1);
    await scene.press('I closed the wallet’s window');
    await scene.heading('Review and pay');
  }

  it('where the next one is declined, also after another reload', async () => {
    await using scene = await startScene({ browser });
    await leaveOpen(scene);
    scene.wallet.decide = decline;
    for (const reload of [true, false]) {
      await scene.press('Pay 12.50 USDC');
      const notice = scene.page.locator('.notice', { hasText: 'You declined.' });
      await notice.waitFor();
      expect(await notice.textContent()).toBe(`You declined. ${OPEN}`);
      if (!reload) continue;
      await scene.expectSound('charged-open');
      await scene.page.reload();
      await scene.heading('Review and pay');
      await scene.page.locator('.notice', { hasText: 'may still be open' }).waitFor();
    }
    scene.expectQuiet();
  });

  it('where the wallet gave no clear answer before', async () => {
    await using scene = await startScene({ browser });
    await scene.toReview();
    scene.wallet.decide = () => Promise.reject(new WalletRefused(-32_603, 'Internal error'));
    await scene.press('Pay 12.50 USDC');
    await scene.page.locator('.notice', { hasText: 'gave no clear answer' }).waitFor();
    scene.wallet.decide = decline;
    await scene.press('Pay 12.50 USDC');
    await scene.page.locator('.notice', { hasText: 'You declined.' }).waitFor();
    await expectText(scene, OPEN);
  });

  it.each([
    ['We cannot reach the payment service', 500],
    ['Too many requests came from your internet connection', 429],
  ])('where the page is loaded again: %s', async (heading, status) => {
    await using scene = await startScene({ browser });
    await leaveOpen(scene);
    scene.api.view = { status, body: {} };
    await scene.page.reload();
    await scene.heading(heading);
    await expectText(scene, OPEN);
  });

  it.each([500, 429])(
    'and what the server sends says nothing of money there: %i',
    async (status) => {
      await using scene = await startScene({ browser });
      await leaveOpen(scene);
      scene.api.view = { status, body: {} };
      // What the server sends shows nothing of this browser.
      await scene.page.route('**/assets/controller-*.js', (route) => route.abort());
      await scene.page.reload({ waitUntil: 'domcontentloaded' });
      await scene.page.locator('section h2').waitFor();
      const said = await scene.page.textContent('section');
      for (const text of [NOTHING, OPEN]) expect(said).not.toContain(text);
    },
  );
});

describe('after a part of a bundle', () => {
  const second = { ...DETAILS.token, paymentReference: '0x0000000000000005' } as const;
  const call = (detail: typeof DETAILS.token | typeof second) =>
    batchCall({ token: [detail], conversion: [], native: [], value: 0n });
  const child = (more: object = {}) => ({
    payee: DETAILS.token.recipient,
    amount: '3',
    executable: true,
    context: { network: 'sepolia', currency: 'USDC-sepolia' },
    ...more,
  });
  const bundle = (...children: readonly object[]) =>
    ok({ paymentType: 'multicall', canExecute: true, children });
  const both = ok({
    transactions: [call(DETAILS.token), call(second)],
    children: [
      { position: 0, paymentReference: DETAILS.token.paymentReference },
      { position: 1, paymentReference: second.paymentReference },
    ],
    metadata: {
      batchPayments: [
        { transactionIndex: 0, childPositions: [0] },
        { transactionIndex: 1, childPositions: [1] },
      ],
    },
  });
  const rest = ok({
    transactions: [call(second)],
    children: [{ position: 1, paymentReference: second.paymentReference }],
    metadata: { batchPayments: [{ transactionIndex: 0, childPositions: [1] }] },
  });

  async function paidPartially(scene: Scene): Promise<void> {
    scene.api.view = bundle(child(), child());
    scene.api.calldata = both;
    scene.wallet.confirmations = 1;
    await scene.toReview();
    scene.wallet.decide = async () => {
      const blockReason = 'request_processing';
      scene.api.view = bundle(child({ blockReason, executable: false }), child());
      scene.api.calldata = rest;
    };
    await scene.press('Pay 3.00 USDC');
    await scene.page.getByText('Signature 2 of 2').waitFor();
  }

  it('the page says that it stays paid, whatever keeps the rest from being paid', async () => {
    await using scene = await startScene({ browser, dark: true });
    await paidPartially(scene);
    scene.wallet.decide = decline;
    await scene.press('Pay 3.00 USDC');
    await expectText(scene, PART);
    await scene.expectSound('charged-part-dark');
    scene.api.calldata = { status: 409, body: { code: 'payee_cannot_be_paid', errors: [] } };
    await scene.press('Pay 3.00 USDC');
    await scene.heading('A recipient cannot be paid');
    await expectText(scene, PART);
    scene.api.calldata = { status: 500, body: {} };
    await scene.press('Check again');
    await scene.heading('We cannot reach the payment service');
    await expectText(scene, PART);
    // A reload finds the API away as well, and knows it all the same.
    scene.api.down = true;
    await scene.page.reload();
    await expectText(scene, PART);
  });

  it('the page says of the last part, which the network refused, what stays paid', async () => {
    await using scene = await startScene({ browser });
    await paidPartially(scene);
    scene.wallet.reverts = true;
    scene.wallet.decide = async () => undefined;
    await scene.press('Pay 3.00 USDC');
    await scene.heading('The network refused the payment');
    await scene.page.getByText('What you paid before stays paid.').waitFor();
  });
});
