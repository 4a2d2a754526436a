import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { generatePrivateKey } from 'viem/accounts';
import { beforeAll, expect, it } from 'vitest';
import { runFlorinHere } from '../support/run-florin.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';
import { sharedBrowser } from './support/chromium.ts';
import { heading, press, textSigningWallet, watchDashboard } from './support/dashboard-steps.ts';

let browser: Browser;
let world: ReachedWorld;
beforeAll(async () => {
  [browser, world] = await Promise.all([sharedBrowser(), sharedWorld()]);
});

const PASSWORD = 'a long enough password';

/** The wallet of the test newcomer. */
const NEWCOMER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

/** What an administrator may write who wants to break the page of another one. */
const HOSTILE = '<img src=x onerror=alert(1)>\u202Egnp.exe {{7*7}}';

it('lets an owner invite a person, who sees what the role may, links a wallet and is removed', async () => {
  await using watched = await watchDashboard({
    browser,
    world,
    wallet: textSigningWallet(generatePrivateKey()),
  });
  const { page } = watched;
  const tag = Date.now();
  const [owner, grace] = [`owner-${tag}@people.example`, `grace-${tag}@people.example`];

  await page.goto(dashboard('/team'));
  await register(page, owner);
  await heading(page, 'Team');
  await page.getByText('Nobody is invited').waitFor();
  await page.getByLabel('For whom').fill('Grace <b>accounting</b>');
  await press(page, 'Make the link');
  const link = (await page.getByText(/\/invitation#inv_[\w-]{43}$/).textContent()) ?? '';
  await watched.expectSound('dashboard-team-invited');
  await press(page, 'I have it');
  await page.getByText('Grace <b>accounting</b>').waitFor();
  await signOut(page);

  await page.goto(link);
  await page.getByText('You are invited to work in the account New account.').waitFor();
  await watched.expectSound('dashboard-invitation-sign-in');
  await register(page, grace);
  await heading(page, 'Invitation');
  await page.getByText(`You are signed in as ${grace}`).waitFor();
  await press(page, 'Join the account');
  await heading(page, 'Home');
  await page.goto(dashboard('/team'));
  await page.getByText(owner).waitFor();
  for (const name of ['Remove', 'Change role', 'Make the link']) {
    expect(await page.getByRole('button', { name }).count()).toBe(0);
  }
  const refused = await page.evaluate(async (url) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ label: 'A key' });
    const answer = await fetch(url, { method: 'POST', credentials: 'include', headers, body });
    return await answer.json();
  }, `${world.authUrl}/v1/api-keys`);
  expect(refused).toMatchObject({ code: 'role_too_low' });

  await page.goto(dashboard('/sessions'));
  await page.getByLabel('Your password').fill(PASSWORD);
  await watched.expectSound('dashboard-logins');
  await press(page, 'Link Rabbit Wallet');
  await page.getByText(/^Wallet 0x.*This session$/).waitFor();
  await page.getByLabel('Your password').waitFor({ state: 'detached' });
  await press(page, 'Open the menu');
  await page.getByRole('combobox', { name: 'Account' }).waitFor();
  await watched.expectSound('dashboard-account-switch');
  await press(page, 'Sign out');
  await heading(page, 'Sign in');

  await page.goto(dashboard('/team'));
  await page.getByLabel('Email address').fill(owner);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press(page, 'Sign in');
  await press(page, 'Change role');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Role').selectOption('Developer');
  await watched.expectSound('dashboard-member-role');
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await page.getByText('Done. Nothing else had to end.').waitFor();
  await press(page, 'Remove');
  await dialog.getByText('This person made no key that works.').waitFor();
  await watched.expectSound('dashboard-member-removal');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(grace).waitFor({ state: 'detached' });
  // An account keeps its last owner.
  expect(await page.getByRole('button', { name: 'Leave the account' }).count()).toBe(0);

  await page.getByLabel('For whom').fill('Grace again');
  await press(page, 'Make the link');
  const second = (await page.getByText(/\/invitation#inv_[\w-]{43}$/).textContent()) ?? '';
  await press(page, 'I have it');
  await signOut(page);
  await page.goto(second);
  await page.getByLabel('Email address').fill(grace);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press(page, 'Sign in');
  await press(page, 'Join the account');
  await heading(page, 'Home');
  await page.goto(dashboard('/team'));
  await press(page, 'Leave the account');
  await watched.expectSound('dashboard-member-leaves');
  await page.getByRole('dialog').getByRole('button', { name: 'Leave the account' }).click();
  await heading(page, 'Sign in');
  watched.expectQuiet();
}, 300_000);

it('lets an administrator block an account and let it go on, on pages that nobody else has', async () => {
  await using watched = await watchDashboard({ browser, world });
  const { page } = watched;
  const email = `blocked-${Date.now()}@people.example`;
  const statusOfAccount = await registered(email);
  const florin = async (...words: string[]) =>
    (await runFlorinHere(words, { FLORIN_HOME: world.home, ...world.settings })).code;
  await page.goto(dashboard('/admin'));
  await page.getByRole('button', { name: /Test newcomer 0x/ }).click();
  await press(page, 'Connect');
  await press(page, 'Sign');
  await heading(page, 'No such page');
  await page.goto(dashboard('/admin/health'));
  await heading(page, 'No such page');
  expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0);

  expect(await florin('admin', 'grant', NEWCOMER)).toBe(0);
  await page.goto(dashboard('/admin'));
  await heading(page, 'Accounts');
  await page.getByRole('searchbox', { name: 'Search' }).fill(email.slice(0, -4));
  await press(page, 'Search');
  await page.getByText('1 member').waitFor();
  await watched.expectSound('dashboard-admin-accounts');
  await page.getByRole('link', { name: 'Show New account' }).click();
  await page.getByText(email).waitFor();
  await page.getByLabel('Reason').fill(HOSTILE);
  await watched.expectSound('dashboard-admin-account');
  await press(page, 'Block the account');
  await watched.expectSound('dashboard-admin-block');
  await page.getByRole('dialog').getByRole('button', { name: 'Block the account' }).click();
  await page.getByText('This account was blocked').waitFor();
  expect(await statusOfAccount()).toBe(403);
  await watched.expectSound('dashboard-admin-blocked');
  await press(page, 'Unblock the account');
  await page.getByRole('dialog').getByRole('button', { name: 'Unblock the account' }).click();
  await page.getByText('This account was blocked').waitFor({ state: 'detached' });
  expect(await statusOfAccount()).toBe(200);

  const tab = async (name: string) =>
    await page.getByRole('navigation', { name: 'Administration' }).getByText(name).click();
  await page.evaluate("document.documentElement.dataset.scheme = 'dark'");
  await tab('Health');
  await page.getByText('Networks and their nodes').waitFor();
  await page.getByText('Healthy').first().waitFor();
  await watched.expectSound('dashboard-admin-health');
  await tab('Networks');
  await page.getByText('last scanned').first().waitFor();
  await watched.expectSound('dashboard-admin-networks');
  await tab('Suspicious transfers');
  // The tests that had this world before may have left such transfers.
  const transfers = page.getByRole('main').getByText(/smallest units?$/);
  await page.getByText('Nothing suspicious was seen').or(transfers.first()).waitFor();
  await addBlocks();
  await tab('Blocked callers');
  await watched.expectSound('dashboard-admin-limits');
  await unblockAll(page);
  await page.getByText('Nobody is blocked').waitFor();
  await tab('Log');
  await page.getByText('administrator.granted').first().waitFor();
  await page.getByText('account.unblocked').waitFor();
  await watched.expectSound('dashboard-admin-log');

  expect(await florin('admin', 'revoke', NEWCOMER)).toBe(0);
  await tab('Accounts');
  await heading(page, 'No such page');
  watched.expectQuiet();
}, 300_000);

it('lets an orchestrator invite a platform and have its events sent', async () => {
  await using watched = await watchDashboard({ browser, world });
  const { page } = watched;
  await page.goto(dashboard('/orchestrator'));
  await register(page, `partner-${Date.now()}@people.example`);
  await page.getByLabel('Name', { exact: true }).fill('Stalls');
  await page.getByLabel('Support address').fill('us@stalls.example');
  await press(page, 'Become an orchestrator');
  await press(page, 'I have it');
  await page.getByText('No platform is invited yet').waitFor();
  await page.getByLabel('Name of the platform').fill('Fruit stall');
  await page.getByLabel('Your own name for it').fill(HOSTILE);
  await press(page, 'Make an invitation');
  await page.getByRole('listitem').filter({ hasText: '7*7' }).getByText('Open').waitFor();
  await page.getByLabel('Address of your server').fill(`${world.payUrl}/inbox/hook`);
  await press(page, 'Add it');
  await press(page, 'I have it');
  await press(page, 'Send a test');
  await page.getByText('arrived at 1 endpoint').waitFor();
  await watched.expectSound('dashboard-orchestrator');

  await page.getByRole('link', { name: 'Deliveries' }).click();
  await heading(page, 'Deliveries');
  const sent = page.getByRole('listitem').filter({ hasText: 'client_id.linked' });
  await sent.getByText('Delivered', { exact: true }).waitFor();
  await press(page, 'Details');
  await page.getByText('x-service-test: true').waitFor();
  await press(page, 'Send again');
  const replay = page
    .getByRole('listitem')
    .filter({ has: page.getByText('Sent again', { exact: true }) });
  await replay.getByText('Delivered', { exact: true }).waitFor();
  await page.getByLabel('Status').selectOption('Failed');
  await page.getByText('None has this status.').waitFor();
  await page.getByRole('link', { name: 'Orchestrator' }).last().click();
  await press(page, 'Switch off');
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
  await page.getByRole('button', { name: 'Switch on' }).waitFor();
  watched.expectQuiet();
});

/** Opens an account for an email address; what it returns asks how the API answers its session. */
async function registered(email: string): Promise<() => Promise<number>> {
  const { headers } = await fetch(`${world.authUrl}/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const cookie = (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return async () =>
    (await fetch(`${world.authUrl}/v1/auth/session`, { headers: { cookie } })).status;
}

function dashboard(path: string): string {
  return `${world.sandbox.dashboardUrl}${path}`;
}

async function register(page: Page, email: string): Promise<void> {
  await press(page, 'No account yet? Create one');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press(page, 'Create an account');
}

async function signOut(page: Page): Promise<void> {
  await press(page, 'Open the menu');
  await press(page, 'Sign out');
  await heading(page, 'Sign in');
}

/** Two credentials of one address, as after a sustained breach of their limits. */
async function addBlocks(): Promise<void> {
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  for (const kind of ['api_key', 'session']) {
    const block = [`${kind}:${'0'.repeat(64)}:203.0.113.7`, Date.now() + 300_000];
    await client.query('insert into rate_limit_block (key, ends_at_ms) values ($1, $2)', block);
  }
  await client.end();
}

/** Unblocks these and whoever was blocked by the tests that had this world before. */
async function unblockAll(page: Page): Promise<void> {
  const unblock = page.getByRole('main').getByRole('button', { name: 'Unblock', exact: true });
  await unblock.first().waitFor();
  // One press unblocks all that has the same address.
  while ((await unblock.count()) > 0) {
    await unblock.first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Unblock', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  }
}
