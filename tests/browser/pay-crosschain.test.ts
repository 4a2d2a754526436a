import type { Page } from 'playwright-core';
import { createTestClient, type Hex, http, walletActions } from 'viem';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BANK } from '../support/bank-scene.ts';
import { ARRIVES } from '../support/bridged-sandbox.ts';
import { hex, PAYEE, PAYER } from '../support/route-sample.ts';
import { addBankAccount, toNewPayout, watchDashboard } from './support/bank-payouts.ts';
import {
  heading,
  press,
  SCREEN_MS,
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

/** Leaves out what the wallet has elsewhere of the first answer that names any of it, as where networks are slow. */
async function leaveOutSources(page: Page): Promise<void> {
  const read = /\/v2\/secure-payments\/[^/?]+\?wallet=/;
  let isLeftOut = false;
  await page.route(read, async (route) => {
    if (isLeftOut) return await route.continue();
    const response = await route.fetch();
    const body = z
      .looseObject({ paymentOptions: z.record(z.string(), z.unknown()) })
      .parse(await response.json());
    isLeftOut = Object.keys(body.paymentOptions).length > 0;
    await route.fulfill({ response, json: { ...body, paymentOptions: {} } });
  });
}

describe('a link that is paid from another network in a browser', () => {
  it('is paid in another token with an approval and one transaction there, whose swap is shown, and followed to the end', async () => {
    await using watched = await pages.watch();
    const { page } = watched;
    const { world } = pages.bridged;
    const link = await world.createLink('12.5');
    await leaveOutSources(page);
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
});

describe('an account that is a contract', () => {
  afterEach(() => pages.bridged.relay({ mode: 'fill' }));

  it('is a Safe whose second owner executes what was proposed, and is followed between the networks', async () => {
    await pages.bridged.relay({ mode: 'refuse' });
    await using watched = await pages.watch();
    const { page } = watched;
    const { world } = pages.bridged;
    const link = await world.createLink('16');
    await toSources(watched, link.securePaymentUrl, 'Test Safe (two owners)');
    await toArbitrum(watched);
    await page.getByText(/^You propose 2 calls to your Safe on Arbitrum One/).waitFor();
    await page.getByText(/^If it cannot be paid there by .* That is your Safe on/).waitFor();
    await watched.expectSound('crosschain-safe-review');
    await signEach(watched, [/^Propose .* USDC$/]);
    await heading(page, 'Waiting for signatures in a Safe (1 of 2)');
    await page.getByText('It pays from another network.').waitFor();
    await press(page, 'Sign as second owner and execute');
    await heading(page, 'Your payment is on its way');
    await page.getByText('What cannot be delivered comes back to').waitFor();
    await page.reload();
    await heading(page, 'Your payment is on its way');
    await pages.bridged.relay({ mode: 'fill' });
    await heading(page, 'This payment is complete');
    watched.expectQuiet();
    expect((await world.awaitStatus(link.token, 409)).body).toMatchObject({ status: 'completed' });
  });

  it('is the smart account of one key, which executes all calls at once', async () => {
    await using watched = await pages.watch();
    const link = await pages.bridged.world.createLink('17');
    await toSources(watched, link.securePaymentUrl, 'Test smart account (one key)');
    await toArbitrum(watched);
    await watched.page.getByText(/^Your account makes 2 calls as one transaction/).waitFor();
    await signEach(watched, [/^Pay .* USDC$/]);
    await heading(watched.page, 'This payment is complete');
    watched.expectQuiet();
  });
});

/** For how long a price is good, and a little. */
const PRICE_MS = 121_000;

/** A method of a development node. */
interface Answering<Method extends string, Parameters, ReturnType> {
  readonly Method: Method;
  readonly Parameters: Parameters;
  readonly ReturnType: ReturnType;
}

const arbitrum = () => nodeOf('arbitrum-one');
const base = () => nodeOf('base');

function nodeOf(network: string) {
  const url = pages.bridged.sandbox.networks[network]?.rpcUrl;
  return createTestClient({ mode: 'anvil', transport: http(url) }).extend(walletActions);
}

/** What wallets have more on Base since then, in USDC. */
async function sinceNow() {
  const held = async () => ({
    payer: await pages.bridged.balance('base', PAYER),
    payee: await pages.bridged.balance('base', PAYEE),
  });
  const before = await held();
  return async () => {
    const now = await held();
    return { payer: now.payer - before.payer, payee: now.payee - before.payee };
  };
}

/** Waits until the one payment of an open link has come so far; its hash on Arbitrum. */
async function untilIntent(token: string, status: string): Promise<string> {
  const intents = () => pages.bridged.intents(token);
  await expect.poll(intents, ARRIVES).toMatchObject([{ status }]);
  return (await intents())[0]?.txHash ?? '';
}

const paymentsOf = ({ requestIds: [requestId] }: { readonly requestIds: readonly string[] }) =>
  pages.bridged.payments(requestId);

describe('a payment from another network in a browser, where something goes wrong', () => {
  afterEach(async () => {
    await pages.bridged.relay({ mode: 'fill' });
    await arbitrum().setIntervalMining({ interval: 1 });
  });

  it('goes on where a fill pretends half of it, and ends with the true one', async () => {
    await pages.bridged.relay({ mode: 'short' });
    await using watched = await pages.watch();
    const moved = await sinceNow();
    const { token } = await payNewLink(watched, '15');
    await heading(watched.page, 'Your payment is on its way');
    await expect.poll(moved, ARRIVES).toEqual({ payer: 7_500_000n, payee: 0n });
    await untilIntent(token, 'source_confirmed');
    await watched.page.getByText('Arriving on Base').waitFor();
    expect((await pages.bridged.world.read(token)).status).toBe(200);
    await pages.bridged.relay({ mode: 'fill' });
    await heading(watched.page, 'This payment is complete');
    expect((await moved()).payee).toBe(15_000_000n);
    watched.expectQuiet();
  });

  it('is complete once where it is filled twice', async () => {
    await pages.bridged.relay({ mode: 'twice' });
    await using watched = await pages.watch();
    const moved = await sinceNow();
    const link = await payNewLink(watched, '16');
    await heading(watched.page, 'This payment is complete');
    expect((await moved()).payee).toBe(16_000_000n);
    await expect
      .poll(() => paymentsOf(link), ARRIVES)
      .toMatchObject([{ type: 'crosschain', excessAmount: null }]);
    watched.expectQuiet();
  });

  it('is followed while the provider is dead, and ends by another relayer', async () => {
    await pages.bridged.relay({ mode: 'refuse' });
    await using watched = await pages.watch();
    const { page } = watched;
    const link = await payNewLink(watched, '17');
    await heading(page, 'Your payment is on its way');
    await pages.bridged.relay({ mode: 'dead' });
    const hash = await untilIntent(link.token, 'source_confirmed');
    await page.reload();
    await heading(page, 'Your payment is on its way');
    await page.getByText('Confirmed on Arbitrum One').waitFor();
    const destinationTxHash = await pages.bridged.fill(hex(hash));
    await heading(page, 'This payment is complete');
    await expect
      .poll(() => paymentsOf(link), ARRIVES)
      .toMatchObject([{ sourceTxHash: hash, destinationTxHash }]);
    watched.expectQuiet();
  });

  it('has nothing to sign at a price that is too old, and is paid by a fresh one', async () => {
    await using watched = await pages.watch();
    const { page } = watched;
    const { world } = pages.bridged;
    await page.clock.install();
    const link = await world.createLink('18');
    await toSources(watched, link.securePaymentUrl);
    await toArbitrum(watched);
    const allow = page.getByRole('button', { name: /^Allow .* USDC$/ });
    await allow.waitFor();
    await pages.bridged.relay({ mode: 'dead' });
    await page.clock.fastForward(PRICE_MS);
    await page.getByText('This price is too old.').waitFor();
    expect(await allow.count()).toBe(0);
    expect(await pages.bridged.intents(link.token)).toEqual([]);
    await pages.bridged.relay({ mode: 'fill' });
    // The provider is left alone for a moment after its failures.
    const again = page.getByRole('button', { name: 'Read the price again' });
    while ((await allow.count()) === 0) {
      // A price that came late takes this button away.
      await again.click({ timeout: 5_000 }).catch(() => undefined);
      await allow.waitFor({ timeout: 5_000 }).catch(() => undefined);
    }
    await signEach(watched, [/^Allow .* USDC$/, /^Pay .* USDC$/]);
    await heading(page, 'This payment is complete');
    expect((await world.awaitStatus(link.token, 409)).body).toMatchObject({ status: 'completed' });
  });

  it('waits again where a fork takes back what the payer sent, and ends once that is sent again', async () => {
    await pages.bridged.relay({ mode: 'refuse' });
    await using watched = await pages.watch();
    const { page } = watched;
    const chain = arbitrum();
    // No block is final while none follows it.
    await chain.setIntervalMining({ interval: 0 });
    await chain.setAutomine(true);
    const link = await payNewLink(watched, '19');
    await page.getByText('Confirmed on Arbitrum One').waitFor();
    const hash = await untilIntent(link.token, 'source_seen');
    const raw = await chain.request<Answering<'eth_getRawTransactionByHash', [string], Hex>>({
      method: 'eth_getRawTransactionByHash',
      params: [hash],
    });
    await chain.request<Answering<'anvil_reorg', [number, []], null>>({
      method: 'anvil_reorg',
      params: [1, []],
    });
    await untilIntent(link.token, 'recorded');
    await page.getByText('Waiting for Arbitrum One').waitFor();
    expect((await pages.bridged.world.read(link.token)).status).toBe(200);
    await chain.sendRawTransaction({ serializedTransaction: raw });
    await chain.setIntervalMining({ interval: 1 });
    await page.getByText('Confirmed on Arbitrum One').waitFor();
    await pages.bridged.relay({ mode: 'fill' });
    await heading(page, 'This payment is complete');
    await expect.poll(() => paymentsOf(link), ARRIVES).toMatchObject([{ sourceTxHash: hash }]);
  });

  it('arrives once where relayer and service are killed on the way, and the page says what is away', async () => {
    await pages.bridged.relay({ mode: 'refuse' });
    await using watched = await pages.watch();
    const { page } = watched;
    const moved = await sinceNow();
    const link = await payNewLink(watched, '20');
    await heading(page, 'Your payment is on its way');
    const hash = await untilIntent(link.token, 'source_confirmed');
    const away = page.getByText('does not answer right now. Your transaction is not affected');
    await Promise.all([pages.bridged.crash(), away.waitFor()]);
    await heading(page, 'This payment is complete');
    expect((await moved()).payee).toBe(20_000_000n);
    await expect.poll(() => paymentsOf(link), ARRIVES).toMatchObject([{ sourceTxHash: hash }]);
  });

  // The clocks of both networks go on by an hour here, so that no route is quoted any more.
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

// Here, because this sandbox has a bank.
it('pays out to a bank account on the pay page, once over a reload and a second tab', async () => {
  const { bridged } = pages;
  await using watched = await watchDashboard(bridged);
  const { page } = watched;
  await addBankAccount(bridged, 'customer-1');
  await toNewPayout(page, bridged, 'customer-1');
  await page.getByLabel('Network').selectOption('USDC-base');
  await page.getByLabel('Amount in USDC').fill('12.75');
  await press(page, 'Create the payout');
  await press(page, 'Get the pay page');
  await page.getByText('This payout has a pay page').waitFor();
  await watched.expectSound('dashboard-bank-payout-signing');
  const paying = await openPayPage(watched);
  await paying.getByText('Bridge pays this out to a bank account.').waitFor();
  await paying.getByText('Bridge gets the tokens.').waitFor();
  await press(paying, 'Pay with Test wallet');
  await press(paying, 'Connect');
  await heading(paying, 'Review and pay');
  expect(await paying.getByRole('button', { name: 'Pay from another network' }).count()).toBe(0);
  const shown = await paying.content();
  for (const hidden of [BANK.bankName, BANK.accountName, BANK.accountNumber, 'customer-1']) {
    expect(shown).not.toContain(hidden);
  }
  await signEach({ page: paying }, [/^Allow .* USDC$/]);
  await paying.getByRole('button', { name: /^Pay .* USDC$/ }).waitFor({ timeout: SCREEN_MS });
  const before = await bridged.balance('base', bridged.sandbox.payer.address);
  await base().setIntervalMining({ interval: 0 });
  await signEach({ page: paying }, [/^Pay .* USDC$/]);
  await heading(paying, 'Your payment is on its way');
  await paying.reload();
  await heading(paying, 'Your payment is on its way');
  // Nobody but this browser knows of it yet.
  await page.getByText('A payment that was sent a moment ago may not be seen here yet').waitFor();
  const second = await openPayPage(watched);
  await heading(second, 'Your payment is on its way');
  expect(await second.getByRole('button', { name: /^Pay/ }).count()).toBe(0);
  await base().setIntervalMining({ interval: 1 });
  for (const tab of [paying, second]) await heading(tab, 'This payment is complete');
  await page.getByText('The provider has the tokens and pays').waitFor({ timeout: SCREEN_MS });
  const after = await bridged.balance('base', bridged.sandbox.payer.address);
  expect(before - after).toBe(12_750_000n);
  watched.expectQuiet();
});

/** Follows the dashboard's way to the pay page, in a new tab. */
async function openPayPage({ page, context }: WatchedPage) {
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Open the pay page' }).click();
  return await opened;
}
