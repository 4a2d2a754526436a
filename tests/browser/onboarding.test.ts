import type { Browser, Page } from 'playwright-core';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TEST_ACCOUNTS, type TestAccount } from '../../src/sandbox/test-accounts.ts';
import { fromEvmAddress, toBase58 } from '../../src/sandbox/tron/address.ts';
import { reachTronNode, TRON_USDT } from '../support/tron-node.ts';
import { startWorld, type World } from '../support/world.ts';
import { sharedBrowser } from './support/chromium.ts';
import { type WatchedPage, watchPage } from './support/watched-page.ts';

let browser: Browser;
let world: World;
let partner: Record<string, string>;
beforeAll(async () => {
  const settings = { SANDBOX_NETWORKS: 'sepolia,base,tron' };
  [browser, world] = await Promise.all([sharedBrowser(), startWorld(settings)]);
  partner = await becomePartner();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const PARTNER_NAME = 'Market Stalls Ltd';

describe('the owner of a Tron wallet in a plain browser', () => {
  it('says where to be paid on Tron and is linked, and a link to them is paid there', async () => {
    const owner = toBase58(fromEvmAddress(TEST_ACCOUNTS.unrelated.address));
    await using watched = await watch();
    const { page } = watched;
    await page.goto(await invite({ domains: ['https://fruit.example'] }));
    await signIn(page, /Test newcomer on Tron/);
    await heading(page, 'In which currency, on which network do you want to be paid?');
    await page.getByRole('combobox', { name: 'Currency' }).selectOption('USDT');
    await press(page, 'Continue');
    await page.getByText('USDT on Tron').waitFor();
    await press(page, 'Agree and link');
    await heading(page, 'You are linked');
    await watched.expectSound('onboarding-tron-done');
    const clientId = (await page.locator('.bill .address').first().textContent()) ?? '';
    const link = await linkFor(clientId);
    expect((await world.read(link.token)).body['payee']).toBe(owner);
    await page.goto(link.securePaymentUrl);
    await press(page, 'Pay with Test wallet (Tron)');
    await press(page, 'Connect');
    for (const name of ['Allow 1.50 USDT', 'Pay 1.50 USDT']) {
      await press(page, name);
      await press(page, 'Sign');
    }
    await heading(page, 'This payment is complete');
    const node = reachTronNode(world.sandbox.networks['tron']?.rpcUrl ?? '', async () => undefined);
    expect(await node.unitsOf(TRON_USDT, owner)).toBe(1_500_000n);
    watched.expectQuiet();
  });
});

describe('a platform’s owner in a plain browser', () => {
  it('walks from an invitation to a link, over reloads', async () => {
    await using watched = await watch();
    const { page } = watched;
    const externalId = 'acct-9';
    const url = await invite({ domains: ['https://fruit.example'], externalId });
    await page.goto(url);
    await watched.expectSound('onboarding-sandbox');
    await signIn(page, /Test newcomer 0x/);
    await heading(page, 'In which currency, on which network do you want to be paid?');
    await page.reload();
    await heading(page, 'In which currency, on which network do you want to be paid?');
    await page.getByRole('combobox', { name: 'Network' }).selectOption('Sepolia');
    await page.getByRole('combobox', { name: 'Currency' }).selectOption('FAU');
    await press(page, 'Continue');
    await heading(page, 'Do you agree?');
    await page.getByText(PARTNER_NAME).waitFor();
    await page.reload();
    await heading(page, 'Where you are paid');
    await press(page, 'Continue');
    await watched.expectSound('onboarding-sandbox-consent');
    await press(page, 'Agree and link');
    await heading(page, 'You are linked');
    await watched.expectSound('onboarding-sandbox-done');
    const clientId = (await page.locator('.bill .address').first().textContent()) ?? '';
    expect(await linkedClientIds()).toContain(clientId);
    expect(await payeeOf(clientId)).toBe(TEST_ACCOUNTS.unrelated.address);
    await page.reload();
    await heading(page, 'You are linked');
    watched.expectQuiet();
    const token = new URL(url).searchParams.get('token') ?? '';
    expect(world.output()).not.toContain(token);
  });

  it('reads that an invitation was used, in a browser that knows nothing of it', async () => {
    await using watched = await watch();
    const { page } = watched;
    const url = await invite({});
    await page.goto(url);
    await linkAs(page, /Test payee 0x/);
    await page.evaluate('sessionStorage.clear()');
    await page.reload();
    await heading(page, 'This invitation was used');
    watched.expectQuiet();
  });

  it('signs out, and the session is over for the server too', async () => {
    await using watched = await watch();
    const { page } = watched;
    await page.goto(await invite({}));
    await signIn(page, /Test fee receiver 0x/);
    await heading(page, 'In which currency, on which network do you want to be paid?');
    const [cookie] = await watched.context.cookies(world.authUrl);
    expect(cookie).toMatchObject({ name: 'session_token', httpOnly: true, sameSite: 'Lax' });
    await press(page, 'Use another wallet');
    await heading(page, 'Sign in with your wallet');
    const answer = await fetch(`${world.authUrl}/v1/auth/session`, {
      headers: { authorization: `Bearer ${cookie?.value}` },
    });
    expect(answer.status).toBe(401);
    watched.expectQuiet();
  });
});

async function linkAs(page: Page, wallet: RegExp): Promise<void> {
  await signIn(page, wallet);
  await heading(page, /Where you are paid|In which currency/);
  const network = page.getByRole('combobox', { name: 'Network' });
  if (await network.isVisible()) {
    await network.selectOption('Sepolia');
    await page.getByRole('combobox', { name: 'Currency' }).selectOption('USDC');
  }
  await press(page, 'Continue');
  await press(page, 'Agree and link');
  await heading(page, 'You are linked');
}

async function signIn(page: Page, wallet: RegExp): Promise<void> {
  await page.getByRole('button', { name: wallet }).click();
  await press(page, 'Connect');
  await press(page, 'Sign');
}

async function watch(): Promise<WatchedPage> {
  const urls = [world.authUrl, world.apiUrl, world.payUrl];
  return await watchPage(browser, { origins: urls.map((url) => new URL(url).origin) });
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

async function heading(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 2, name }).waitFor();
}

const Challenge = z.object({ challengeId: z.string(), nonce: z.string(), message: z.string() });

/** A session by the API alone, as scripts have it. */
async function sessionFor({ address, privateKey }: TestAccount): Promise<Record<string, string>> {
  const challenge = await post(`${world.authUrl}/v1/auth/wallet/challenge`, { address });
  const { challengeId, nonce, message } = Challenge.parse(await challenge.json());
  const signature = await privateKeyToAccount(privateKey).signMessage({ message });
  const signed = { challengeId, nonce, message, signature };
  const verified = await post(`${world.authUrl}/v1/auth/wallet/verify`, signed);
  const token = /session_token=([^;]+)/.exec(verified.headers.get('set-cookie') ?? '')?.[1] ?? '';
  return { authorization: `Bearer ${token}` };
}

/** Makes the payer's account a partner; returns what its key is sent in. */
async function becomePartner(): Promise<Record<string, string>> {
  const session = await sessionFor(TEST_ACCOUNTS.payer);
  const input = { orchestratorName: PARTNER_NAME, orchestratorContactEmail: 'us@stalls.example' };
  const answer = await post(`${world.apiUrl}/v2/orchestrators`, input, session);
  const { rawKey } = z.object({ rawKey: z.string() }).parse(await answer.json());
  return { 'x-orchestrator-key': rawKey };
}

async function invite(input: Readonly<Record<string, unknown>>): Promise<string> {
  const url = `${world.apiUrl}/v2/orchestrators/client-id-link-intents`;
  const answer = await post(url, { clientIdName: 'Fruit stall', ...input }, partner);
  return z.object({ url: z.string() }).parse(await answer.json()).url;
}

async function linkedClientIds(): Promise<string[]> {
  const answer = await fetch(`${world.apiUrl}/v2/orchestrators/client-ids`, { headers: partner });
  const Links = z.object({ links: z.array(z.object({ clientId: z.string() })) });
  return Links.parse(await answer.json()).links.map(({ clientId }) => clientId);
}

/** Whom a link pays that the partner makes with the client ID. */
async function payeeOf(clientId: string): Promise<unknown> {
  const { token } = await linkFor(clientId);
  return (await world.read(token)).body['payee'];
}

const Link = z.object({ token: z.string(), securePaymentUrl: z.string() });

/** A link that the partner makes with the client ID. */
async function linkFor(clientId: string): Promise<z.infer<typeof Link>> {
  const made = await post(
    `${world.apiUrl}/v2/secure-payments`,
    { requests: [{ amount: '1.5' }] },
    { ...partner, 'x-client-id': clientId, origin: 'https://fruit.example' },
  );
  return Link.parse(await made.json());
}

function post(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}
