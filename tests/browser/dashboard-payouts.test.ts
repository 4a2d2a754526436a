import type { Browser, Download } from 'playwright-core';
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

const [ANNA, BEN] = ['1', '2'].map((digit) => `0x${digit.repeat(40)}`);

/** What a file may hold that wants to break the page or a spreadsheet. */
const HOSTILE = '=HYPERLINK(1)<img src=x onerror=alert(1)>\u202E';

/** With a byte order mark, semicolons, a quoted line break, a token by its symbol, and four rows that cannot be paid. */
const FILE = [
  '\uFEFFWallet address;Amount;Token;Network;Reference;Name',
  `${ANNA};1.5;USDC;Sepolia;"first, with a;`,
  'second line";Anna',
  `${BEN};2;USDC-sepolia;;${HOSTILE};Ben`,
  `${ANNA};0;USDC-sepolia;;zero;`,
  `${ANNA};1,5;USDC-sepolia;;comma;`,
  '0x742d35cc6634C0532925a3b844Bc454e4438f44E;1;USDC-sepolia;;checksum;',
  `${BEN};1;GOLD;Sepolia;token;`,
  `${BEN};2;USDC-sepolia;;again;`,
].join('\r\n');

describe('who pays out', () => {
  it('creates one payout, signs it and sees it paid', async () => {
    await using watched = await watchDashboard({ browser, world });
    const { page } = watched;
    await page.goto(dashboard('/payouts'));
    await signIn(page, world);
    await heading(page, 'Pay out');
    await page.getByText('No payout yet').waitFor();
    await watched.expectSound('dashboard-payouts-empty');
    await page.getByRole('link', { name: 'New payout' }).click();
    await heading(page, 'New payout');
    await page.getByLabel('Network').selectOption({ label: 'Sepolia' });
    await page.getByLabel('Recipient', { exact: true }).fill(ANNA ?? '');
    await page.getByLabel('Amount', { exact: true }).fill('0');
    await page.getByLabel('Wallet that will pay').fill(world.sandbox.payer.address);
    await page.getByText('amount must be greater than 0').waitFor();
    await page.getByLabel('Amount', { exact: true }).fill('1.25');
    await page.getByText('Leaves the payer').waitFor();
    await page.getByLabel('Name of the saved payout').fill(HOSTILE);
    await press(page, 'Save it');
    await page.getByText('label must not hold control characters').first().waitFor();
    await page.getByLabel('Name of the saved payout').fill('<b>Rent</b>');
    await press(page, 'Save it');
    await page.getByText('Saved as <b>Rent</b>.').waitFor();
    await watched.expectSound('dashboard-new-payout');
    await press(page, 'Create the payout');
    await heading(page, 'Your payout is ready to be signed');
    const url =
      (await page.getByRole('link', { name: 'Open the pay page' }).getAttribute('href')) ?? '';
    await watched.expectSound('dashboard-payout-ready');
    await world.pay(new URL(url).searchParams.get('token') ?? '');
    await page.getByText('Paid', { exact: true }).first().waitFor();
    watched.expectQuiet();
  });

  it('fills the form from a payout that was saved, and deletes it', async () => {
    await using watched = await watchDashboard({ browser, world, dark: true });
    const { page } = watched;
    await page.goto(dashboard('/payouts/saved'));
    await signIn(page, world);
    await page.getByText('<b>Rent</b>').waitFor();
    await watched.expectSound('dashboard-saved-payouts-dark');
    await page.getByRole('link', { name: 'Pay again' }).click();
    await heading(page, 'New payout');
    expect(await page.getByLabel('Recipient', { exact: true }).inputValue()).toBe(ANNA);
    expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe('1.25');
    await page.getByText('Leaves the payer').waitFor();
    await watched.expectSound('dashboard-payout-filled-in-dark');
    await page.getByLabel('Fill in from a saved payout').selectOption({ label: 'None' });
    await page.getByText('Fill in recipient, token and amount.').waitFor();
    await page.goto(dashboard('/payouts/saved'));
    await press(page, 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No saved payout yet').waitFor();
    watched.expectQuiet();
  });

  it('uploads a file, reads what is wrong with it, and pays the rest as bundles', async () => {
    await using watched = await watchDashboard({ browser, world, dark: true });
    const { page } = watched;
    await page.goto(dashboard('/payouts/import'));
    await signIn(page, world);
    await heading(page, 'Pay from a file');
    await watched.expectSound('dashboard-import-empty-dark');
    await page.getByLabel('CSV file').setInputFiles({
      name: 'salaries.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(FILE),
    });
    await page.getByLabel('Wallet that will pay').fill(world.sandbox.payer.address);
    await page.getByText('4 rows cannot be paid').waitFor();
    for (const found of [
      'amount must be greater than 0',
      'amount must be a plain decimal number such as "12.5"',
      'recipient has a wrong checksum',
      'is not a supported currency',
    ]) {
      await page.getByText(found).first().waitFor();
    }
    await watched.expectSound('dashboard-import-review-dark');
    const saving = page.waitForEvent('download');
    await press(page, 'Download the rejected rows');
    const rejected = await readDownload(await saving);
    expect(rejected.trim().split('\r\n')).toHaveLength(5);
    expect(rejected).toContain('5,amount must be greater than 0');
    await page.getByLabel('Show').selectOption('warnings');
    await page.getByText('in line 4').waitFor();
    await press(page, 'Create 3 payouts');
    await heading(page, 'salaries.csv');
    await page.getByText('3 payouts were created').waitFor();
    await page.getByText('Bundle of 3').waitFor();
    await watched.expectSound('dashboard-import-done-dark');
    await page.getByRole('link', { name: 'See its payouts' }).click();
    await heading(page, 'Bundle of 3 payouts');
    await page.getByText('0 of 3 paid').waitFor();
    await watched.expectSound('dashboard-bundle-dark');
    await page.goto(dashboard('/payouts/import'));
    await page.getByLabel('CSV file').setInputFiles({
      name: 'again.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(FILE),
    });
    await page.getByLabel('Wallet that will pay').fill(world.sandbox.payer.address);
    await page.getByText('Exactly these payouts were imported before').waitFor();
    expect(await page.getByRole('button', { name: 'Create 3 payouts' }).isDisabled()).toBe(true);
    watched.expectQuiet();
  });

  it('chooses payouts in the list and pays them as a bundle', async () => {
    await using watched = await watchDashboard({ browser, world });
    const { page } = watched;
    await page.goto(dashboard('/payouts?status=pending'));
    await signIn(page, world);
    await page.getByRole('checkbox').first().check();
    await page.getByRole('checkbox').nth(1).check();
    await page.getByText('2 payouts chosen').waitFor();
    await watched.expectSound('dashboard-payouts');
    await press(page, 'Pay as a bundle');
    await heading(page, 'Bundle of 2 payouts');
    await page.getByText('Pay page of the bundle').waitFor();
    await watched.expectSound('dashboard-bundle');
    watched.expectQuiet();
  });
});

describe('who looks something up', () => {
  it('sees events as they come, which calls were refused, and what has a name', async () => {
    await using watched = await watchDashboard({ browser, world });
    const { page } = watched;
    await page.goto(dashboard('/events'));
    await signIn(page, world);
    await heading(page, 'Events');
    const reference = `Event ${Date.now()}`;
    const { token, requestIds } = await world.createLink('2.75', { reference });
    await world.pay(token);
    const row = page
      .getByRole('listitem')
      .filter({ hasText: 'payment.confirmed' })
      .filter({ hasText: requestIds[0] });
    // Nothing is loaded again: the event stream says that there is one.
    await row.waitFor({ state: 'attached' });
    await row.getByText('Show the body').click();
    await row.getByText('"amount": "2.75"').waitFor();
    await watched.expectSound('dashboard-events');
    await page.getByLabel('Payment', { exact: true }).fill(reference);
    await page.getByLabel('Type').selectOption('A link expired');
    await press(page, 'Filter');
    await page.getByText('No event fits these filters').waitFor();
    await page.getByLabel('Type').selectOption('A payment counts');
    await press(page, 'Filter');
    const file = page.getByRole('link', { name: 'Save as CSV' });
    expect(await file.getAttribute('href')).toContain('type=payment.confirmed&reference=Event+');
    await page.getByRole('link', { name: 'See the payment' }).click();
    await heading(page, 'Payment of 2.75 USDC');
    await page.goto(dashboard('/api-requests?path=/v2/request/{requestId}'));
    await heading(page, 'API requests');
    const headers = { 'x-api-key': world.sandbox.apiKey, 'x-request-id': `find-${Date.now()}` };
    await fetch(`${world.apiUrl}/v2/request/01none?secret=1`, { headers });
    await fetch(`${world.apiUrl}/v2/request/${requestIds[0]}`, { headers });
    await page.getByText('invalid_request').first().waitFor();
    await page.getByText('200', { exact: true }).first().waitFor();
    await watched.expectSound('dashboard-api-requests');
    await page.getByRole('textbox', { name: 'x-request-id' }).fill(headers['x-request-id']);
    await page.getByLabel('Outcome').selectOption('Refused (4xx)');
    await press(page, 'Filter');
    await page.getByText('200', { exact: true }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('outcome')).toBe('4xx');
    expect(await file.getAttribute('href')).toContain('statusClass=4xx');
    expect(await page.getByText('secret').count()).toBe(0);

    const field = page.getByRole('combobox', { name: 'What to find' });
    await page.keyboard.press('Control+k');
    await field.fill(reference);
    await page.getByRole('option', { name: `2.75 USDC ${reference}` }).waitFor();
    await watched.expectSound('dashboard-search');
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    // Not from within a field, where it is written.
    await page.getByRole('textbox', { name: 'x-request-id' }).press('/');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('/');
    await field.fill(token);
    await page.getByRole('option', { name: `2.75 USDC ${reference}` }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await heading(page, 'Payment of 2.75 USDC');
    watched.expectQuiet();
  });

  it('scrolls a list whose length is known from the rows that were drawn first', async () => {
    await using watched = await watchDashboard({ browser, world });
    const { page } = watched;
    const requests = Array.from({ length: 500 }, (_, i) => listedRequest(i));
    await page.route('**/v2/dashboard/requests?*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { requests, total: 500, nextCursor: null } });
    });
    await page.goto(dashboard('/payments'));
    await signIn(page, world);
    await page.getByRole('row').nth(5).waitFor();
    const height = (locator: string) =>
      page.locator(locator).evaluate((element) => element.getBoundingClientRect().height);
    const row = await height('tr[data-index="3"]');
    expect(row).not.toBeCloseTo(EXPECTED_AT_FIRST_PX, 0);
    await expect.poll(() => height('tbody')).toBeGreaterThan(499 * row);
    expect(await height('tbody')).toBeLessThan(501.5 * row);
    watched.expectQuiet();
  });
});

/** What web/dashboard/ui/row-window.ts takes for the height of a row before any was drawn. */
const EXPECTED_AT_FIRST_PX = 64;

function listedRequest(index: number) {
  return {
    requestId: `01${index.toString(16).padStart(64, '0')}`,
    paymentReference: `0x${index.toString(16).padStart(16, '0')}`,
    amount: '1.25',
    invoiceCurrency: 'USDC-sepolia',
    paymentCurrency: 'USDC-sepolia',
    hasBeenPaid: false,
    status: 'created',
    securePaymentStatus: 'pending',
    reference: 'Invoice',
    createdAt: '2026-01-02T03:04:05.000Z',
    txHash: null,
    payee: ANNA,
    payer: null,
    clientId: null,
  };
}

async function readDownload(download: Download): Promise<string> {
  const stream = await download.createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function dashboard(path: string): string {
  return `${world.sandbox.dashboardUrl}${path}`;
}
