import type { Browser, Page } from 'playwright-core';
import { isHex, toHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { beforeAll, expect, it } from 'vitest';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';
import { sharedBrowser } from './support/chromium.ts';
import type { WalletHandler } from './support/injected-wallet.ts';
import { watchPage } from './support/watched-page.ts';

let browser: Browser;
let world: ReachedWorld;
beforeAll(async () => {
  [browser, world] = await Promise.all([sharedBrowser(), sharedWorld()]);
}, 120_000);

const PASSWORD = 'a long enough password';

it('lets an owner invite a person, who sees what the role may, links a wallet and is removed', async () => {
  const urls = [world.authUrl, world.apiUrl, world.sandbox.dashboardUrl];
  const origins = urls.map((url) => new URL(url).origin);
  await using watched = await watchPage(browser, { origins, wallet: newWallet() });
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
  watched.expectQuiet();
}, 300_000);

/** A wallet that nobody has used before, and that signs texts. */
function newWallet(): WalletHandler {
  const account = privateKeyToAccount(generatePrivateKey());
  return async ({ method, params: [text] }) => {
    if (method === 'eth_chainId') return toHex(11_155_111);
    if (method !== 'personal_sign') return [account.address];
    if (!isHex(text)) throw new Error('not a text in hexadecimal digits');
    return await account.signMessage({ message: { raw: text } });
  };
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

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor();
}
