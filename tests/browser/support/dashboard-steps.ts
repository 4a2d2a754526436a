import type { Browser, Page } from 'playwright-core';
import { isHex, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Hex } from '#kit/hex.ts';
import type { ReachedWorld } from '../../support/world.ts';
import type { WalletHandler } from './injected-wallet.ts';
import { type WatchedPage, watchPage } from './watched-page.ts';

interface Scene {
  readonly browser: Browser;
  readonly world: ReachedWorld;
  readonly dark?: boolean;
  readonly wallet?: WalletHandler;
}

/** An empty page that may reach what the dashboard of a world reaches, and nothing else. */
export async function watchDashboard({ browser, world, ...more }: Scene): Promise<WatchedPage> {
  const urls = [world.authUrl, world.apiUrl, world.sandbox.dashboardUrl];
  return await watchPage(browser, { origins: urls.map((url) => new URL(url).origin), ...more });
}

/** With the password of the account that a test file has in its world. */
export async function signIn(page: Page, { sandbox }: ReachedWorld): Promise<void> {
  await page.getByLabel('Email address').fill(sandbox.login.email);
  await page.getByLabel('Password', { exact: true }).fill(sandbox.login.password);
  await press(page, 'Sign in');
}

/** A wallet that signs texts, as a sign-in needs it, and nothing else. */
export function textSigningWallet(privateKey: Hex): WalletHandler {
  const account = privateKeyToAccount(privateKey);
  return async ({ method, params: [text] }) => {
    if (method === 'eth_chainId') return toHex(11_155_111);
    if (method !== 'personal_sign') return [account.address];
    if (!isHex(text)) throw new Error('not a text in hexadecimal digits');
    return await account.signMessage({ message: { raw: text } });
  };
}

/** Presses the button of exactly this name. */
export async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

/** Waits for the page of this title. */
export async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor();
}
