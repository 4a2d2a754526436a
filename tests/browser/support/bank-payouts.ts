import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { BANK, PERSON } from '../../support/bank-scene.ts';
import type { BridgedSandbox } from '../../support/bridged-sandbox.ts';
import { openPublicPayerClient } from '../../support/public-payer-client.ts';
import { press, SCREEN_MS } from './bridged-pages.ts';
import { sharedBrowser } from './chromium.ts';
import { type WatchedPage, watchPage } from './watched-page.ts';

/** Opens a page for the dashboard of a sandbox, which may lead to its pay page. */
export async function watchDashboard({ world, sandbox }: BridgedSandbox): Promise<WatchedPage> {
  const urls = [world.authUrl, world.apiUrl, world.payUrl, sandbox.dashboardUrl];
  return await watchPage(await sharedBrowser(), {
    origins: urls.map((url) => new URL(url).origin),
  });
}

/** Adds a payer who is approved and agrees, with a bank account that the bank takes. */
export async function addBankAccount(
  { world, sandbox }: BridgedSandbox,
  clientUserId: string,
): Promise<void> {
  const payers = openPublicPayerClient({ baseUrl: () => world.apiUrl, apiKey: sandbox.apiKey });
  const { kycUrl = '' } = await payers.createComplianceData({ ...PERSON, clientUserId });
  const body = new URLSearchParams({ decision: 'approve' });
  const decide = async () => {
    // Its answer may come too late on a busy machine; what counts is where the payer then stands.
    await fetch(kycUrl, { method: 'POST', body });
    return (await payers.getComplianceStatus(clientUserId)).kycStatus;
  };
  await expect.poll(decide, { timeout: SCREEN_MS, interval: 1_000 }).toBe('approved');
  await payers.updateComplianceStatus(clientUserId, { agreementCompleted: true });
  await expect
    .poll(() => payers.getComplianceStatus(clientUserId), { timeout: SCREEN_MS })
    .toMatchObject({ isCompliant: true });
  await payers.createPaymentDetails(clientUserId, BANK);
  await expect
    .poll(() => payers.getPaymentDetails(clientUserId), { timeout: SCREEN_MS })
    .toMatchObject({ paymentDetails: [{ status: 'approved' }] });
}

/** Signs in, and opens the form of a payout to the bank account of a payer. */
export async function toNewPayout(
  page: Page,
  { sandbox }: BridgedSandbox,
  clientUserId: string,
): Promise<void> {
  await page.goto(`${sandbox.dashboardUrl}/payouts/payers/${clientUserId}`);
  const { email, password } = sandbox.login;
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Sign in');
  await page.getByRole('link', { name: 'Pay out', exact: true }).click();
}
