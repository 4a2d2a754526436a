import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { ROLES } from '#kit/role.ts';
import { ROLES_ALLOWED } from '../conformance/access/roles.ts';
import { runFlorinHere } from '../support/run-florin.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';
import { sharedBrowser } from './support/chromium.ts';
import { heading, textSigningWallet, watchDashboard } from './support/dashboard-steps.ts';
import {
  type FilledAccount,
  fillAccount,
  HOSTILE_START,
  memberCookie,
  RECURRING_ID,
  rareAnswers,
} from './support/filled-account.ts';
import { ROLE_CONTROLS, ROLE_PAGES } from './support/role-controls.ts';
import { PHONE } from './support/shared-page.ts';
import type { WatchedPage } from './support/watched-page.ts';

let browser: Browser;
let world: ReachedWorld;
let filled: FilledAccount;
beforeAll(async () => {
  [browser, world] = await Promise.all([sharedBrowser(), sharedWorld()]);
  await florin('admin', 'grant', world.sandbox.payee.address);
  filled = await fillAccount(world);
}, 300_000);
afterAll(async () => {
  await florin('admin', 'revoke', world.sandbox.payee.address);
});

const DESKTOP = { width: 1280, height: 800 };

/** The narrowest and the widest window that has to do. */
const [NARROWEST, WIDEST] = [
  { width: 320, height: 640 },
  { width: 2_560, height: 1_440 },
];

/** Where a route leads to in a filled account, and what its page then shows. */
interface PageState {
  readonly at?: string;
  readonly shows: string;
}

/** What each route of the dashboard shows. */
function pageStates(): ReadonlyMap<string, PageState> {
  const { requestId, bundleToken, importId, webhookId, invitationToken } = filled;
  const { orchestratorWebhookId } = filled;
  const payer = `/payouts/payers/${encodeURIComponent(filled.payerId)}`;
  const account = `/admin/accounts/${filled.blockedAccountId}`;
  return new Map<string, PageState>([
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
    ['/payouts/saved', { shows: HOSTILE_START }],
    ['/payouts/payers', { shows: HOSTILE_START }],
    ['/payouts/new-payer', { shows: 'Date of birth' }],
    ['/payouts/payers/$clientUserId', { at: payer, shows: HOSTILE_START }],
    ['/payouts/payers/$clientUserId/new-account', { at: `${payer}/new-account`, shows: 'Bank' }],
    ['/payouts/payers/$clientUserId/pay', { at: `${payer}/pay`, shows: 'cannot be paid yet' }],
    ['/profile', { shows: 'WWWWWWW' }],
    ['/webhooks', { shows: '/?%3Cscript%3E' }],
    ['/webhooks/$webhookId', { at: `/webhooks/${webhookId}`, shows: 'payment.confirmed' }],
    ['/keys', { shows: HOSTILE_START }],
    ['/destination', { shows: 'USDC' }],
    ['/fees', { shows: '2.5 %' }],
    ['/orchestrator', { shows: HOSTILE_START }],
    [
      '/orchestrator/webhooks/$webhookId',
      { at: `/orchestrator/webhooks/${orchestratorWebhookId}`, shows: 'client_id.linked' },
    ],
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
  expect([...pageStates().keys()].toSorted()).toEqual((await routes()).toSorted());
  await using watched = await watchDashboard({
    browser,
    world,
    wallet: textSigningWallet(world.sandbox.payee.privateKey),
  });
  const { page } = watched;
  await page.goto(dashboard('/'));
  await page.getByRole('button', { name: /Rabbit Wallet/ }).waitFor();
  const findings = await findingsOf(watched, 'sign-in');
  await answerRarely(page);
  await page.getByRole('button', { name: /Rabbit Wallet/ }).click();
  await heading(page, 'Home');
  for (const [route, { at = route, shows }] of [
    ...pageStates(),
    ['/nowhere', { shows: '' }] as const,
  ]) {
    await open(page, at);
    await page.locator('#page').getByText(shows).first().waitFor({ state: 'attached' });
    await loaded(page);
    findings.push(...(await findingsOf(watched, route)));
  }
  expect(findings).toEqual([]);
  watched.expectQuiet();
}, 600_000);

it('shows each role what it may do, as the API allows it, and asks for nothing that is refused', async () => {
  await using watched = await watchDashboard({ browser, world });
  const { page, context } = watched;
  await page.setViewportSize(DESKTOP);
  await answerRarely(page);
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  const wrong: string[] = [];
  for (const role of ROLES) {
    await context.addCookies([await memberCookie(world, role)]);
    await page.goto(dashboard('/'));
    await heading(page, 'Home');
    const note = async (what: string, operation: string, control: Locator) => {
      const isAllowed = ROLES_ALLOWED.get(operation)?.includes(role);
      // It may belong to what a page loads last.
      if (isAllowed) await control.first().waitFor({ state: 'attached' });
      const isShown = (await control.count()) > 0;
      if (isAllowed !== isShown) wrong.push(`${role} ${isShown ? 'sees' : 'lacks'} ${what}`);
    };
    for (const [route, name, operation] of ROLE_CONTROLS) {
      await open(page, pageStates().get(route)?.at ?? route);
      await loaded(page);
      const shown = page.locator('#page');
      const buttons = shown.getByRole('button', { name, exact: true });
      const links = shown.getByRole('link', { name, exact: true });
      await note(`${name}: ${route}`, operation, buttons.or(links));
    }
    const menu = page.getByRole('navigation', { name: 'Pages' });
    for (const [name, operation] of ROLE_PAGES) {
      const link = menu.getByRole('link', { name, exact: true });
      await note(`${name} in the navigation`, operation, link);
    }
  }
  expect({ wrong, refused }).toEqual({ wrong: [], refused: [] });
  watched.expectQuiet();
}, 600_000);

it('shows nothing of one account in another one that is opened in the same browser', async () => {
  await using watched = await watchDashboard({ browser, world });
  const { page, context } = watched;
  await page.setViewportSize(DESKTOP);
  await context.addCookies([await memberCookie(world, 'finance')]);
  await page.goto(dashboard(`/payments?reference=${encodeURIComponent('Of the shop')}`));
  await page.getByText('No payment fits these filters').waitFor();
  await page.getByRole('button', { name: 'Save as a view' }).click();
  await page.getByLabel('Name of the view').fill('Of the shop');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Of the shop' }).waitFor();
  await open(page, `/payments/${filled.requestId}`);
  await page.locator('#page').getByText(HOSTILE_START).first().waitFor();
  const accounts = page.getByRole('combobox', { name: 'Account' });
  const own = await accounts.locator('option:not(:checked)').getAttribute('value');
  await accounts.selectOption(own);
  await heading(page, 'Home');
  await page.getByText('No payment link yet').waitFor();
  for (const { at, empty } of OF_NOBODY) {
    await open(page, at);
    await page.getByText(empty).first().waitFor();
    expect(
      await page
        .locator('#page')
        .getByText(/HYPERLINK|Of the shop/)
        .count(),
    ).toBe(0);
  }
  await open(page, `/payments/${filled.requestId}`);
  await page.getByText('Request not found').waitFor();
  // The document of the other account was left for good: going back to its address reads as this one.
  await page.goto(dashboard('/payments'));
  await page.goBack();
  await page.getByText('Request not found').waitFor();
  watched.expectQuiet();
}, 300_000);

it('is used from the keyboard alone, with a focus that is seen and comes back', async () => {
  await using watched = await watchDashboard({ browser, world });
  const { page, context } = watched;
  await page.setViewportSize(DESKTOP);
  await context.addCookies([await memberCookie(world, 'owner')]);
  await page.goto(dashboard('/'));
  await heading(page, 'Home');
  const { keyboard } = page;
  await keyboard.press('Tab');
  await focused(page, 'Skip to the page');
  await keyboard.press('Enter');
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('page');
  await page.evaluate('document.activeElement.blur()');
  await tabTo(page, 'Webhooks');
  await keyboard.press('Enter');
  await heading(page, 'Webhooks');
  await keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'What to find' }).waitFor();
  await keyboard.press('Escape');
  await focused(page, 'Webhooks');

  await tabTo(page, 'Remove');
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  for (let times = 0; times < 4; times += 1) {
    await keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.closest("[role=dialog]") !== null')).toBe(
      true,
    );
  }
  await keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await focused(page, 'Remove');
  await keyboard.press('Control+k');
  await expect.poll(() => page.evaluate(FOCUSED)).toBe('What to find');
  await keyboard.type('payments');
  await page.getByRole('option', { name: 'Payments' }).waitFor();
  await keyboard.press('Enter');
  await heading(page, 'Payments');
  await tabTo(page, /^\S+ USDC$/);
  await keyboard.press('End');
  await focused(page, '1.25 USDC');
  await keyboard.press('Enter');
  await heading(page, 'Payment of 1.25 USDC');

  await open(page, '/get-paid');
  await tabTo(page, 'Create a link');
  await keyboard.press('Enter');
  await heading(page, 'New payment link');
  await page.getByRole('textbox', { name: 'Amount' }).waitFor();
  await tabTo(page, /^Amount/);
  await keyboard.type('7');
  await keyboard.press('Enter');
  await heading(page, 'Your link is ready');
  watched.expectQuiet();
}, 300_000);

/** Pages of an account that has nothing, and what they say then. */
const OF_NOBODY = [
  { at: '/get-paid', empty: 'No payment link yet' },
  { at: '/payments', empty: 'No payment yet' },
  { at: '/payouts', empty: 'No payout yet' },
  { at: '/webhooks', empty: 'No endpoint yet' },
  { at: '/events', empty: 'Nothing happened yet' },
] as const;

/** Presses Tab until something of this name has the focus, which must be seen. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let times = 0; times < 90; times += 1) {
    await page.keyboard.press('Tab');
    const text = String(await page.evaluate(FOCUSED));
    if (typeof name === 'string' ? text === name : name.test(text))
      return await focused(page, name);
  }
  throw new Error(`no Tab leads to ${name}`);
}

/** Fails unless something of this name has the focus and shows it. */
async function focused(page: Page, name: string | RegExp): Promise<void> {
  await expect
    .poll(() => page.evaluate(FOCUSED))
    .toEqual(typeof name === 'string' ? name : expect.stringMatching(name));
  expect(await page.evaluate(OUTLINE)).not.toBe('none 0px');
}

const FOCUSED = `(() => {
  const { activeElement: it } = document;
  return (it.getAttribute('aria-label') ?? it.labels?.[0]?.innerText ?? it.innerText).trim().split('\\n')[0];
})()`;

const OUTLINE = `(() => {
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement);
  return boxShadow === 'none' ? outlineStyle + ' ' + (outlineStyle === 'none' ? '0px' : outlineWidth) : boxShadow;
})()`;

/** Has the page read what no sandbox has within seconds. */
async function answerRarely(page: Page): Promise<void> {
  const answers = rareAnswers();
  await page.route(
    ({ pathname }) => answers.has(pathname),
    async (route) => {
      const response = await route.fetch();
      const body = answers.get(new URL(route.request().url()).pathname) ?? '';
      await route.fulfill({ response, status: 200, contentType: 'application/json', body });
    },
  );
}

/** Until nothing of the page is on its way any more. */
async function loaded(page: Page): Promise<void> {
  await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' });
}

/** By the history that the pages follow, so that nothing is loaded again. */
async function open(page: Page, at: string): Promise<void> {
  if (new URL(page.url()).pathname === at) return;
  await page.evaluate(`document.querySelector('h1')?.setAttribute('data-left', '');
history.pushState(null, '', ${JSON.stringify(at)})`);
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

function dashboard(path: string): string {
  return `${world.sandbox.dashboardUrl}${path}`;
}
