import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { qrPath } from '../../web/ui/qr-path.ts';
import { sharedBrowser } from './support/chromium.ts';
import { WalletRefused } from './support/injected-wallet.ts';
import { asPhone, passTime, startScene, stayOpen, tryAgain } from './support/scene.ts';
import { SENT_HASH } from './support/scripted-wallet.ts';
import { completedBody, PAYEE, viewBody } from './support/stub-api.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

describe('before a wallet is chosen, the page', () => {
  it('shows amount, token, network, payee with its name, reference and deadline without any script', async () => {
    await using scene = await startScene({ browser, script: false });
    const expiresAt = '2030-11-29T15:42:59.000Z';
    scene.api.view = { status: 200, body: viewBody({ expiresAt, payeeEnsName: 'shop.eth' }) };
    await scene.open();
    const moment = scene.page.locator('.deadline time');
    expect(await moment.textContent()).toBe('15:42 UTC on 29 November');
    expect(await moment.getAttribute('datetime')).toBe(expiresAt);
    expect(await scene.page.locator('.left').isVisible()).toBe(false);
    const text = (await scene.page.textContent('main')) ?? '';
    expect(text).toContain('12.50 USDC');
    expect(text).toContain('on Sepolia');
    expect((await scene.page.locator('header .address').textContent())?.trim()).toBe(PAYEE);
    expect(text.replaceAll(/\s/g, '')).toMatch(
      new RegExp(`${PAYEE}.*ENSname.*shop\\.eth.*INV-2026-77`),
    );
    expect(text).toContain('needs JavaScript');
  });

  it.each([true, false])('has icons of token and network; with scripts: %s', async (script) => {
    await using scene = await startScene({ browser, script });
    const { page } = scene;
    await scene.open();
    const icons = () =>
      page.evaluate(`['.symbol', '.network'].map((one) =>
        getComputedStyle(document.querySelector(one), '::before').backgroundImage.slice(0, 9))`);
    await expect.poll(icons).toEqual(['url("data', 'url("data']);
    if (!script) return;
    await page.getByRole('button', { name: 'Pay with Rabbit Wallet' }).waitFor();
    // They come after the first paint, and move nothing.
    const places = `[...document.querySelectorAll('body *')].map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x, y, width, height].join(' ');
    }).join()`;
    const shown = await page.evaluate(places);
    await page.evaluate('delete document.documentElement.dataset.painted');
    expect(await icons()).toEqual(['none', 'none']);
    expect(await page.evaluate(places)).toBe(shown);
  });

  it('offers the wallets it found', async () => {
    await using scene = await startScene({ browser });
    await scene.open();
    await scene.page.getByRole('button', { name: 'Pay with Rabbit Wallet' }).waitFor();
    await scene.expectSound('connect');
    scene.expectQuiet();
  });

  it('says what to do where there is no wallet', async () => {
    await using scene = await startScene({ browser, wallet: false });
    await scene.open();
    const { page } = scene;
    await page.getByText('No wallet was found').waitFor();
    await page.getByRole('heading', { name: 'Scan with your phone' }).waitFor();
    const code = page.getByRole('img', { name: 'A QR code of this payment link' });
    expect(await code.locator('path').getAttribute('d')).toBe(qrPath(scene.host.linkUrl).path);
    await page.getByRole('button', { name: 'Copy the payment link' }).waitFor();
    const guide = page.getByRole('link', { name: 'Compare wallets' });
    expect(await guide.getAttribute('rel')).toBe('noopener noreferrer');
    await page.getByText('Can I pay from an exchange?').click();
    await page.getByText('No. A withdrawal from an exchange').waitFor();
    await scene.expectSound('connect-none');
    scene.expectQuiet();
  });

  it('offers a phone the wallet apps that can open it, and a way out of a chat app', async () => {
    await using scene = await startScene({ browser, wallet: false });
    const { page } = scene;
    await asPhone(scene, 'Line/14.1');
    await scene.open();
    const link = page.getByRole('link', { name: 'Open in MetaMask' });
    await link.waitFor();
    const { host, pathname, search } = new URL(scene.host.linkUrl);
    expect(await link.getAttribute('href')).toBe(
      `https://metamask.app.link/dapp/${host}${pathname}${search}`,
    );
    for (const app of ['Base', 'Trust Wallet'])
      await page.getByRole('link', { name: `Open in ${app}` }).waitFor();
    await page.getByText('LINE opened this page in its own browser').waitFor();
    expect(await page.getByRole('img', { name: 'A QR code of this payment link' }).count()).toBe(0);
    await scene.expectSound('connect-none-phone');
    scene.expectQuiet();
  });

  it('hands a payment over to another device, and shows there and here that it was paid', async () => {
    await using scene = await startScene({ browser });
    const { page } = scene;
    await page.clock.install();
    await scene.open();
    await page.getByText('Pay with another device').click();
    const code = page.getByRole('img', { name: 'A QR code of this payment link' });
    await code.waitFor();
    await scene.expectSound('connect-elsewhere');
    expect(await page.title()).toBe('Payment request');
    scene.api.view = { status: 409, body: completedBody(SENT_HASH) };
    await passTime(scene, 16_000, page.getByRole('heading', { name: 'This payment is complete' }));
    expect(await page.title()).toBe('Payment complete · Payment request');
    expect(await code.count()).toBe(0);
    scene.expectQuiet();
  });

  it('says how much time is left, and that there is none once the API says so', async () => {
    await using scene = await startScene({ browser });
    const { page, api } = scene;
    await page.clock.install();
    const expiresAt = new Date(Date.now() + 23.5 * 60_000).toISOString();
    api.view = { status: 200, body: viewBody({ expiresAt }) };
    await scene.open();
    await page
      .locator('.deadline', { hasText: /^Pay by [\d:]+ on .*\d\d minutes left$/ })
      .waitFor();
    await page.clock.fastForward(24 * 60_000);
    await page.locator('.left:empty').waitFor({ state: 'attached' });
    await scene.heading('Choose a wallet');
    await scene.expectSound('time-is-over');
    api.view = { status: 403, body: { status: 'expired', expiresAt } };
    await passTime(scene, 16_000, page.getByRole('heading', { name: 'This link has expired' }));
    await page.locator('.deadline').waitFor({ state: 'detached' });
    scene.expectQuiet();
  });

  it('offers only its own test wallet where a signature would be valid on a real network', async () => {
    await using scene = await startScene({ browser, mode: 'sandbox' });
    const base = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
    const view = viewBody({ network: 'base', paymentCurrency: 'USDC-base' });
    scene.api.view = {
      status: 200,
      body: {
        ...view,
        destination: {
          destinationId: `${PAYEE}@eip155:8453#ABCDEF01:${base}`,
          walletAddress: PAYEE,
          tokenAddress: base,
        },
      },
    };
    await scene.open();
    await scene.page.getByRole('button', { name: 'Pay with Test wallet', exact: true }).waitFor();
    await scene.page.getByText('no real money moves').waitFor();
    expect(await scene.page.getByRole('button', { name: /Rabbit/ }).count()).toBe(0);
    await scene.expectSound('connect-sandbox-base');
    scene.expectQuiet();
  });

  it('waits for the wallet to show itself', async () => {
    await using scene = await startScene({ browser });
    scene.wallet.decide = stayOpen;
    await scene.open();
    await scene.press('Pay with Rabbit Wallet');
    await scene.heading('Open Rabbit Wallet to continue');
    await scene.expectSound('connecting');
    scene.expectQuiet();
  });

  it('says calmly that the payer declined to connect', async () => {
    await using scene = await startScene({ browser });
    scene.wallet.decide = () => Promise.reject(new WalletRefused(4001, 'User rejected'));
    await scene.open();
    await scene.press('Pay with Rabbit Wallet');
    await scene.page
      .locator('.notice', { hasText: 'You declined. Nothing was charged.' })
      .waitFor();
    await scene.expectSound('connect-declined');
    scene.expectQuiet();
  });
});

/** What the API says while the owners of a Safe sign. */
const HELD = {
  status: 'pending',
  branding: null,
  requestStatuses: [
    {
      requestId: '01',
      hasBeenPaid: false,
      txHash: null,
      safeTxHash: SENT_HASH,
      chainId: 11_155_111,
      safePaymentDeadline: Math.floor(Date.now() / 1_000) + 7_200,
      safeAddress: '0x5555555555555555555555555555555555555555',
      safeConfirmations: 1,
      safeThreshold: 2,
    },
  ],
};

/** How the title of the document begins, so that a tab in the background says it too. */
const TITLES = {
  unknown: /^Link not valid · /,
  expired: /^Link expired · /,
  closed: /^Not available · /,
  'done-elsewhere': /^Payment complete · /,
  'held-for-a-safe': /^Waiting for signatures/,
  limited: /^Too many requests came from your internet connection · /,
  unsupported: /^This payment cannot be made here · /,
  contradiction: /^Do not pay · /,
};

describe('where nothing can be paid, the page', () => {
  const cases = [
    ['unknown', 404, { message: 'Token not found' }, 'This link is not valid', 404],
    [
      'expired',
      403,
      { status: 'expired', expiresAt: '2026-01-08T00:00:00.000Z' },
      'This link has expired',
      403,
    ],
    ['closed', 403, { status: 'invalidated' }, 'This payment is not available', 403],
    ['done-elsewhere', 409, completedBody(SENT_HASH), 'This payment is complete', 200],
    ['held-for-a-safe', 423, HELD, 'Waiting for signatures in a Safe (1 of 2)', 200],
    [
      'limited',
      429,
      { message: 'Too Many Requests' },
      'Too many requests came from your internet connection',
      429,
    ],
    [
      'unsupported',
      200,
      viewBody({ paymentType: 'batch' }),
      'This payment cannot be made here',
      200,
    ],
    ['contradiction', 200, viewBody({ payee: `0x${'99'.repeat(20)}` }), 'Do not pay this', 200],
  ] as const;

  it.each(cases)('says so: %s', async (...row) => {
    const [name, status, body, title, pageStatus] = row;
    await using scene = await startScene({ browser });
    scene.api.view = { status, body };
    const response = await scene.page.goto(scene.host.linkUrl);
    expect(response?.status()).toBe(pageStatus);
    await scene.heading(title);
    expect(await scene.page.title()).toMatch(TITLES[name]);
    expect(await scene.page.getByRole('button', { name: /^Pay / }).count()).toBe(0);
    await scene.expectSound(name);
    scene.expectQuiet();
  });

  it('leads to the receipt, and prints nothing, where it does not know what was paid', async () => {
    await using scene = await startScene({ browser });
    scene.api.view = { status: 409, body: completedBody(SENT_HASH) };
    await scene.open();
    await scene.heading('This payment is complete');
    const receipt = scene.page.getByRole('link', { name: 'Receipt to keep' });
    expect(await receipt.getAttribute('href')).toBe(
      `/receipt/${new URL(scene.host.linkUrl).search}`,
    );
    expect(await scene.page.getByRole('button', { name: 'Print' }).count()).toBe(0);
  });

  it('says that the time of a proposal to a Safe is over, and lets the payer propose again', async () => {
    await using scene = await startScene({ browser });
    scene.api.view = { status: 423, body: HELD };
    await scene.page.goto(scene.host.linkUrl);
    await scene.heading('Waiting for signatures in a Safe (1 of 2)');
    const intent = { safeTxHash: SENT_HASH, txHash: null, status: 'proposal_expired' };
    scene.api.view = { status: 200, body: viewBody({ paymentIntents: [intent] }) };
    // The page asks at once when the payer comes back to it.
    await scene.page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    const said = 'The time for this proposal is over. Nothing was paid.';
    await scene.page.locator('.notice', { hasText: said }).waitFor();
    await scene.page.getByRole('button', { name: 'Pay with Rabbit Wallet' }).waitFor();
    await scene.expectSound('proposal-over');
    scene.expectQuiet();
  });

  it('says of an expired link that owners of a Safe can still execute what was proposed', async () => {
    await using scene = await startScene({ browser });
    const intent = { safeTxHash: SENT_HASH, txHash: null, status: 'proposal_expired' };
    const body = { status: 'expired', paymentIntents: [intent] };
    scene.api.view = { status: 403, body };
    await scene.page.goto(scene.host.linkUrl);
    await scene.heading('This link has expired');
    const said = 'The owners of the Safe can still execute it: let them reject it there';
    await scene.page.locator('.notice', { hasText: said }).waitFor();
    await scene.expectSound('expired-proposed');
    scene.expectQuiet();
  });

  it('says what it is for when it is opened without a link', async () => {
    await using scene = await startScene({ browser });
    await scene.page.goto(scene.host.url);
    await scene.heading('No payment link');
    await scene.expectSound('empty');
    scene.expectQuiet();
  });

  it.each(['evm', 'check-calldata'])(
    'says that a part of it did not load, and does not blame the wallet: %s',
    async (part) => {
      await using scene = await startScene({ browser });
      await scene.page.route(`**/assets/${part}-*.js`, (route) => route.abort());
      await scene.open();
      await scene.page.getByRole('button', { name: 'Pay with Rabbit Wallet' }).click();
      const said = 'A part of this page could not be loaded. Reload the page to go on.';
      const notice = scene.page.locator('main .notice', { hasText: said });
      await notice.waitFor();
      // What a wallet may hold of an earlier visit is not known here.
      expect(await notice.textContent()).toBe(said);
    },
  );

  it('says that the service cannot be reached, and continues once it is back', async () => {
    await using scene = await startScene({ browser });
    await scene.page.clock.install();
    scene.api.down = true;
    const response = await scene.page.goto(scene.host.linkUrl);
    expect(response?.status()).toBe(503);
    await scene.heading('We cannot reach the payment service');
    await scene.expectSound('unreachable');
    const repair = () => {
      scene.api.down = false;
    };
    await tryAgain(
      scene,
      repair,
      scene.page.getByRole('button', { name: 'Pay with Rabbit Wallet' }),
    );
    scene.expectQuiet();
  });
});
