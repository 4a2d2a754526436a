import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  TRON,
  TRON_FEE_BUNDLE,
  TRON_FEE_PLAN,
  tronApproval,
  tronBatch,
  tronCalldata,
  tronPayment,
  tronView,
} from '../support/tron-calldata.ts';
import { sharedBrowser } from './support/chromium.ts';
import { asPhone, passTime, type Scene, startScene } from './support/scene.ts';
import { completedBody } from './support/stub-api.ts';
import {
  injectTronWallet,
  signerOf,
  type TronInjection,
  type TronWallet,
} from './support/tron-wallet.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

interface Opened {
  readonly scene: Scene;
  readonly tron: TronWallet;
}

const PAY = 'Pay 12.50 USDT';
/** What the wallet had and the API said of it. */
const HELD = { nativeBalance: '120000000', availableEnergy: 65_000, availableBandwidth: 600 };

/** A page of a Tron link beside an EVM wallet, which is never offered, and a Tron wallet. */
async function openTron(
  options: { injection?: TronInjection; dark?: boolean; ownClock?: boolean } = {},
): Promise<Opened> {
  const { injection, dark = false } = options;
  const scene = await startScene({ browser, dark });
  const tron = await injectTronWallet(scene.context, injection);
  if (options.ownClock === true) await scene.context.clock.install();
  scene.api.view = { status: 200, body: tronView() };
  scene.api.calldata = { status: 200, body: tronCalldata([tronPayment()], HELD) };
  return { scene, tron };
}

async function toReview({ scene }: Opened, wallet = 'Otter Wallet'): Promise<void> {
  await scene.open();
  await scene.press(`Pay with ${wallet}`);
  await scene.heading(/^Review and pay/);
}

function settle(scene: Scene, txID: string | undefined): void {
  scene.api.view = { status: 409, body: completedBody(txID ?? null) };
}

describe('a link of Tron', () => {
  it('is shown whole without any script', async () => {
    await using scene = await startScene({ browser, script: false });
    scene.api.view = { status: 200, body: tronView() };
    await scene.open();
    const text = (await scene.page.textContent('main')) ?? '';
    expect(text).toContain('12.50 USDT');
    expect(text).toContain('on Tron');
    expect((await scene.page.locator('header .address').textContent())?.trim()).toBe(TRON.payee);
  });

  it('offers Tron wallets and no others', async () => {
    const opened = await openTron();
    await using scene = opened.scene;
    await scene.open();
    await scene.page.getByRole('button', { name: 'Pay with Otter Wallet' }).waitFor();
    expect(await scene.page.getByRole('button', { name: /Rabbit/ }).count()).toBe(0);
    await scene.expectSound('tron-connect');
    scene.expectQuiet();
  });

  it('leads into the wallet app on a phone without a Tron wallet in the browser', async () => {
    await using scene = await startScene({ browser });
    await asPhone(scene);
    scene.api.view = { status: 200, body: tronView() };
    await scene.open();
    const link = scene.page.getByRole('link', { name: 'Open in TronLink' });
    await link.waitFor();
    const href = (await link.getAttribute('href')) ?? '';
    const param: unknown = JSON.parse(decodeURIComponent(href.split('param=')[1] ?? ''));
    expect(href.startsWith('tronlinkoutside://pull.activity?param=')).toBe(true);
    expect(param).toMatchObject({ url: scene.host.linkUrl, action: 'open', protocol: 'TronLink' });
    await scene.expectSound('tron-none');
    scene.expectQuiet();
  });
});

describe('a payment on Tron', () => {
  it('is approved, paid and handed to the network, with exactly what was offered', async () => {
    const opened = await openTron();
    await using scene = opened.scene;
    const { tron } = opened;
    const [approval, payment] = [tronApproval(), tronPayment()];
    scene.api.calldata = { status: 200, body: tronCalldata([approval, payment], HELD) };
    await toReview(opened);
    const text = (await scene.page.textContent('main')) ?? '';
    expect(text).toContain('at most100.00 TRX');
    expect(text).toContain('This wallet has 120.00 TRX, 65,000 energy, 600 bandwidth.');
    await scene.expectSound('tron-approve');
    await scene.press('Allow 12.50 USDT');
    await scene.heading('The approval is on its way');
    await expect.poll(() => scene.api.broadcasts).toHaveLength(1);
    const { to: _, data: _data, value: _value, ...offered } = approval;
    expect(scene.api.broadcasts).toMatchObject([{ signedTransaction: offered }]);
    expect(tron.signed[0]).toMatchObject(offered);
    scene.api.calldata = { status: 200, body: tronCalldata([payment], HELD) };
    await scene.page.getByRole('button', { name: PAY }).waitFor();
    expect((await scene.page.textContent('main')) ?? '').toContain('at most300.00 TRX');
    await scene.expectSound('tron-review');
    await scene.press(PAY);
    await scene.heading('Your payment is on its way');
    await scene.page.getByText('Waiting for the network').waitFor();
    await scene.page.getByText('On Tron this usually takes about 60 seconds.').waitFor();
    const { txID, raw_data_hex } = payment;
    const [, sent] = scene.api.broadcasts;
    expect(sent).toMatchObject({ signedTransaction: { txID, raw_data_hex } });
    expect(signerOf(sent)).toBe(TRON.payer);
    const explorer = scene.page.getByRole('link', { name: /View the transaction/ });
    expect(await explorer.getAttribute('href')).toBe(
      `https://tronscan.org/#/transaction/${payment.txID}`,
    );
    await scene.expectSound('tron-confirming');
    settle(scene, payment.txID);
    await scene.heading('This payment is complete');
    await scene.expectSound('tron-done');
    expect(tron.calls).toEqual(['connect', 'sign', 'sign']);
    scene.expectQuiet();
  });

  it('pays its fees in the same call of the batch contract', async () => {
    const opened = await openTron({ dark: true });
    await using scene = opened.scene;
    const approval = tronApproval({ spender: TRON.batch });
    const bodyOf = (atomicTransactions: readonly unknown[]) => ({
      status: 200,
      body: tronCalldata([tronPayment({ amount: 1n })], HELD, {
        atomicTransactions,
        feeBundle: TRON_FEE_BUNDLE,
      }),
    });
    const [payment] = [tronBatch()];
    scene.api.view = { status: 200, body: tronView({ feePlan: TRON_FEE_PLAN }) };
    scene.api.calldata = bodyOf([approval, payment]);
    await toReview(opened);
    await scene.expectSound('tron-fees-dark');
    await scene.press('Allow 12.50 USDT');
    await scene.heading('The approval is on its way');
    scene.api.calldata = bodyOf([payment]);
    await scene.press(PAY);
    await scene.heading('Your payment is on its way');
    settle(scene, payment?.txID);
    await scene.heading('This payment is complete');
    expect((await scene.page.textContent('main')) ?? '').toContain('Platform fee');
    expect(opened.tron.signed).toHaveLength(2);
    scene.expectQuiet();
  });

  it.each([
    ['tron', 'browser wallet'],
    ['tronLink', 'browser wallet'],
    ['tronWeb', 'browser wallet'],
  ] as const)('is signed by a wallet that is injected as %s', async (injection, name) => {
    const opened = await openTron({ injection });
    await using scene = opened.scene;
    await toReview(opened, name);
    await scene.press(PAY);
    await scene.heading('Your payment is on its way');
    await expect.poll(() => scene.api.broadcasts).toHaveLength(1);
    scene.expectQuiet();
  });

  it('goes on where the payer declined', async () => {
    const opened = await openTron();
    await using scene = opened.scene;
    await toReview(opened);
    opened.tron.declines = true;
    await scene.press(PAY);
    await scene.page
      .locator('p.notice', { hasText: 'You declined. Nothing was charged.' })
      .waitFor();
    await scene.press(PAY);
    await scene.heading('Your payment is on its way');
    scene.expectQuiet();
  });

  it('is signed as the API makes it at that moment, because transactions expire', async () => {
    const opened = await openTron();
    await using scene = opened.scene;
    await toReview(opened);
    const later = tronPayment({}, { timestampMs: Date.now() + 60_000 });
    scene.api.calldata = { status: 200, body: tronCalldata([later], HELD) };
    await scene.press(PAY);
    await scene.heading('Your payment is on its way');
    expect(opened.tron.signed.map(({ txID }) => txID)).toEqual([later.txID]);
    scene.expectQuiet();
  });
});

describe('what a Tron wallet signs', () => {
  it.each([
    ['another payee in the bytes', tronPayment({ payee: TRON.thief })],
    ['a higher fee limit', tronPayment({}, { feeLimitSun: 400_000_000 })],
    ['a memo', tronPayment({}, { raw: { data: '61' } })],
    [
      'other bytes than the call beside them',
      { ...tronPayment(), data: tronPayment({ amount: 1n }).data },
    ],
  ])('is never asked for with %s', async (_, element) => {
    const opened = await openTron();
    await using scene = opened.scene;
    scene.api.calldata = { status: 200, body: tronCalldata([element]) };
    await scene.open();
    await scene.press('Pay with Otter Wallet');
    await scene.heading('Do not pay this');
    expect(await scene.page.locator('section button').count()).toBe(0);
    expect(opened.tron.calls).toEqual(['connect']);
    scene.expectQuiet();
  });

  it('is not handed over if it is something else than was offered', async () => {
    const opened = await openTron();
    await using scene = opened.scene;
    await toReview(opened);
    const { to: _, data: _data, value: _value, ...other } = tronPayment({ payee: TRON.thief });
    opened.tron.replace = () => other;
    await scene.press(PAY);
    await scene.heading('Do not pay this');
    const text = (await scene.page.textContent('section')) ?? '';
    expect(text).toContain('the wallet signed something else than it was given');
    expect(scene.api.broadcasts).toEqual([]);
    scene.expectQuiet();
  });
});

describe('a signed payment', () => {
  it('is handed over again after a reload, and not signed again', async () => {
    const opened = await openTron();
    await using scene = opened.scene;
    scene.api.broadcast = { status: 502, body: { statusCode: 502, code: 'no_node' } };
    await toReview(opened);
    await scene.press(PAY);
    await scene.page.getByText('We keep handing it to the network').waitFor();
    await scene.expectSound('tron-relaying');
    await scene.page.reload();
    await scene.heading('Your payment is on its way');
    scene.api.broadcast = { status: 200, body: { result: true } };
    await scene.page.getByText('Waiting for the network').waitFor();
    expect(opened.tron.signed).toHaveLength(1);
    const [first, ...others] = scene.api.broadcasts;
    expect(others.length).toBeGreaterThan(0);
    for (const other of others) expect(other).toEqual(first);
    settle(scene, opened.tron.signed[0]?.txID);
    await scene.heading('This payment is complete');
    scene.expectQuiet();
  });

  it('that the network refuses is not offered again until it can no longer be taken', async () => {
    const opened = await openTron({ ownClock: true });
    await using scene = opened.scene;
    const body = { result: false, code: 'BANDWITH_ERROR', message: 'too little' };
    scene.api.broadcast = { status: 200, body };
    await toReview(opened);
    await scene.press(PAY);
    await scene.page.getByText('The wallet holds too little TRX').waitFor();
    await scene.expectSound('tron-refused');
    expect(await scene.page.locator('section button').count()).toBe(0);
    expect(scene.api.broadcasts).toHaveLength(1);
    // Nine minutes later by the clock of this device and by that of the network.
    await scene.page.clock.fastForward(9 * 60_000);
    const later = tronPayment({}, { timestampMs: Date.now() + 9 * 60_000 });
    scene.api.calldata = { status: 200, body: tronCalldata([later], HELD) };
    await passTime(scene, 3_000, scene.page.getByRole('button', { name: /start again/ }));
    scene.expectQuiet();
  });

  it('that was signed too late reads from when on it can be made again', async () => {
    const opened = await openTron({ ownClock: true });
    await using scene = opened.scene;
    const body = { result: false, code: 'TRANSACTION_EXPIRATION_ERROR', message: 'expired' };
    scene.api.broadcast = { status: 200, body };
    await toReview(opened);
    await scene.press(PAY);
    await scene.page.getByText('It was signed too late. Nothing was paid so far.').waitFor();
    const text = (await scene.page.textContent('main')) ?? '';
    expect(text).not.toContain('stays valid');
    await scene.expectSound('tron-late');
    scene.expectQuiet();
  });

  it('that failed on the network can be prepared again', async () => {
    const opened = await openTron();
    await using scene = opened.scene;
    await toReview(opened);
    await scene.press(PAY);
    await scene.heading('Your payment is on its way');
    const { calldata } = scene.api;
    // What the API says until a solidified block holds the payment, which is for as long as it may be made.
    const sentTransactions = [{ txid: opened.tron.signed[0]?.txID }];
    scene.api.calldata = { status: 423, body: { status: 'pending', sentTransactions } };
    scene.api.view = { status: 200, body: tronView({ sentTransactions }) };
    await scene.page.reload();
    await scene.heading('Your payment is on its way');
    // The page asks twice: for what is shown, and for how the payment gets on, which is the rarer question.
    for (let answers = 0; answers < 6; answers += 1) {
      await scene.page.waitForResponse((answer) => answer.url().endsWith('TEST'));
    }
    expect(await scene.page.locator('section button').count()).toBe(0);
    scene.api.view = { status: 200, body: tronView() };
    scene.api.calldata = calldata;
    await scene.heading('The network refused the payment');
    await scene.press('Prepare it again');
    await scene.page.getByRole('button', { name: PAY }).waitFor();
    scene.expectQuiet();
  });
});

describe('a payment that failed while its page was away', () => {
  it('can be prepared again, once the page had seen that the API knew it', async () => {
    const opened = await openTron();
    await using scene = opened.scene;
    await toReview(opened);
    const { calldata, view } = scene.api;
    const hold = () => {
      const sentTransactions = [{ txid: opened.tron.signed[0]?.txID }];
      scene.api.calldata = { status: 423, body: { status: 'pending', sentTransactions } };
      scene.api.view = { status: 200, body: tronView({ sentTransactions }) };
    };
    await scene.press(PAY);
    await expect.poll(() => scene.api.broadcasts).toHaveLength(1);
    hold();
    for (let answers = 0; answers < 4; answers += 1) {
      await scene.page.waitForResponse((answer) => answer.url().endsWith('TEST'));
    }
    await scene.page.goto('about:blank');
    Object.assign(scene.api, { calldata, view });
    await scene.page.goBack();
    await scene.heading('The network refused the payment');
    expect(opened.tron.signed).toHaveLength(1);
    scene.expectQuiet();
  });
});

describe('a payer who comes while another payment is on its way', () => {
  it('reads that, and is asked for no signature', async () => {
    const opened = await openTron();
    await using scene = opened.scene;
    scene.api.calldata = { status: 423, body: { status: 'pending', sentTransactions: [] } };
    await scene.open();
    await scene.press('Pay with Otter Wallet');
    await scene.page.locator('p.notice', { hasText: 'already on the network' }).waitFor();
    expect(opened.tron.calls).toEqual(['connect']);
    await scene.expectSound('tron-sent-elsewhere');
    scene.expectQuiet();
  });
});

describe('the test wallet of the sandbox', () => {
  it('pays on Tron, and stays connected after a reload', async () => {
    await using scene = await startScene({ browser, mode: 'sandbox', wallet: false });
    scene.api.view = { status: 200, body: tronView() };
    const approval = tronApproval();
    scene.api.calldata = { status: 200, body: tronCalldata([approval, tronPayment()]) };
    await scene.open();
    await scene.press('Pay with Test wallet (Tron)');
    await scene.press('Connect');
    await scene.heading(/^Review and pay/);
    await scene.page.reload();
    await scene.heading(/^Review and pay/);
    await scene.press('Allow 12.50 USDT');
    await scene.page.getByRole('dialog').waitFor();
    await scene.expectSound('tron-test-wallet');
    await scene.press('Sign');
    await scene.heading('The approval is on its way');
    const { txID, raw_data_hex } = approval;
    await expect.poll(() => scene.api.broadcasts).toHaveLength(1);
    const [sent] = scene.api.broadcasts;
    expect(sent).toMatchObject({ signedTransaction: { txID, raw_data_hex } });
    expect(signerOf(sent)).toBe(TRON.payer);
    scene.expectQuiet();
  });
});
