import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SpawnedSandbox, spawnSandbox } from '../../src/sandbox/spawn-sandbox.ts';
import { type ReachedWorld, reachWorld } from '../support/world.ts';
import { sharedBrowser } from './support/chromium.ts';
import { type WatchedPage, watchPage } from './support/watched-page.ts';

let browser: Browser;
let home: string;
let spawned: SpawnedSandbox;
let world: ReachedWorld;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'florin-crosschain-'));
  const settings = { SANDBOX_NETWORKS: 'base,arbitrum-one' };
  [browser, spawned] = await Promise.all([sharedBrowser(), spawnSandbox({ home, env: settings })]);
  world = reachWorld(spawned.sandbox, { databaseUrl: '', home, settings });
}, 240_000);
afterAll(async () => {
  await spawned.stop();
  await rm(home, { recursive: true, force: true });
});

/** How long two local nodes, a relayer and a settlement may take on a busy machine. */
const SCREEN_MS = 90_000;

const watch = () =>
  watchPage(browser, {
    origins: [world.apiUrl, world.payUrl].map((one) => new URL(one).origin),
  });
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 2, name }).waitFor({ timeout: SCREEN_MS });
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click();

/** Opens a link with the test wallet connected, and goes to what it has on other networks. */
async function toSources({ page }: WatchedPage, url: string): Promise<void> {
  await page.goto(url);
  await press(page, 'Pay with Test wallet');
  await press(page, 'Connect');
  await heading(page, 'Review and pay');
  await press(page, 'Pay from another network');
  await heading(page, 'Pay from another network');
}

/** Chooses USDC on Arbitrum One, switches there, and signs the approval and the route. */
async function payFromArbitrum({ page }: WatchedPage): Promise<void> {
  await press(page, /^USDC on Arbitrum One/);
  await heading(page, 'Review and pay');
  await press(page, 'Switch to Arbitrum One');
  await press(page, /^Allow .* USDC$/);
  await press(page, 'Sign');
  await press(page, /^Pay .* USDC$/);
  await press(page, 'Sign');
}

describe('a link that is paid from another network in a browser', () => {
  it('is paid with an approval and one transaction there, and followed to the end', async () => {
    await using watched = await watch();
    const { page } = watched;
    const link = await world.createLink('12.5');
    await toSources(watched, link.securePaymentUrl);
    await watched.expectSound('crosschain-choose');
    await payFromArbitrum(watched);
    await heading(page, /on its way|complete/);
    await heading(page, 'This payment is complete');
    watched.expectQuiet();
    expect((await world.awaitStatus(link.token, 409)).body).toMatchObject({ status: 'completed' });
  });
});
