import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { currencyById } from '#catalog/currencies.ts';
import { sharedBrowser } from './support/chromium.ts';
import { WalletRefused } from './support/injected-wallet.ts';
import { type OnboardingScene, startOnboarding } from './support/onboarding-scene.ts';
import { tryAgain } from './support/scene.ts';
import { destinationOf, invitationOf, refusalOf, sessionOf } from './support/stub-auth.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const SIGN_IN = 'Sign in with Rabbit Wallet';
const BODY = 'In which currency, on which network do you want to be paid?';
const ACCEPT = 'POST /v1/client-id-links/intents/{token}';
const USDC_ON_BASE = destinationOf(currencyById('USDC-base')?.address ?? '', 8453);

const bodiesOf = ({ auth }: OnboardingScene, route: string) =>
  auth.calls.filter((call) => call.route === route).map(({ body }) => JSON.parse(body));

const signatures = ({ wallet }: OnboardingScene) =>
  wallet.calls.filter(({ method }) => method === 'personal_sign').length;

describe('an owner with a wallet', () => {
  it('signs in, says where to be paid, agrees and is linked', async () => {
    await using scene = await startOnboarding({ browser });
    await scene.open();
    await scene.heading('Sign in with your wallet');
    await scene.expectSound('onboarding-connect');
    await scene.press(SIGN_IN);
    await scene.heading(BODY);
    await scene.expectSound('onboarding-destination');
    await scene.choose('Base', 'USDC');
    await scene.heading('Do you agree?');
    const shown = (await scene.page.textContent('main')) ?? '';
    for (const text of ['Market Stalls Ltd', 'Fruit stall', 'https://fruit.example']) {
      expect(shown).toContain(text);
    }
    expect(shown).toContain('USDC on Base');
    await scene.page.getByLabel('Hypernative').check();
    await scene.expectSound('onboarding-consent');
    await scene.press('Agree and link');
    await scene.heading('You are linked');
    await scene.page.getByText('cli_fruit0000000000').waitFor();
    await scene.expectSound('onboarding-done');
    await scene.page.reload();
    await scene.heading('You are linked');
    expect(bodiesOf(scene, ACCEPT)).toEqual([{ kyt: { provider: 'hypernative' } }]);
    scene.expectQuiet();
  });

  it('does it all by keyboard', async () => {
    await using scene = await startOnboarding({ browser });
    await scene.open();
    await scene.page.getByRole('button', { name: SIGN_IN }).waitFor();
    await scene.page.keyboard.press('Tab');
    await scene.page.keyboard.press('Enter');
    await scene.heading(BODY);
    await scene.page.keyboard.press('Tab');
    await scene.page.keyboard.type('Base');
    await scene.page.keyboard.press('Tab');
    await scene.page.keyboard.type('USDC');
    await scene.page.keyboard.press('Tab');
    await scene.page.keyboard.press('Enter');
    await scene.heading('Do you agree?');
    await scene.page.keyboard.press('Tab');
    await scene.page.keyboard.press('Tab');
    await scene.page.keyboard.press('Enter');
    await scene.heading('You are linked');
    expect(bodiesOf(scene, ACCEPT)).toEqual([{ kyt: { provider: null } }]);
    scene.expectQuiet();
  });

  it('who is signed in and has a destination only looks and agrees', async () => {
    await using scene = await startOnboarding({ browser, dark: true });
    scene.auth.session = sessionOf();
    scene.auth.destination = USDC_ON_BASE;
    scene.auth.invitation = invitationOf({
      kytRequired: false,
      kyt: { providers: [{ provider: 'merklescience', priority: 0 }] },
      allowedDomains: [],
    });
    await scene.open();
    await scene.heading('Where you are paid');
    await scene.expectSound('onboarding-destination-known');
    await scene.press('Continue');
    await scene.page.getByText('Your partner chose: Merkle Science').waitFor();
    await scene.expectSound('onboarding-consent-dark');
    await scene.press('Agree and link');
    await scene.heading('You are linked');
    expect(bodiesOf(scene, ACCEPT)).toEqual([{}]);
    expect(signatures(scene)).toBe(0);
    scene.expectQuiet();
  });

  it('continues where it was after the session has idled out', async () => {
    await using scene = await startOnboarding({ browser });
    await scene.open();
    await scene.press(SIGN_IN);
    await scene.heading(BODY);
    await scene.choose('Base', 'USDT');
    await scene.heading('Do you agree?');
    await scene.page.getByLabel('Merkle Science').check();
    scene.auth.session = refusalOf(401, 'session_expired');
    scene.auth.instead.set(ACCEPT, refusalOf(401, 'session_expired'));
    await scene.press('Agree and link');
    await scene.notice('You were signed out after a while');
    await scene.expectSound('onboarding-idled-out');
    scene.auth.instead.clear();
    await scene.press(SIGN_IN);
    await scene.heading('Where you are paid');
    await scene.press('Continue');
    expect(await scene.page.getByLabel('Merkle Science').isChecked()).toBe(true);
    await scene.press('Agree and link');
    await scene.heading('You are linked');
    scene.expectQuiet();
  });

  it('may come as somebody else', async () => {
    await using scene = await startOnboarding({ browser });
    scene.auth.session = sessionOf();
    await scene.open();
    await scene.heading(BODY);
    await scene.press('Use another wallet');
    await scene.heading('Sign in with your wallet');
    expect(scene.auth.calls.at(-1)?.route).toBe('POST /v1/auth/logout');
    scene.expectQuiet();
  });

  it('is requested to set the wallet’s own destination where another wallet of the account has one', async () => {
    await using scene = await startOnboarding({ browser });
    scene.auth.session = sessionOf({ walletAddress: `0x${'12'.repeat(20)}` });
    scene.auth.destination = USDC_ON_BASE;
    await scene.open();
    await scene.heading(BODY);
    scene.expectQuiet();
  });
});

describe('a sign-in that does not come about', () => {
  it.each([
    ['declined', 4001, 'You declined in your wallet. Nothing was signed.'],
    ['busy', -32002, 'Your wallet already has a request open.'],
    ['unable', 4200, 'This wallet cannot sign texts from here.'],
  ])('says why and may be tried again: %s', async (...row) => {
    const [, code, text] = row;
    await using scene = await startOnboarding({ browser });
    scene.wallet.decide = ({ method }) =>
      method === 'personal_sign'
        ? Promise.reject(new WalletRefused(code, 'no'))
        : Promise.resolve();
    await scene.open();
    await scene.press(SIGN_IN);
    await scene.notice(text);
    scene.wallet.decide = async () => undefined;
    await scene.press(SIGN_IN);
    await scene.heading(BODY);
    scene.expectQuiet();
  });

  it.each([
    [400, 'challenge_not_valid', 'The sign-in took too long.'],
    [401, 'signature_wrong', 'The signature does not belong to this account.'],
    [401, 'contract_on_other_chain', 'This wallet is a contract that signed in on another network'],
    [429, 'too_many', 'The service is busy.'],
    [503, 'unavailable', 'We cannot reach the service right now.'],
  ])('is shown where the service refuses it: %d', async (...row) => {
    const [status, code, text] = row;
    await using scene = await startOnboarding({ browser });
    scene.auth.instead.set('POST /v1/auth/wallet/verify', refusalOf(status, code));
    await scene.open();
    await scene.press(SIGN_IN);
    await scene.notice(text);
    scene.expectQuiet();
  });

  // The others lead to the same screen: `web/onboarding/check-challenge.test.ts` has them all.
  const tampered: readonly (readonly [string, (message: string) => string])[] = [
    ['another host', (text) => text.replace(/^\S+/, 'evil.example')],
    ['another text', () => '0xdeadbeef'],
  ];

  it.each(tampered)(
    'never reaches the wallet where the text is not a sign-in: %s',
    async (...row) => {
      await using scene = await startOnboarding({ browser });
      scene.auth.tamper = row[1];
      await scene.open();
      await scene.press(SIGN_IN);
      await scene.heading('Do not sign this');
      expect(signatures(scene)).toBe(0);
      expect(await scene.page.locator('section button').count()).toBe(0);
      await scene.expectSound('onboarding-untrusted');
      scene.expectQuiet();
    },
  );

  it('says what to do without a wallet', async () => {
    await using scene = await startOnboarding({ browser, wallet: false });
    await scene.open();
    await scene.page.getByText('No wallet was found').waitFor();
    await scene.expectSound('onboarding-no-wallet');
    scene.expectQuiet();
  });
});

describe('where nothing can be linked, the page', () => {
  it.each([
    ['unknown', 404, 'LINK_INTENT_NOT_FOUND', 'This invitation is not valid'],
    ['used', 403, 'LINK_INTENT_USED', 'This invitation was used'],
    ['expired', 403, 'LINK_INTENT_EXPIRED', 'This invitation has expired'],
  ])('says so: %s', async (...row) => {
    const [name, status, code, title] = row;
    await using scene = await startOnboarding({ browser });
    scene.auth.session = sessionOf();
    scene.auth.invitation = refusalOf(status, code);
    await scene.open();
    await scene.heading(title);
    await scene.expectSound(`onboarding-${name}`);
    scene.auth.invitation = invitationOf();
    scene.auth.destination = USDC_ON_BASE;
    scene.auth.instead.set(ACCEPT, refusalOf(status, code));
    await scene.page.reload();
    await scene.press('Continue');
    await scene.press('Agree and link');
    await scene.heading(title);
    scene.expectQuiet();
  });

  it.each([
    ['', 'No invitation', 200],
    ['?token=lit_short', 'This invitation is not valid', 404],
    ['?token=%22%3E%3Cscript%3Ealert(1)%3C/script%3E', 'This invitation is not valid', 404],
  ])('says so at once, without asking: %s', async (...row) => {
    const [query, title, status] = row;
    await using scene = await startOnboarding({ browser });
    const response = await scene.page.goto(`${scene.host.url}/onboarding/${query}`);
    expect(response?.status()).toBe(status);
    await scene.heading(title);
    expect(scene.auth.calls).toEqual([]);
    scene.expectQuiet();
  });

  it('requests a wallet from a user who signed in by email', async () => {
    await using scene = await startOnboarding({ browser });
    scene.auth.session = sessionOf({ kind: 'email', walletAddress: null, walletFamily: null });
    await scene.open();
    await scene.heading('Sign in with a wallet to go on');
    await scene.expectSound('onboarding-email');
    await scene.press('Use another wallet');
    await scene.heading('Sign in with your wallet');
    scene.expectQuiet();
  });

  it('waits for a service that is away and continues once it is back', async () => {
    await using scene = await startOnboarding({ browser });
    await scene.page.clock.install();
    scene.auth.down = true;
    await scene.open();
    await scene.heading('We cannot reach the service');
    await scene.expectSound('onboarding-unreachable');
    const repair = () => {
      scene.auth.down = false;
    };
    const signIn = { level: 2, name: 'Sign in with your wallet' };
    await tryAgain(scene, repair, scene.page.getByRole('heading', signIn));
  });

  it('keeps what was chosen where the service fails in the middle', async () => {
    await using scene = await startOnboarding({ browser });
    scene.auth.session = sessionOf();
    await scene.open();
    const register = 'POST /v1/payee-destination';
    scene.auth.instead.set(register, refusalOf(503, 'unavailable'));
    await scene.choose('Base', 'USDC');
    await scene.notice('We cannot reach the service right now.');
    scene.auth.instead.set(register, refusalOf(400, 'unsupported_token'));
    await scene.press('Continue');
    await scene.notice('You cannot be paid in this currency on this network.');
    await scene.expectSound('onboarding-destination-refused');
    scene.auth.instead.clear();
    await scene.press('Continue');
    await scene.heading('Do you agree?');
    scene.auth.instead.set(ACCEPT, refusalOf(503, 'unavailable'));
    await scene.press('Agree and link');
    await scene.notice('We cannot reach the service right now.');
    scene.auth.instead.clear();
    await scene.press('Agree and link');
    await scene.heading('You are linked');
    const keys = scene.auth.calls
      .filter(({ route }) => route === ACCEPT)
      .map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
    expect(scene.auth.calls.some(({ headers }) => headers.referer !== undefined)).toBe(false);
    scene.expectQuiet();
  });

  it('says without script that it needs it', async () => {
    await using scene = await startOnboarding({ browser, script: false });
    await scene.open();
    expect(await scene.page.textContent('main')).toContain('this page needs JavaScript');
  });
});

describe('in the sandbox, the page', () => {
  it('offers the test accounts and shows what they sign', async () => {
    await using scene = await startOnboarding({ browser, mode: 'sandbox', wallet: false });
    await scene.open();
    await scene.press(/Sign in with Test payee 0x7099…79C8/);
    await scene.press('Connect');
    await scene.page.getByRole('dialog').getByText('wants you to sign in').waitFor();
    await scene.expectSound('onboarding-test-wallet');
    await scene.press('Sign');
    await scene.heading(BODY);
    expect(await scene.page.locator('#network option').allTextContents()).toEqual([
      'Choose a network',
      'Sepolia',
    ]);
    await scene.choose('Sepolia', 'FAU');
    await scene.heading('Do you agree?');
    scene.expectQuiet();
  });
});
