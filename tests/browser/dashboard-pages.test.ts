import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { isHex, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { runFlorinHere } from '../support/run-florin.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';
import { sharedBrowser } from './support/chromium.ts';
import {
  type FilledAccount,
  fillAccount,
  HOSTILE_START,
  RECURRING_ID,
  rareAnswers,
} from './support/filled-account.ts';
import type { WalletHandler } from './support/injected-wallet.ts';
import { PHONE } from './support/shared-page.ts';
import { type WatchedPage, watchPage } from './support/watched-page.ts';

let browser: Browser;
let world: ReachedWorld;
beforeAll(async () => {
  [browser, world] = await Promise.all([sharedBrowser(), sharedWorld()]);
}, 120_000);

const DESKTOP = { width: 1280, height: 800 };

/** The narrowest and the widest window that has to do. */
const [NARROWEST, WIDEST] = [
  { width: 320, height: 640 },
  { width: 2_560, height: 1_440 },
];

/** Where a route leads to in a filled account, and what its page then shows. */
interface Visit {
  readonly at?: string;
  readonly shows: string;
}

/** A visit of each route of the dashboard. */
function visitsOf(filled: FilledAccount): ReadonlyMap<string, Visit> {
  const { requestId, bundleToken, importId, webhookId, invitationToken } = filled;
  const account = `/admin/accounts/${filled.blockedAccountId}`;
  return new Map<string, Visit>([
    ['/', { shows: HOSTILE_START }],
    ['/get-paid', { shows: HOSTILE_START }],
    ['/get-paid/new', { shows: 'Create the link' }],
    ['/payments', { shows: HOSTILE_START }],
    ['/payments/$requestId', { at: `/payments/${requestId}`, shows: HOSTILE_START }],
    ['/payouts', { shows: HOSTILE_START }],
    ['/payouts/new', { shows: 'Create the payout' }],
    ['/payouts/bundles', { shows: 'Bundle of 2 payouts' }],
    ['/payouts/bundles/$token', { at: `/payouts/bundles/${bundleToken}`, shows: HOSTILE_START }],
    ['/payouts/import', { shows: 'CSV file' }],
    ['/payouts/imports', { shows: HOSTILE_START }],
    ['/payouts/imports/$importId', { at: `/payouts/imports/${importId}`, shows: HOSTILE_START }],
    ['/payouts/recurring', { shows: '12.5 USDC' }],
    ['/payouts/recurring/new', { shows: 'Create' }],
    [
      '/payouts/recurring/$recurringId',
      { at: `/payouts/recurring/${RECURRING_ID}`, shows: HOSTILE_START },
    ],
    ['/webhooks', { shows: '/?%3Cscript%3E' }],
    ['/webhooks/$webhookId', { at: `/webhooks/${webhookId}`, shows: 'payment.confirmed' }],
    ['/keys', { shows: HOSTILE_START }],
    ['/destination', { shows: 'USDC' }],
    ['/fees', { shows: '2.5 %' }],
    ['/orchestrator', { shows: HOSTILE_START }],
    ['/events', { shows: 'payment.confirmed' }],
    ['/api-requests', { shows: '200' }],
    ['/audit', { shows: 'orchestrator.created' }],
    ['/sessions', { shows: 'This one' }],
    ['/security', { shows: HOSTILE_START }],
    ['/health', { shows: 'Sepolia' }],
    ['/team', { shows: HOSTILE_START }],
    ['/invitation', { at: `/invitation#${invitationToken}`, shows: HOSTILE_START }],
    ['/admin', { shows: HOSTILE_START }],
    ['/admin/accounts/$accountId', { at: account, shows: HOSTILE_START }],
    ['/admin/health', { shows: 'Healthy' }],
    ['/admin/networks', { shows: 'Sepolia' }],
    ['/admin/suspicious', { shows: HOSTILE_START }],
    ['/admin/limits', { shows: '203.0.113.7' }],
    ['/admin/audit', { shows: 'account.blocked' }],
  ]);
}

it('shows every page with hostile texts in light and dark, from a narrow phone to a wide desktop', async () => {
  await using watched = await watchPage(browser, { origins: origins(), wallet: ownWallet() });
  const { page } = watched;
  await page.goto(dashboard('/'));
  await page.getByRole('button', { name: /Rabbit Wallet/ }).waitFor();
  const findings = await findingsOf(watched, 'sign-in');
  await florin('admin', 'grant', world.sandbox.payee.address);
  const visits = visitsOf(await fillAccount(world));
  expect([...visits.keys()].toSorted()).toEqual((await routes()).toSorted());
  const answers = rareAnswers();
  await page.route(
    ({ pathname }) => answers.has(pathname),
    async (route) => {
      const response = await route.fetch();
      const body = answers.get(new URL(route.request().url()).pathname) ?? '';
      await route.fulfill({ response, status: 200, contentType: 'application/json', body });
    },
  );
  await page.getByRole('button', { name: /Rabbit Wallet/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  for (const [route, { at = route, shows }] of [...visits, ['/nowhere', { shows: '' }] as const]) {
    if (new URL(page.url()).pathname !== at) await open(page, at);
    await page.locator('#page').getByText(shows).first().waitFor({ state: 'attached' });
    await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' });
    findings.push(...(await findingsOf(watched, route)));
  }
  await florin('admin', 'revoke', world.sandbox.payee.address);
  expect(findings).toEqual([]);
  watched.expectQuiet();
}, 600_000);

/** By the history that the pages follow, so that nothing is loaded again. */
async function open(page: Page, at: string): Promise<void> {
  await page.evaluate((address) => {
    document.querySelector('h1')?.setAttribute('data-left', '');
    history.pushState(null, '', address);
  }, at);
  await page.locator('h1:not([data-left])').waitFor();
}

/** Beside what axe finds: a title that is not the heading's, markup that came from a text, and a page that scrolls sideways. */
const FAULTS = `(() => {
  const faults = [];
  const headings = document.querySelectorAll('h1');
  if (headings.length !== 1) faults.push(headings.length + ' main headings');
  const heading = headings[0]?.innerText.trim();
  if (document.title !== heading + ' · Florin') faults.push('titled ' + document.title + ', headed ' + heading);
  if (document.querySelector('#page script, img[src="x"]') !== null) faults.push('a text became markup');
  return faults;
})()`;

const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** What is wrong with the open page, in each scheme and at each width. */
async function findingsOf({ page, findings }: WatchedPage, route: string): Promise<string[]> {
  const found = z.array(z.string()).parse(await page.evaluate(FAULTS));
  for (const viewport of [NARROWEST, WIDEST, PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    const overflow = Number(await page.evaluate(OVERFLOW));
    if (overflow > 0) found.push(`${overflow} px too wide at ${viewport.width}`);
  }
  // Names, roles and labels are of both schemes, and colours of both widths.
  found.push(...(await findings()));
  await page.emulateMedia({ colorScheme: 'dark' });
  found.push(...(await findings(['color-contrast'])));
  await page.setViewportSize(PHONE);
  found.push(...(await findings()));
  await page.emulateMedia({ colorScheme: 'light' });
  return found.map((fault) => `${route}: ${fault}`);
}

/** The paths of all routes, as the router names them. */
async function routes(): Promise<string[]> {
  const router = await readFile(new URL('../../web/dashboard/router.tsx', import.meta.url), 'utf8');
  return [...router.matchAll(/^ {2}path: '([^']+)',$/gm)].map(([, path = '']) => path);
}

async function florin(...words: readonly string[]): Promise<void> {
  const { code, stderr } = await runFlorinHere(words, {
    FLORIN_HOME: world.home,
    ...world.settings,
  });
  expect(code, stderr).toBe(0);
}

/** The wallet of the account that this file has in the shared world. */
function ownWallet(): WalletHandler {
  const account = privateKeyToAccount(world.sandbox.payee.privateKey);
  return async ({ method, params: [text] }) => {
    if (method === 'eth_chainId') return toHex(11_155_111);
    if (method !== 'personal_sign') return [account.address];
    if (!isHex(text)) throw new Error('not a text in hexadecimal digits');
    return await account.signMessage({ message: { raw: text } });
  };
}

/** What the pages may call. */
function origins(): string[] {
  const urls = [world.authUrl, world.apiUrl, world.sandbox.dashboardUrl];
  return urls.map((url) => new URL(url).origin);
}

function dashboard(path: string): string {
  return `${world.sandbox.dashboardUrl}${path}`;
}
