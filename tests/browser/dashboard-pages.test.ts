import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PAGES } from '../../web/dashboard/shell/pages.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';
import { sharedBrowser } from './support/chromium.ts';
import { PHONE } from './support/shared-page.ts';
import { type WatchedPage, watchPage } from './support/watched-page.ts';

let browser: Browser;
let world: ReachedWorld;
beforeAll(async () => {
  [browser, world] = await Promise.all([sharedBrowser(), sharedWorld()]);
}, 120_000);

/** What somebody may be called who wants to break the page, and what the page makes of it. */
const HOSTILE = '<img src=x onerror=alert(1)> {{7*7}} "\'';

const FEE_WALLET = '0x5555555555555555555555555555555555555555';
const DESKTOP = { width: 1280, height: 800 };

describe('an orchestrator', () => {
  it('gets a key, a look, an invitation and a fee, and finds nothing amiss on any page', async () => {
    await using watched = await watch();
    const { page } = watched;
    await page.goto(dashboard('/orchestrator'));
    await signIn(page);
    await becomeOrchestrator(page);
    await brandPayPage(page);
    await invitePlatform(page);
    await page.goto(dashboard('/fees'));
    await takeFee(page);
    await page.goto(dashboard('/keys'));
    await page.getByLabel('Name').last().fill(HOSTILE);
    await press(page, 'Create a client ID');
    await page.getByRole('listitem').filter({ hasText: '7*7' }).waitFor();
    await previewFee(page);
    await walk(watched);
    watched.expectQuiet();
  });
});

/** Each page of the navigation, on a phone in the light and on a desktop in the dark. */
async function walk(watched: WatchedPage): Promise<void> {
  const { page } = watched;
  for (const { to } of [...PAGES, { to: '/get-paid/new' }, { to: '/nowhere' }]) {
    await page.goto(dashboard(to));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' });
    const name = `dashboard-page${to.replaceAll('/', '-')}`;
    await watched.expectSound(name);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize(DESKTOP);
    await watched.expectSound(`${name}-dark`);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(PHONE);
  }
}

async function becomeOrchestrator(page: Page): Promise<void> {
  await page.getByLabel('Name').fill(HOSTILE);
  await page.getByLabel('Support address').fill('support@stalls.example');
  await press(page, 'Become an orchestrator');
  await page.getByText('Your new orchestrator key').waitFor();
  const key = (await page.getByText(/^orc_sandbox_[0-9a-f]{32}$/).textContent()) ?? '';
  const answer = await fetch(`${world.apiUrl}/v2/orchestrators`, {
    headers: { 'x-orchestrator-key': key },
  });
  expect(answer.status).toBe(200);
  await press(page, 'I have it');
  await page.getByText(HOSTILE).first().waitFor();
}

async function brandPayPage(page: Page): Promise<void> {
  await page.getByLabel('Card', { exact: true }).fill('#fff4e6');
  await page.getByLabel('Lesser texts', { exact: true }).fill('#ccc');
  await page.getByRole('row', { name: /Lesser texts on the card 1\.\d : 1/ }).waitFor();
  await page.getByText('shifted', { exact: true }).first().waitFor();
  await page.getByLabel('Logo').fill('/branding/logo.svg');
  await press(page, 'Save the branding');
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Logo').fill('/branding/logo.png');
  await press(page, 'Save the branding');
  await page.getByText('Saved. Pay pages show it').waitFor();
}

async function invitePlatform(page: Page): Promise<void> {
  await page.getByLabel('Name of the platform').fill(HOSTILE);
  await press(page, 'Make an invitation');
  await page.getByText(`The invitation for ${HOSTILE} is ready`).waitFor();
  await page.getByText(`${world.payUrl}/onboarding/?token=lit_`).waitFor();
}

async function takeFee(page: Page): Promise<void> {
  await page.getByText('No fee yet').waitFor();
  await page.getByLabel('Share in %').fill('2.5');
  await page.getByLabel('At most, in USD').fill('20');
  await page.getByLabel('Paid to, on EVM networks').fill(FEE_WALLET);
  await press(page, 'Save this fee');
  const dialog = page.getByRole('dialog', { name: 'Is this right?' });
  await dialog.getByText('you take 2.5 %, at most 20 USD a payment').waitFor();
  await dialog.getByRole('button', { name: 'Save this fee' }).click();
  await page.getByText('Payments to platforms: 2.5 %').waitFor();
}

/** What is linked to an orchestrator has its fee; what is not has none. */
async function previewFee(page: Page): Promise<void> {
  const row = page.getByRole('listitem').filter({ hasText: '7*7' });
  const clientId = (await row.getByText(/^cli_\w+$/).textContent()) ?? '';
  await page.goto(dashboard('/orchestrator'));
  await page.getByLabel('Client ID', { exact: true }).fill(clientId);
  await press(page, 'Link it');
  await page.getByRole('dialog').getByRole('button', { name: 'Link it' }).click();
  await page.getByRole('button', { name: 'End the link' }).waitFor();
  await page.goto(dashboard('/fees'));
  await press(page, 'Calculate');
  await page.getByText('No fee applies to it.').waitFor();
  await page.getByLabel('Created with').selectOption({ label: HOSTILE });
  await press(page, 'Calculate');
  await page.getByText('Default of the orchestrator', { exact: true }).waitFor();
  await page.getByText('97.5 USD').waitFor();
}

function dashboard(path: string): string {
  return `${world.sandbox.dashboardUrl}${path}`;
}

/** With a test wallet that has no account in the sandbox before. */
async function signIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Test fee receiver 0x/ }).click();
  await press(page, 'Connect');
  await press(page, 'Sign');
}

async function watch(): Promise<WatchedPage> {
  const urls = [world.authUrl, world.apiUrl, world.sandbox.dashboardUrl];
  const origins = urls.map((url) => new URL(url).origin);
  return await watchPage(browser, { origins, isStrict: true });
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}
