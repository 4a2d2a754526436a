import type { Browser, Page } from 'playwright-core';
import { createPublicClient, encodeFunctionData, erc20Abi, http, maxUint256 } from 'viem';
import { beforeAll, describe, expect, it } from 'vitest';
import { CONTRACTS } from '#catalog/contracts.ts';
import { currencyById } from '#catalog/currencies.ts';
import { evmAddress } from '#chains/evm/address.ts';
import { TEST_ACCOUNTS } from '../../src/sandbox/test-accounts.ts';
import { sendCall } from '../../src/sandbox/test-wallet.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';
import { sharedBrowser } from './support/chromium.ts';
import { signingWallet } from './support/signing-wallet.ts';
import { type WatchedPage, watchPage } from './support/watched-page.ts';

const USDC = evmAddress(currencyById('USDC-sepolia')?.address ?? '');

let browser: Browser;
let world: ReachedWorld;
beforeAll(async () => {
  [browser, world] = await Promise.all([sharedBrowser(), sharedWorld()]);
});

describe('a payment link in a plain browser', () => {
  it('shows what its contract may take beyond it, and revokes that before and after it is paid', async () => {
    const wallet = signingWallet(world);
    await using watched = await watch(wallet);
    const { page } = watched;
    // What other tests of this sandbox left would stand beside it.
    await allow(0n, CONTRACTS.sepolia.erc20ConversionProxy);
    await allow(500_000_000n);
    await page.goto((await world.createLink('4.5')).securePaymentUrl);
    await press(page, 'Pay with Rabbit Wallet');
    await page.getByText('up to 500.00 USDC in all').waitFor();
    await page.getByText('This payment takes 4.50 USDC.').waitFor();
    await watched.expectSound('allowance-review');
    await press(page, 'Revoke the allowance of USDC');
    await page.getByText('Signature 1 of 2').waitFor();
    expect(await allowed()).toBe(0n);
    expect(await page.getByText('Allowance beyond this payment').count()).toBe(0);
    await allowAndPay(page);
    await heading(page, 'This payment is complete');

    await allow(maxUint256);
    const link = await world.createLink('5.5');
    // It begins with the wallet that is still connected.
    await page.goto(link.securePaymentUrl);
    await page.getByText('to take any amount of USDC.').waitFor();
    await press(page, 'Pay 5.50 USDC');
    await heading(page, 'This payment is complete');
    await page.getByText('to take any amount of USDC.').waitFor();
    await watched.expectSound('allowance-done');
    wallet.declines = 1;
    await press(page, 'Revoke the allowance of USDC');
    await page.getByText('You declined. The allowance stays as it was.').waitFor();
    await press(page, 'Revoke the allowance of USDC');
    await page.getByText('The allowance of USDC is revoked.').waitFor();
    expect(await allowed()).toBe(0n);
    expect(await page.getByRole('button', { name: /^Revoke/ }).count()).toBe(0);
    watched.expectQuiet();
  });
});

/** Has the payer let a contract, the fee proxy by default, take that much of USDC. */
async function allow(units: bigint, spender = CONTRACTS.sepolia.erc20FeeProxy): Promise<void> {
  const args = [evmAddress(spender), units] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args });
  const { sepolia } = world.sandbox.networks;
  if (sepolia === undefined) throw new Error('this sandbox has no Sepolia node');
  await sendCall(sepolia, TEST_ACCOUNTS.payer, { to: USDC, data, valueUnits: 0n });
}

/** What the fee proxy may take of it. */
async function allowed(): Promise<bigint> {
  const rpcUrl = world.sandbox.networks['sepolia']?.rpcUrl ?? '';
  return await createPublicClient({ transport: http(rpcUrl) }).readContract({
    address: USDC,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [TEST_ACCOUNTS.payer.address, evmAddress(CONTRACTS.sepolia.erc20FeeProxy)],
  });
}

async function watch(wallet: ReturnType<typeof signingWallet>): Promise<WatchedPage> {
  return await watchPage(browser, {
    origins: [world.apiUrl, world.payUrl].map((url) => new URL(url).origin),
    wallet: (call) => wallet.handle(call),
  });
}

/** Allows and pays. */
async function allowAndPay(page: Page): Promise<void> {
  await page.getByText('Signature 1 of 2').waitFor();
  await page.getByRole('button', { name: /^Allow / }).click();
  await page.getByText('Signature 2 of 2').waitFor();
  await page.getByRole('button', { name: /^Pay / }).click();
}

async function heading(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 2, name }).waitFor({ timeout: 90_000 });
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}
