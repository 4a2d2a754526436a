import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  TRON,
  TRON_FEE_REFERENCE,
  tronApproval,
  tronCalldata,
  tronPayment,
} from '../support/tron-calldata.ts';
import { sharedBrowser } from './support/chromium.ts';
import { startScene } from './support/scene.ts';
import { completedBody } from './support/stub-api.ts';
import { injectTronWallet, signerOf } from './support/tron-wallet.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const FEE = 250_000n;
const fee = (changes: Parameters<typeof tronPayment>[0] = {}) =>
  tronPayment({ payee: TRON.feeReceiver, amount: FEE, reference: TRON_FEE_REFERENCE, ...changes });
const outstandingFees = [
  {
    requestId: `01${'cd'.repeat(32)}`,
    paymentReference: TRON_FEE_REFERENCE,
    feeType: 'protocol_fee',
    feeLabel: 'Protocol fee',
    feeBearer: 'payer',
    amount: '0.25',
    currency: 'USDT-tron',
    paymentCurrency: 'USDT-tron',
    recipient: TRON.feeReceiver,
  },
];
const PAY = 'Pay the fees of 0.25 USDT';

/** The receipt of a link of Tron that was paid without its fee, with the wallet connected. */
async function openReceipt(transactions: readonly unknown[] = [fee()]) {
  const scene = await startScene({ browser });
  const tron = await injectTronWallet(scene.context);
  const paid = completedBody('5e'.repeat(32));
  scene.api.view = { status: 409, body: { ...paid, outstandingFees } };
  scene.api.calldata = { status: 200, body: tronCalldata(transactions) };
  await scene.page.goto(scene.host.linkUrl);
  await scene.heading('This payment is complete');
  await scene.press('Pay these fees with Otter Wallet');
  const settle = () => {
    scene.api.view = { status: 409, body: { ...paid, outstandingFees: [] } };
  };
  return { scene, tron, settle };
}

describe('outstanding fees of a link on Tron', () => {
  it('are approved and paid by what was offered, handed to the network by the API', async () => {
    const {
      scene: opened,
      tron,
      settle,
    } = await openReceipt([tronApproval({ units: FEE }), fee()]);
    await using scene = opened;
    await scene.press('Allow 0.25 USDT');
    await expect.poll(() => scene.api.broadcasts).toHaveLength(1);
    const payment = fee();
    scene.api.calldata = { status: 200, body: tronCalldata([payment]) };
    await scene.press(PAY);
    await scene.page.getByText('The fees are on their way').waitFor();
    await expect.poll(() => scene.api.broadcasts).toHaveLength(2);
    const { txID, raw_data_hex } = payment;
    expect(scene.api.broadcasts[1]).toMatchObject({ signedTransaction: { txID, raw_data_hex } });
    expect(signerOf(scene.api.broadcasts[1])).toBe(TRON.payer);
    settle();
    await scene.page.locator('.unpaid').waitFor({ state: 'detached' });
    expect(tron.calls).toEqual(['connect', 'sign', 'sign']);
    scene.expectQuiet();
  });

  it('are offered again once the API no longer lists what was sent and asks for them again', async () => {
    const { scene: opened, tron } = await openReceipt();
    await using scene = opened;
    await scene.press(PAY);
    await scene.page.getByText('The fees are on their way').waitFor();
    const { calldata } = scene.api;
    const sentTransactions = [{ txid: tron.signed[0]?.txID }];
    scene.api.calldata = { status: 423, body: { status: 'pending', sentTransactions } };
    await scene.page.waitForResponse((answer) => answer.status() === 423);
    expect(await scene.page.getByRole('button', { name: /fees/ }).count()).toBe(0);
    scene.api.calldata = calldata;
    await scene.page.getByText('No fee was paid').waitFor();
    await scene.page.getByRole('button', { name: 'Pay these fees with Otter Wallet' }).waitFor();
    expect(tron.signed).toHaveLength(1);
    scene.expectQuiet();
  });

  it('that the network refuses are not offered again while they could still be taken', async () => {
    const { scene: opened } = await openReceipt();
    await using scene = opened;
    const body = { result: false, code: 'BANDWITH_ERROR', message: 'too little' };
    scene.api.broadcast = { status: 200, body };
    await scene.press(PAY);
    await scene.page.getByText('The wallet holds too little TRX').waitFor();
    await scene.expectSound('tron-unpaid-refused');
    expect(await scene.page.getByRole('button', { name: /fees/ }).count()).toBe(0);
    expect(scene.api.broadcasts).toHaveLength(1);
    scene.expectQuiet();
  });

  it('have no button where the calldata pays somebody else', async () => {
    const { scene: opened, tron } = await openReceipt([fee({ payee: TRON.thief })]);
    await using scene = opened;
    await scene.page.getByText('Do not pay this').waitFor();
    expect(await scene.page.getByRole('button', { name: /fees/ }).count()).toBe(0);
    expect(tron.calls).toEqual(['connect']);
    scene.expectQuiet();
  });

  it('are not handed over where the wallet signed something else', async () => {
    const { scene: opened, tron } = await openReceipt();
    await using scene = opened;
    const { to: _, data: _data, value: _value, ...other } = fee({ payee: TRON.thief });
    tron.replace = () => other;
    await scene.press(PAY);
    await scene.page.getByText('Do not pay this').waitFor();
    expect(scene.api.broadcasts).toEqual([]);
    scene.expectQuiet();
  });
});
