import type { Browser, Page } from 'playwright-core';
import type { ReachedWorld } from '../../support/world.ts';
import { type WatchedPage, watchPage } from './watched-page.ts';

interface Scene {
  readonly browser: Browser;
  readonly world: ReachedWorld;
  readonly dark?: boolean;
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

/** Presses the button of exactly this name. */
export async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

/** Waits for the page of this title. */
export async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor();
}
