import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { sendToHost } from '../support/send-to-host.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import { newWallet, reachTronNode, TRON_USDT } from '../support/tron-node.ts';
import { tronPayer } from '../support/tron-payer.ts';
import type { ReachedWorld } from '../support/world.ts';
import { TRON_PROTOCOL_FEE } from '../support/world-settings.ts';
import { sharedBrowser } from './support/chromium.ts';
import { injectTronWallet, type TronWallet } from './support/tron-wallet.ts';
import { type WatchedPage, watchPage } from './support/watched-page.ts';

/** The real product on the sandbox's Tron node, whose relay forwards what the page has signed. */

let browser: Browser;
let world: ReachedWorld;
let receiver: Receiver;
beforeAll(async () => {
  [browser, world, receiver] = await Promise.all([
    sharedBrowser(),
    sharedWorld(TRON_PROTOCOL_FEE),
    openReceiver(),
  ]);
  await world.registerWebhook(receiver.url);
});
afterAll(() => receiver[Symbol.asyncDispose]());

const COLLECTOR = TRON_PROTOCOL_FEE.PROTOCOL_FEE_TRON_ADDRESS;
/** The page offers no wallet of a person on a mainnet while it is a sandbox, and this is none. */
const RDNS = 'test.florin.wallet.otter';

const Created = z.looseObject({
  token: z.string(),
  securePaymentUrl: z.string(),
  requestIds: z.tuple([z.string()]),
});

/** A link of 20 USDT and a fee of 1 % for a payee whom nobody else pays. */
async function newLink() {
  const payee = newWallet().address;
  const currency = 'USDT-tron';
  const item = { payee, amount: '20', invoiceCurrency: currency, paymentCurrency: currency };
  const answer = await sendToHost(`${world.apiUrl}/v2/secure-payments`, {
    headers: { 'x-api-key': world.sandbox.apiKey },
    body: { requests: [item] },
  });
  return { ...Created.parse(answer.body), payee };
}

interface Opened extends WatchedPage {
  press(name: string | RegExp): Promise<void>;
  heading(name: string | RegExp): Promise<void>;
}

async function open(url: string, inject?: (watched: WatchedPage) => Promise<unknown>) {
  const watched = await watchPage(browser, {
    origins: [world.apiUrl, world.payUrl].map((one) => new URL(one).origin),
  });
  await inject?.(watched);
  const { page } = watched;
  await page.goto(url);
  const opened: Opened = {
    ...watched,
    press: (name) => page.getByRole('button', { name, exact: typeof name === 'string' }).click(),
    heading: (name) => page.getByRole('heading', { level: 2, name }).waitFor(),
  };
  return opened;
}

/** What the payee and the collector have, and that the webhook reported the payment. */
async function expectPaid(
  { token, requestIds, payee }: Awaited<ReturnType<typeof newLink>>,
  collectedBefore: bigint,
) {
  const { payload } = await receiver.awaitDelivery(
    ({ payload: { event, requestId } }) =>
      event === 'payment.confirmed' && requestId === requestIds[0],
  );
  expect(payload).toMatchObject({ payee, amount: '20', network: 'tron' });
  expect(await unitsOf(payee)).toBe(20_000_000n);
  expect((await unitsOf(COLLECTOR)) - collectedBefore).toBe(200_000n);
  expect(await world.read(token)).toMatchObject({ status: 409, body: { outstandingFees: [] } });
}

function unitsOf(holder: string): Promise<bigint> {
  const url = world.sandbox.networks['tron']?.rpcUrl ?? '';
  return reachTronNode(url, () => Promise.resolve()).unitsOf(TRON_USDT, holder);
}

const ALLOW = 'Allow 20.20 USDT';
const PAY = 'Pay 20.20 USDT';

describe('a link of Tron in a plain browser', () => {
  it('is paid with the test wallet of the sandbox, its fee in the same call', async () => {
    const link = await newLink();
    const collected = await unitsOf(COLLECTOR);
    await using opened = await open(link.securePaymentUrl);
    const { press, heading, page } = opened;
    await press('Pay with Test wallet (Tron)');
    await press('Connect');
    await heading(/^Review and pay/);
    await opened.expectSound('tron-link-review');
    await press(ALLOW);
    await press('Sign');
    await page.getByRole('button', { name: PAY }).click();
    await press('Sign');
    await heading('This payment is complete');
    await opened.expectSound('tron-link-done');
    opened.expectQuiet();
    await expectPaid(link, collected);
  });

  it('is paid with an injected wallet that keeps its key, over a reload behind the approval', async () => {
    const link = await newLink();
    const collected = await unitsOf(COLLECTOR);
    const { wallet: signer } = await tronPayer(world);
    let wallet: TronWallet | undefined;
    await using opened = await open(link.securePaymentUrl, async ({ context }) => {
      wallet = await injectTronWallet(context, 'announced', { ...signer, rdns: RDNS });
    });
    const { press, heading, page } = opened;
    await press('Pay with Otter Wallet');
    await press(ALLOW);
    await heading('The approval is on its way');
    await page.reload();
    await page.getByRole('button', { name: PAY }).click();
    await heading(/on its way|complete/);
    await page.reload();
    await heading('This payment is complete');
    await page.getByText('20.00 USDT on Tron', { exact: true }).waitFor();
    expect(wallet?.calls).toEqual(['connect', 'sign', 'sign']);
    opened.expectQuiet();
    await expectPaid(link, collected);
    const { body } = await world.read(link.token);
    expect(JSON.stringify(body)).toContain(wallet?.signed[1]?.txID);
  });
});

describe('a payment of Tron that runs out of energy', () => {
  it('is said to have failed, and is prepared, signed and paid again', async () => {
    const link = await newLink();
    const collected = await unitsOf(COLLECTOR);
    const { wallet: signer, node } = await tronPayer(world);
    let wallet: TronWallet | undefined;
    await using opened = await open(link.securePaymentUrl, async ({ context }) => {
      wallet = await injectTronWallet(context, 'announced', { ...signer, rdns: RDNS });
    });
    const { press, heading, page } = opened;
    await press('Pay with Otter Wallet');
    await press(ALLOW);
    const pay = page.getByRole('button', { name: PAY });
    await pay.waitFor();
    await node.control('next-result', { result: 'OUT_OF_ENERGY' });
    await pay.click();
    await heading('The network refused the payment');
    await page.getByText('On Tron a payment also fails where').waitFor();
    await opened.expectSound('tron-link-reverted');
    await press('Prepare it again');
    await pay.click();
    await heading('This payment is complete');
    expect(wallet?.signed).toHaveLength(3);
    opened.expectQuiet();
    await expectPaid(link, collected);
  });
});

describe('a link of Tron that was paid without its fee', () => {
  it('has exactly that fee paid on its receipt, handed to the network by the API, once', async () => {
    const link = await newLink();
    const collected = await unitsOf(COLLECTOR);
    const payer = await tronPayer(world);
    const { transactions, metadata } = await payer.prepare(link.token);
    const behind = metadata.paymentTransactionIndex + 1;
    expect(transactions).toHaveLength(behind + 1);
    await payer.pay(link.token, transactions.slice(0, behind));
    const paid = await world.awaitStatus(link.token, 409);
    expect(paid.body).toMatchObject({ outstandingFees: [{ amount: '0.2' }] });
    let wallet: TronWallet | undefined;
    await using opened = await open(link.securePaymentUrl, async ({ context }) => {
      wallet = await injectTronWallet(context, 'announced', { ...payer.wallet, rdns: RDNS });
    });
    const { press, page } = opened;
    await page.getByText('These fees are still unpaid').waitFor();
    await press('Pay these fees with Otter Wallet');
    const allow = page.getByRole('button', { name: 'Allow 0.20 USDT' });
    const pay = page.getByRole('button', { name: 'Pay the fees of 0.20 USDT' });
    await allow.or(pay).waitFor();
    await opened.expectSound('tron-unpaid-review');
    expect(await page.textContent('.unpaid')).toContain(COLLECTOR);
    // The allowance of before was for the payment and its fee together.
    const approvals = await allow.count();
    if (approvals > 0) await allow.click();
    await pay.click();
    await page.getByText('The fees are on their way').waitFor();
    await opened.expectSound('tron-unpaid-sent');
    await page.reload();
    await page.locator('.unpaid').waitFor({ state: 'detached' });
    expect(wallet?.signed).toHaveLength(approvals + 1);
    opened.expectQuiet();
    await expectPaid(link, collected);
  });
});
