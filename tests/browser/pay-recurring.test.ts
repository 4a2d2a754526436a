import type { Browser, Page } from 'playwright-core';
import { createPublicClient, http, parseAbi } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { currencyById } from '#catalog/currencies.ts';
import { RECURRING_PROXIES } from '#catalog/recurring-proxies.ts';
import { SANDBOX_SENDER, TEST_ACCOUNTS } from '../../src/sandbox/test-accounts.ts';

import { sendToHost } from '../support/send-to-host.ts';
import { startWorld, type World } from '../support/world.ts';
import { sharedBrowser } from './support/chromium.ts';
import { watchPage } from './support/watched-page.ts';

let browser: Browser;
let world: World;
beforeAll(async () => {
  const settings = { RELAYER_KEY: SANDBOX_SENDER.privateKey };
  [browser, world] = await Promise.all([sharedBrowser(), startWorld(settings)]);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const { payer, payee } = TEST_ACCOUNTS;
const USDC = 'USDC-sepolia';
const Created = z.object({ id: z.string(), pageUrl: z.string() });

/** Three daily payments of 2.5 USDC, the first of which is due now. */
async function create(): Promise<z.output<typeof Created>> {
  const { body } = await sendToHost(`${world.apiUrl}/v2/payouts`, {
    headers: { 'x-api-key': world.sandbox.apiKey },
    body: {
      payee: payee.address,
      amount: '2.5',
      invoiceCurrency: USDC,
      paymentCurrency: USDC,
      recurrence: {
        startDate: new Date().toISOString(),
        frequency: 'DAILY',
        totalPayments: 3,
        payer: payer.address,
      },
    },
  });
  return Created.parse(body);
}

async function readAllowance(): Promise<bigint> {
  const rpcUrl = world.sandbox.networks['sepolia']?.rpcUrl;
  const client = createPublicClient({ transport: http(rpcUrl) });
  return await client.readContract({
    abi: parseAbi(['function allowance(address, address) view returns (uint256)']),
    address: `0x${String(currencyById(USDC)?.address).slice(2)}`,
    functionName: 'allowance',
    args: [payer.address, RECURRING_PROXIES.sepolia],
  });
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 2, name }).waitFor();

describe('a payer in a plain browser', () => {
  it('signs a schedule, sees its first payment made, and stops it', async () => {
    const { pageUrl } = await create();
    const origins = [world.apiUrl, world.payUrl].map((url) => new URL(url).origin);
    await using watched = await watchPage(browser, { origins });
    const { page } = watched;
    await page.goto(pageUrl);
    await heading(page, 'Connect the wallet that pays');
    expect(await page.textContent('main')).toContain('2.50 USDC every day, 3 times');
    await press(page, 'Continue with Test wallet');
    await press(page, 'Connect');
    await press(page, 'Allow 7.50 USDC');
    await press(page, 'Sign');
    await heading(page, /Step 2 of 2/);
    expect(await readAllowance()).toBe(7_500_000n);
    await press(page, 'Sign the schedule');
    await page.getByText('recipient: ').waitFor();
    await watched.expectSound('recurring-sandbox-sign');
    await press(page, 'Sign');
    await heading(page, 'The schedule is active');
    await page.getByText('Payments made: 1 of 3.').waitFor();
    expect(await readAllowance()).toBe(5_000_000n);
    await press(page, 'Stop these payments');
    await press(page, 'Sign to stop');
    await press(page, 'Sign');
    await press(page, 'Lower to 0.00 USDC');
    await press(page, 'Sign');
    await heading(page, 'The schedule is stopped');
    expect(await readAllowance()).toBe(0n);
    await watched.expectSound('recurring-sandbox-stopped');
    watched.expectQuiet();
  });
});
