import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';
import { sharedBrowser } from './support/chromium.ts';
import { signIn, watchDashboard } from './support/dashboard-steps.ts';

/** Parts of the dashboard that are loaded later, and its first script, where they do not come. */

let browser: Browser;
let world: ReachedWorld;
beforeAll(async () => {
  [browser, world] = await Promise.all([sharedBrowser(), sharedWorld()]);
});

const SAID = 'A part of the dashboard could not be loaded';

function dashboard(path: string): string {
  return new URL(path, world.sandbox.dashboardUrl).toString();
}

/** Refuses a script of the dashboard, until it is allowed again. */
async function refuse(page: Page, part: string): Promise<() => Promise<void>> {
  const path = `**/assets/${part}-*.js`;
  await page.route(path, (route) => route.abort());
  return () => page.unroute(path);
}

describe('a part of the dashboard that does not load is reported', () => {
  it('in place of a page, which a reload brings', async () => {
    await using watched = await watchDashboard({ browser, world });
    const { page } = watched;
    await page.goto(dashboard('/'));
    await signIn(page, world);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    const allow = await refuse(page, 'events');
    await page.goto(dashboard('/events'));
    await page.getByRole('alert').filter({ hasText: SAID }).waitFor();
    await watched.expectSound('dashboard-unloaded');
    await allow();
    await page.getByRole('button', { name: 'Load the page again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
  });

  it('beside what was typed, which stays', async () => {
    await using watched = await watchDashboard({ browser, world });
    const { page } = watched;
    await page.goto(dashboard('/get-paid/new'));
    await signIn(page, world);
    const amount = page.getByLabel('Amount', { exact: true });
    await amount.fill('1.25');
    await refuse(page, 'palette');
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('alert').filter({ hasText: SAID }).waitFor();
    expect(await amount.inputValue()).toBe('1.25');
  });

  it('where the menu is closed, for a search that keys have opened', async () => {
    await using watched = await watchDashboard({ browser, world });
    const { page } = watched;
    await page.goto(dashboard('/'));
    await signIn(page, world);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await refuse(page, 'palette');
    await page.keyboard.press('Control+K');
    await page.getByRole('alert').filter({ hasText: SAID }).waitFor({ timeout: 10_000 });
    expect(await page.getByRole('button', { name: 'Open the menu' }).isVisible()).toBe(true);
    await watched.expectSound('dashboard-unloaded-search');
  });

  it('also where it is the first one, after a while', async () => {
    await using watched = await watchDashboard({ browser, world });
    const { page } = watched;
    await refuse(page, 'main');
    await page.goto(dashboard('/'));
    const notice = page.getByText('The dashboard has not loaded yet');
    expect(await notice.isVisible()).toBe(false);
    await notice.waitFor();
    await watched.expectSound('dashboard-unloaded-first');
  });

  it('and not where all of it comes', async () => {
    await using watched = await watchDashboard({ browser, world });
    const { page } = watched;
    await page.goto(dashboard('/'));
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    const display = 'getComputedStyle(document.querySelector(".unloaded")).display';
    expect(await page.evaluate(display)).toBe('none');
    watched.expectQuiet();
  });
});
