import type { Browser } from 'playwright-core';
import { utils } from 'tronweb';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TRON } from '../support/tron-calldata.ts';
import { sharedBrowser } from './support/chromium.ts';
import { type OnboardingScene, startOnboarding } from './support/onboarding-scene.ts';
import { destinationOf, refusalOf, sessionOf } from './support/stub-auth.ts';
import { injectTronWallet } from './support/tron-wallet.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const SIGN_IN = 'Sign in with Otter Wallet';
const FORM = 'In which currency, on which network do you want to be paid?';
const REGISTER = 'POST /v1/payee-destination';
const TRON_CHAIN = 728_126_428;
const TRON_SESSION = sessionOf({ walletAddress: TRON.payer, walletFamily: 'tron' });

const currencyBox = ({ page }: OnboardingScene) => page.getByRole('combobox', { name: 'Currency' });

describe('the owner of a Tron wallet', () => {
  it('signs in by the text that names Tron', async () => {
    await using scene = await startOnboarding({ browser, wallet: false });
    const tron = await injectTronWallet(scene.context);
    let text = '';
    scene.auth.tamper = (message) => {
      text = message;
      return message;
    };
    await scene.open();
    await scene.press(SIGN_IN);
    await scene.page.getByText('Signed in as').waitFor();
    expect(tron.calls).toEqual(['connect', 'signMessageV2']);
    const verified = scene.auth.calls.find(({ route }) => route.endsWith('/verify'));
    const { signature } = z
      .object({ signature: z.string() })
      .parse(JSON.parse(verified?.body ?? ''));
    expect(utils.message.verifyMessage(text, signature)).toBe(TRON.payer);
    expect(text).toContain(TRON.payer);
    scene.expectQuiet();
  });

  it('says in which currency of Tron to be paid, agrees and is linked', async () => {
    await using scene = await startOnboarding({ browser });
    await injectTronWallet(scene.context);
    await scene.open();
    await scene.press(SIGN_IN);
    await scene.heading(FORM);
    const networks = scene.page.locator('#network option');
    expect(await networks.allTextContents()).toEqual(['Choose a network', 'Tron']);
    await currencyBox(scene).selectOption('USDT');
    await scene.expectSound('onboarding-tron-destination');
    await scene.press('Continue');
    await scene.heading('Do you agree?');
    const shown = (await scene.page.textContent('main')) ?? '';
    expect(shown).toContain('USDT on Tron');
    expect(shown).toContain(TRON.payer);
    await scene.expectSound('onboarding-tron-consent');
    const registered = scene.auth.calls.find(({ route }) => route === REGISTER);
    expect(JSON.parse(registered?.body ?? '')).toEqual({
      tokenAddress: TRON.usdt,
      chainId: TRON_CHAIN,
    });
    await scene.press('Change where I am paid');
    await currencyBox(scene).selectOption('USDC');
    await scene.press('Continue');
    await scene.page.getByText('USDC on Tron').waitFor();
    await scene.press('Agree and link');
    await scene.heading('You are linked');
    scene.expectQuiet();
  });

  it.each<readonly [string, object]>([
    ['for another wallet', { walletAddress: TRON.payee }],
    ['for a wallet with a wrong checksum', { walletAddress: `${TRON.payer.slice(0, -1)}z` }],
    ['for a wallet in another case', { walletAddress: TRON.payer.toLowerCase() }],
    ['in another token', { tokenAddress: TRON.usdc }],
    ['on another chain', { chainId: 1 }],
  ])(
    'is offered nothing to agree to where the service answers with a destination %s',
    async (...row) => {
      const [, changes] = row;
      await using scene = await startOnboarding({ browser, wallet: false });
      scene.auth.session = TRON_SESSION;
      const made = { walletAddress: TRON.payer, tokenAddress: TRON.usdt, chainId: TRON_CHAIN };
      scene.auth.instead.set(REGISTER, { status: 201, body: { ...made, ...changes } });
      await scene.open();
      await currencyBox(scene).selectOption('USDT');
      await scene.press('Continue');
      await scene.notice('The service answered with another destination');
      expect(await scene.page.getByRole('button', { name: 'Agree and link' }).count()).toBe(0);
      scene.expectQuiet();
    },
  );

  it('reads of a refused destination that it can choose another one', async () => {
    await using scene = await startOnboarding({ browser, wallet: false, dark: true });
    scene.auth.session = TRON_SESSION;
    scene.auth.instead.set(REGISTER, refusalOf(400, 'unsupported_token'));
    await scene.open();
    await currencyBox(scene).selectOption('USDC');
    await scene.press('Continue');
    await scene.notice('You cannot be paid in this currency on this network.');
    await scene.expectSound('onboarding-tron-refused');
    scene.expectQuiet();
  });

  it('is shown a destination of another kind of network as one that the page does not know', async () => {
    await using scene = await startOnboarding({ browser, wallet: false });
    scene.auth.session = TRON_SESSION;
    scene.auth.destination = destinationOf(TRON.usdt, 1, TRON.payer);
    await scene.open();
    await scene.page.getByText('a currency that this page does not know').waitFor();
    scene.expectQuiet();
  });

  it('reads that the address which the service names has a wrong checksum', async () => {
    await using scene = await startOnboarding({ browser, wallet: false });
    const walletAddress = `${TRON.payer.slice(0, -1)}z`;
    scene.auth.session = sessionOf({ walletAddress, walletFamily: 'tron' });
    await scene.open();
    await scene.notice('The Tron address of this wallet has a wrong checksum');
    expect(scene.auth.calls.map(({ route }) => route)).toEqual(['GET /v1/auth/session']);
    scene.expectQuiet();
  });

  it('reads that the address which the wallet names has a wrong checksum', async () => {
    await using scene = await startOnboarding({ browser, wallet: false });
    const address = `${TRON.payer.slice(0, -1)}z`;
    const tron = await injectTronWallet(scene.context, 'announced', {
      ...{ address, rdns: 'example.otter' },
      privateKey: `0x${'11'.repeat(32)}`,
    });
    await scene.open();
    await scene.press(SIGN_IN);
    await scene.notice('The Tron address of this wallet has a wrong checksum');
    await scene.expectSound('onboarding-tron-checksum');
    expect(tron.calls).toEqual(['connect']);
    scene.expectQuiet();
  });
});

describe('in the sandbox, the page', () => {
  it('offers the test accounts on Tron too where it has a Tron node', async () => {
    const networks = ['sepolia', 'tron'];
    await using scene = await startOnboarding({
      browser,
      mode: 'sandbox',
      wallet: false,
      networks,
    });
    await scene.open();
    const payee = scene.page.getByRole('button', { name: /Sign in with Test payee on Tron T/ });
    await payee.waitFor();
    await scene.expectSound('onboarding-tron-test-wallets');
    await payee.click();
    await scene.press('Connect');
    await scene.page.getByRole('dialog').getByText('with your Tron account').waitFor();
    await scene.press('Sign');
    await scene.heading(FORM);
    await currencyBox(scene).selectOption('USDC');
    await scene.press('Continue');
    await scene.page.getByText('USDC on Tron').waitFor();
    scene.expectQuiet();
  });

  it('offers no account on Tron, and nothing to choose there, where it has no Tron node', async () => {
    await using scene = await startOnboarding({ browser, mode: 'sandbox', wallet: false });
    await scene.open();
    await scene.page.getByRole('button', { name: /Sign in with Test payee 0x/ }).waitFor();
    scene.auth.session = TRON_SESSION;
    await scene.page.reload();
    await scene.page.getByText('This service pays on no network of this wallet.').waitFor();
    expect(await scene.page.getByRole('combobox').count()).toBe(0);
    scene.expectQuiet();
  });
});
