import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SpawnedSandbox, spawnSandbox } from '../../src/sandbox/spawn-sandbox.ts';
import { type ReachedWorld, reachWorld } from '../support/world.ts';
import { PROTOCOL_FEE } from '../support/world-settings.ts';
import { sharedBrowser } from './support/chromium.ts';
import { type WatchedPage, watchPage } from './support/watched-page.ts';

let browser: Browser;
let home: string;
let spawned: SpawnedSandbox;
let world: ReachedWorld;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'florin-crosschain-fees-'));
  const fees = { ...PROTOCOL_FEE, PROTOCOL_FEE_BPS: '100' };
  const settings = { SANDBOX_NETWORKS: 'base,arbitrum-one', ...fees };
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

it('pays the fees of a link where its payer pays from, behind the route', async () => {
  await using watched = await watch();
  const { page } = watched;
  const link = await world.createLink('12.5');
  await toSources(watched, link.securePaymentUrl);
  await press(page, /^USDC on Arbitrum One/);
  await heading(page, 'Review and pay');
  await page.getByText('Protocol fee').first().waitFor();
  await press(page, 'Switch to Arbitrum One');
  for (const name of [/^Allow .* USDC$/, /^Allow 0.125 USDC$/, /^Pay .* USDC$/]) {
    await press(page, name);
    await press(page, 'Sign');
  }
  await press(page, 'Pay the fee of 0.125 USDC');
  await press(page, 'Sign');
  await heading(page, 'This payment is complete');
  watched.expectQuiet();
  await expect
    .poll(() => world.read(link.token), { timeout: SCREEN_MS })
    .toMatchObject({
      status: 409,
      body: { paidFees: [{ feeType: 'protocol_fee', amount: '0.125' }], outstandingFees: [] },
    });
});
