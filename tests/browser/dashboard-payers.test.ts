import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';
import { sharedBrowser } from './support/chromium.ts';
import { heading, press, signIn, watchDashboard } from './support/dashboard-steps.ts';

let browser: Browser;
let world: ReachedWorld;
beforeAll(async () => {
  [browser, world] = await Promise.all([sharedBrowser(), sharedWorld()]);
});

/** What a person may be called who wants to break the page. */
const HOSTILE = '<img src=x onerror=alert(1)>\u202E/..';

const PERSON = {
  'First name': 'Jane',
  'Last name': 'Quarterdeck',
  'Date of birth': '1971-03-29',
  Nationality: 'us',
  'Tax or social security number': '192-83-7465',
  'Street and number': '71 Lanternfish Street',
  Postcode: '90723',
  City: 'Paramount',
  'State or region': 'CA',
  Country: 'US',
  'Email address': 'jane@shop.example',
  'Phone number': '+1 202 555 0100',
};

const ACCOUNT = {
  'Name of the bank': 'First Bank',
  'Routing number (ABA)': '026013357',
  'Account number': '9182736455463',
  'Owner of the account': 'Jane Quarterdeck',
  'Street and number': '71 Lanternfish Street',
  Postcode: '90723',
  City: 'Paramount',
  Country: 'US',
  'Date of birth': '1971-03-29',
};

describe('who pays somebody at a bank', () => {
  it('names them, hands over the link of their check, and adds their bank account', async () => {
    await using watched = await watchDashboard({ browser, world });
    const { page } = watched;
    await page.goto(dashboard('/payouts/payers'));
    await signIn(page, world);
    await page.getByText('No payer yet').waitFor();
    await watched.expectSound('dashboard-payers-empty');
    await page.getByRole('link', { name: 'New payer' }).click();
    await heading(page, 'New payer');
    await page.getByLabel('ID of the payer').fill('customer-7');
    await fill(page, { ...PERSON, 'Date of birth': '2030-01-01' });
    await page.getByText('United States').first().waitFor();
    await press(page, 'Create the payer');
    await page
      .getByText(/^dateOfBirth must/)
      .first()
      .waitFor();
    await watched.expectSound('dashboard-payer-form');
    await fill(page, PERSON);
    await press(page, 'Create the payer');
    await heading(page, 'customer-7');
    await page.getByText('This payer cannot be paid yet').waitFor();
    const check = page.getByRole('link', { name: 'Open it' }).last();
    const kycUrl = (await check.getAttribute('href')) ?? '';
    await watched.expectSound('dashboard-payer-waiting');
    const decision = new URLSearchParams({ decision: 'approve' });
    expect((await fetch(kycUrl, { method: 'POST', body: decision })).status).toBe(200);
    await page.getByText('Approved', { exact: true }).waitFor();
    await press(page, 'The payer has agreed');
    await page.getByRole('dialog').getByRole('button', { name: 'The payer has agreed' }).click();
    await page.getByText('This payer can be paid').waitFor();
    await page.getByRole('link', { name: 'Add a bank account' }).click();
    await heading(page, 'New bank account');
    await fill(page, ACCOUNT);
    await press(page, 'Add the bank account');
    await page
      .getByText(/^routingNumber /)
      .first()
      .waitFor();
    await watched.expectSound('dashboard-bank-account-form');
    await page.getByLabel('Currency').selectOption('EUR');
    await page.getByLabel('IBAN').waitFor();
    await page.getByLabel('Currency').selectOption('USD');
    await fill(page, { 'Routing number (ABA)': '026013356' });
    await press(page, 'Add the bank account');
    await heading(page, 'customer-7');
    await page.getByRole('heading', { name: 'First Bank' }).waitFor();
    await page.getByText('5463').waitFor();
    expect(await page.getByText('9182736455463').count()).toBe(0);
    // Nobody pays out to banks in this world, so nothing may call the account approved.
    await page.getByText('The provider that pays out is checking it.').waitFor();
    await watched.expectSound('dashboard-payer-ready');
    watched.expectQuiet();
  });

  it('does not describe another person under an ID that is taken, and finds payers by state and ID', async () => {
    await using watched = await watchDashboard({ browser, world, dark: true });
    const { page } = watched;
    await page.goto(dashboard('/payouts/new-payer'));
    await signIn(page, world);
    await page.getByLabel('ID of the payer').fill('customer-7');
    await fill(page, { ...PERSON, 'Last name': 'Somebody else' });
    await press(page, 'Create the payer');
    await page.getByText('There is a payer with this ID already').waitFor();
    await page.getByLabel('ID of the payer').fill(HOSTILE);
    await press(page, 'Create the payer');
    await page
      .getByText(/^clientUserId must not hold/)
      .first()
      .waitFor();
    await page.getByLabel('ID of the payer').fill('<b>2/ü&?#');
    await press(page, 'Create the payer');
    await heading(page, '<b>2/ü&?#');
    await watched.expectSound('dashboard-payer-dark');
    await page.getByRole('link', { name: 'All payers' }).click();
    await page.getByRole('link', { name: 'customer-7' }).waitFor();
    await watched.expectSound('dashboard-payers-dark');
    await page.getByLabel('ID of the payer').fill('customer-');
    await press(page, 'Filter');
    await page.getByRole('link', { name: '<b>2' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'customer-7' }).waitFor();
    await page
      .getByLabel('Identity', { exact: true })
      .and(page.locator('select'))
      .selectOption('rejected');
    await press(page, 'Filter');
    await page.getByText('Nothing fits these filters').waitFor();
    expect(new URL(page.url()).search).toBe('?kycStatus=rejected&clientUserId=customer-');
    watched.expectQuiet();
  });
});

function dashboard(path: string): string {
  return `${world.sandbox.dashboardUrl}${path}`;
}

async function fill(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
}
