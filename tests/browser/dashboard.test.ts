import type { Browser, CDPSession, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { codeAt } from '../support/second-factors.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';
import { sharedBrowser } from './support/chromium.ts';
import { heading, press, signIn, watchDashboard } from './support/dashboard-steps.ts';
import { setWebsite } from './support/set-website.ts';

let browser: Browser;
let world: ReachedWorld;
beforeAll(async () => {
  [browser, world] = await Promise.all([sharedBrowser(), sharedWorld()]);
});

/** What a shop owner may be called by somebody who wants to break the page. */
const HOSTILE = '<img src=x onerror=alert(1)>\u202Egnp.exe {{7*7}}';

const Requests = z.object({ requests: z.array(z.object({ requestId: z.string() })) });

describe('the owner of a shop', () => {
  it('signs in, creates a link and sees it paid, without loading the page again', async () => {
    await using watched = await watchDashboard({ browser, world });
    const { page } = watched;
    await page.goto(dashboard('/'));
    await heading(page, 'Sign in');
    await page.getByRole('button', { name: /Test payee 0x/ }).waitFor();
    await watched.expectSound('dashboard-sign-in');
    await signIn(page, world);
    await heading(page, 'Home');
    await page.getByText('No payment link yet').waitFor();
    await watched.expectSound('dashboard-home-empty');
    await page.getByRole('link', { name: 'Create a link' }).last().click();
    await heading(page, 'New payment link');
    await page.getByLabel('Amount', { exact: true }).fill('1.25');
    await page.getByLabel('Reference').fill('Order 12');
    await watched.expectSound('dashboard-new-link');
    await press(page, 'Create the link');
    await heading(page, 'Your link is ready');
    await watched.expectSound('dashboard-link-ready');
    const url =
      (await page.getByRole('link', { name: 'Open the pay page' }).getAttribute('href')) ?? '';
    expect(url).toContain(world.payUrl);
    await page.getByRole('link', { name: 'Follow the payment' }).click();
    await page.getByText('Nothing was paid yet').waitFor();
    await watched.expectSound('dashboard-payment-waiting');
    await world.pay(new URL(url).searchParams.get('token') ?? '');
    await page.getByText('1.25 USDC confirmed').waitFor();
    await page.getByText('Paid', { exact: true }).first().waitFor();
    await watched.expectSound('dashboard-payment-paid');
    watched.expectQuiet();
  });

  it('reads texts of others as texts, in the dark too', async () => {
    await using watched = await watchDashboard({ browser, world, dark: true });
    const { page } = watched;
    const { requestIds } = await world.createLink('3', { reference: HOSTILE });
    await page.goto(dashboard('/get-paid?flow=incoming'));
    await signIn(page, world);
    await heading(page, 'Get paid');
    // What would turn the rest of the line round is shown as a mark.
    const shown = HOSTILE.replace('\u202E', '\uFFFD');
    await page.getByText(shown).first().waitFor();
    await watched.expectSound('dashboard-links-dark');
    await page.getByRole('link', { name: '3 USDC' }).first().click();
    await page.getByText('Can be paid until').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/payments/${requestIds[0]}`);
    await watched.expectSound('dashboard-payment-dark');
    const subject = { kind: 'request', id: requestIds[0] };
    const rest = { since: new Date().toISOString(), endsAt: null, subject };
    await page.route('**/v2/dashboard/notifications', async (route) => {
      const response = await route.fetch();
      const held = { id: 'payment_held:1', kind: 'payment_held', level: 'warn', message: HOSTILE };
      const notifications = [{ ...held, ...rest }];
      await route.fulfill({ response, json: { at: rest.since, notifications, isComplete: true } });
    });
    await page.goto(dashboard('/'));
    await heading(page, 'Home');
    await page.getByText('What needs you').waitFor();
    await page.getByText(shown).first().waitFor();
    await press(page, 'Open the menu');
    await page.getByRole('link', { name: /^Home\s+1 to deal with$/ }).waitFor();
    await press(page, 'Close the menu');
    await watched.expectSound('dashboard-home-dark');
    await page.getByRole('link', { name: 'Open the payment' }).click();
    await page.waitForURL(`**/payments/${requestIds[0]}`);
    watched.expectQuiet();
  });

  it('goes on where a session ended, with what was typed', async () => {
    await using watched = await watchDashboard({ browser, world });
    const { page, context } = watched;
    await page.goto(dashboard('/get-paid/new'));
    await signIn(page, world);
    await heading(page, 'New payment link');
    await page.getByLabel('Amount', { exact: true }).fill('7');
    await page.getByLabel('Reference').fill('Kept');
    await context.clearCookies();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    const create = page.getByRole('button', { name: 'Create the link', exact: true });
    // A request that the page makes by itself may be refused first; nothing behind the dialog can be pressed then.
    await expect
      .poll(async () => {
        await create.click({ timeout: 5_000 }).catch(() => undefined);
        return await dialog.isVisible();
      })
      .toBe(true);
    await watched.expectSound('dashboard-signed-out');
    await signIn(page, world);
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Reference').inputValue()).toBe('Kept');
    // An empty list would let everybody pay, so it is not sent.
    await page.getByLabel('Wallets that may pay').selectOption('listed');
    await press(page, 'Create the link');
    await page.getByText('Write at least one wallet').waitFor();
    await page.getByLabel('List of wallets').fill(`${world.sandbox.payer.address}\nnobody`);
    await page.getByText('Only 2 wallets may pay.').waitFor();
    await press(page, 'Create the link');
    await page
      .getByText(/^nobody /)
      .first()
      .waitFor();
    await watched.expectSound('dashboard-new-link-listed');
    await page.getByLabel('List of wallets').fill(world.sandbox.payer.address);
    await press(page, 'Create the link');
    await heading(page, 'Your link is ready');
    await open(page, 'Sign out');
    await heading(page, 'Sign in');
    watched.expectQuiet();
  });
});

describe('the developer of a shop', () => {
  it('says who asks for the payments, and pay pages show it', async () => {
    await using watched = await watchDashboard({ browser, world });
    const { page } = watched;
    await page.goto(dashboard('/profile'));
    await signIn(page, world);
    await heading(page, 'Merchant profile');
    await page.getByText('There is no profile yet').waitFor();
    await watched.expectSound('dashboard-profile-empty');
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Corner shop');
    await page.getByLabel('Where payers ask').fill('mailto:help@corner.example');
    await press(page, 'Save the profile');
    await page.getByText('Saved. Pay pages show it').waitFor();
    const { token } = await world.createLink('3');
    const html = await (await fetch(`${world.payUrl}/?token=${token}`)).text();
    expect(html).toContain('<bdi class="merchant-name">Corner shop</bdi>');
    expect(html).toContain('href="mailto:help@corner.example"');
    await setWebsite(watched);
    await press(page, 'Remove');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('There is no profile yet').waitFor();
    watched.expectQuiet();
    await name.fill('Corner shop ✓');
    await press(page, 'Save the profile');
    await page.getByText('letters, digits and punctuation only, no symbols').first().waitFor();
  });

  it('adds a webhook, tests it, reads what was sent and sends it again', async () => {
    await using watched = await watchDashboard({ browser, world });
    const { page } = watched;
    await page.goto(dashboard('/webhooks'));
    await signIn(page, world);
    await heading(page, 'Webhooks');
    await page.getByText('No endpoint yet').waitFor();
    const url = `${world.payUrl}/inbox/hook`;
    await page.getByLabel('Address of your server').fill(url);
    await press(page, 'Add it');
    await page.getByText('Your new signing secret').waitFor();
    await press(page, 'I have it');
    await page.getByRole('heading', { name: url }).waitFor();
    await press(page, 'Send the test');
    await page.getByText('Sent. Its result').waitFor();
    await watched.expectSound('dashboard-webhooks');
    await page.getByRole('link', { name: 'Deliveries' }).click();
    const sent = page.getByRole('listitem').filter({ hasText: 'payment.confirmed' });
    await sent.getByText('Delivered', { exact: true }).waitFor();
    await press(page, 'Details');
    await page.getByText('Attempt 1').waitFor();
    await page.getByText('Nothing was given up.').waitFor();
    await watched.expectSound('dashboard-deliveries');
    await press(page, 'Send again');
    await page.getByText('It is sent again under a new delivery id.').waitFor();
    await page.getByText('Sent again', { exact: true }).waitFor();
    await page.getByLabel('Status').selectOption('Failed');
    await page.getByText('None has this status.').waitFor();
    expect(page.url()).toContain('status=failed');
    await page.goto(dashboard('/webhooks'));
    await press(page, 'Remove');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No endpoint yet').waitFor();
    watched.expectQuiet();
  });

  it('makes a key that is shown once, and revokes it by typing its name', async () => {
    await using watched = await watchDashboard({ browser, world, dark: true });
    const { page } = watched;
    await page.goto(dashboard('/keys'));
    await signIn(page, world);
    await heading(page, 'Client IDs and keys');
    await page.getByText('Sign in with your wallet for this').waitFor();
    await page.getByLabel('Name').fill(HOSTILE);
    await press(page, 'Create a key');
    await page.getByText('Your new API key').waitFor();
    await watched.expectSound('dashboard-keys-dark');
    const secret = await page.getByText(/^florin_sandbox_\w{20,}$/).textContent();
    const asked = { headers: { 'x-api-key': secret ?? '' } };
    expect((await fetch(`${world.apiUrl}/v2/request`, asked)).status).toBe(200);
    await press(page, 'I have it');
    const row = page.getByRole('listitem').filter({ hasText: '7*7' });
    await row.getByRole('button', { name: 'Revoke' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('button', { name: 'Revoke' }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill(HOSTILE.replace('\u202E', '\uFFFD'));
    await watched.expectSound('dashboard-revoke-dark');
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('Revoked').waitFor();
    expect((await fetch(`${world.apiUrl}/v2/request`, asked)).status).toBe(401);
    watched.expectQuiet();
  });
});

describe('the owner of a wallet', () => {
  it('says where they are paid, makes a client ID, and reads what was done', async () => {
    await using watched = await watchDashboard({ browser, world });
    const { page } = watched;
    await page.goto(dashboard('/destination'));
    await page.getByRole('button', { name: /Test newcomer 0x/ }).click();
    await press(page, 'Connect');
    await press(page, 'Sign');
    await heading(page, 'Destination');
    await page.getByLabel('Network').selectOption('Base');
    await press(page, 'Use this destination');
    const dialog = page.getByRole('dialog', { name: 'Is this right?' });
    await dialog.getByText('pay USDC on Base to 0x3C44').waitFor();
    await dialog.getByRole('button', { name: 'Use this destination' }).click();
    await page.getByText('You receive USDC on Base in').waitFor();
    await watched.expectSound('dashboard-destination');
    await page.goto(dashboard('/keys'));
    const name = `Shop front ${Date.now()}`;
    await page.getByLabel('Name').last().fill(name);
    await page
      .getByLabel('Domains of your pages')
      .fill('https://shop.example\nhttps://www.shop.example');
    await press(page, 'Create a client ID');
    const row = page.getByRole('listitem').filter({ hasText: name });
    await row.getByText('https://shop.example, https://www.shop.example').waitFor();
    await row.getByRole('button', { name: 'Change' }).click();
    await row.getByLabel('Domains of your pages').fill('no domain');
    await press(page, 'Save');
    await page.getByRole('alert').waitFor();
    await press(page, 'Cancel');
    await watched.expectSound('dashboard-client-ids');
    await page.goto(dashboard('/audit?action=client_id.created'));
    await page.getByText('client_id.created').first().waitFor();
    await watched.expectSound('dashboard-audit');
    await page.getByLabel('Action').fill('never.done');
    await press(page, 'Filter');
    await page.waitForURL(dashboard('/audit?action=never.done'));
    await page.getByText('There is no entry of this action.').waitFor();
    await press(page, 'Clear');
    await page.waitForURL(dashboard('/audit'));
    await page.getByText('client_id.created').first().waitFor();
    await page.goto(dashboard('/sessions'));
    await page.getByText('This one').waitFor();
    await watched.expectSound('dashboard-sessions');
    watched.expectQuiet();
  });
});

describe('somebody with a password', () => {
  it('adds an app and a passkey, and signs in with each and with a recovery code', async () => {
    await using watched = await watchDashboard({ browser, world });
    const { page, context } = watched;
    const cdp = await context.newCDPSession(page);
    await addVirtualAuthenticator(cdp);
    const email = `second-${Date.now()}@people.example`;
    await page.goto(dashboard('/security'));
    await press(page, 'No account yet? Create one');
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('a long enough password');
    await press(page, 'Create an account');
    await heading(page, 'Security');
    await page.getByText('No second factor yet').waitFor();
    await watched.expectSound('dashboard-security-empty');
    await press(page, 'Add an authenticator app');
    await press(page, 'Show the code to scan');
    const secret = (await page.locator('main code').textContent()) ?? '';
    await page.getByLabel('Code that the app shows').fill('000000');
    await press(page, 'Add it');
    await page.getByText('This is not the code that the app shows now').waitFor();
    await watched.expectSound('dashboard-security-app');
    await page.getByLabel('Code that the app shows').fill(codeAt(secret, new Date()));
    await press(page, 'Add it');
    await page.getByText('Your recovery codes').waitFor();
    const [recoveryCode = ''] = await page.getByText(/^(\w{4}-){3}\w{4}$/).allTextContents();
    await watched.expectSound('dashboard-security-codes');
    await press(page, 'I have saved them');
    await press(page, 'Add a passkey');
    await page.getByRole('textbox', { name: 'Name' }).fill(HOSTILE);
    await press(page, 'Make the passkey');
    await page.getByRole('listitem').filter({ hasText: '7*7' }).waitFor();
    await page.getByText('10 are left.').waitFor();
    await watched.expectSound('dashboard-security');

    const begin = async () => {
      await open(page, 'Sign out');
      await heading(page, 'Sign in');
      await page.getByLabel('Email address').fill(email);
      await page.getByLabel('Password', { exact: true }).fill('a long enough password');
      await press(page, 'Sign in');
      await page.getByRole('heading', { name: 'One more step' }).waitFor();
    };
    await begin();
    await page.getByLabel('Code from your app').fill('000000');
    await press(page, 'Sign in');
    await page.getByText('This is not right or was used before').waitFor();
    await watched.expectSound('dashboard-second-step');
    await press(page, 'Use your passkey');
    await heading(page, 'Home');
    await begin();
    await press(page, 'Use a recovery code');
    await page.getByLabel('Recovery code').fill(recoveryCode.toLowerCase());
    await press(page, 'Sign in');
    await heading(page, 'Home');
    await page.goto(dashboard('/security'));
    await page.getByText('9 are left.').waitFor();
    const row = page.getByRole('listitem').filter({ hasText: 'My phone' });
    await row.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
    await cdp.send('WebAuthn.disable');
    watched.expectQuiet();
  });
});

describe('somebody with another account', () => {
  it('sees nothing of what others have', async () => {
    const { requestIds } = await world.createLink('4', { reference: 'Of the shop' });
    await using watched = await watchDashboard({ browser, world });
    const { page } = watched;
    await page.goto(dashboard('/get-paid'));
    await press(page, 'No account yet? Create one');
    await page.getByLabel('Email address').fill(`other-${requestIds[0].slice(-12)}@people.example`);
    await page.getByLabel('Password', { exact: true }).fill('a long enough password');
    await press(page, 'Create an account');
    await heading(page, 'Get paid');
    await page.getByText('No payment link yet').waitFor();
    await page.goto(dashboard(`/payments/${requestIds[0]}`));
    await page.getByText('Request not found').waitFor();
    const own = await page.evaluate(async (url) => {
      const answer = await fetch(url, { credentials: 'include' });
      return await answer.json();
    }, `${world.apiUrl}/v2/request`);
    expect(Requests.parse(own).requests).toEqual([]);
    watched.expectQuiet();
  });
});

/** A device with a passkey that answers at once, as if its owner were there. */
async function addVirtualAuthenticator(cdp: CDPSession): Promise<void> {
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

function dashboard(path: string): string {
  return `${world.sandbox.dashboardUrl}${path}`;
}

/** Presses a button behind the menu of a phone. */
async function open(page: Page, name: string): Promise<void> {
  await press(page, 'Open the menu');
  await press(page, name);
}
