import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/kit/languages.ts';
import { messages as arabic } from '../../web/pay/messages/ar/all.ts';
import { billedMessages as arabicBilled } from '../../web/pay/messages/ar/billed.ts';
import { messages as japanese } from '../../web/pay/messages/ja/all.ts';
import { billedMessages as japaneseBilled } from '../../web/pay/messages/ja/billed.ts';
import { sharedBrowser } from './support/chromium.ts';
import { startScene } from './support/scene.ts';
import { SENT_HASH } from './support/scripted-wallet.ts';
import { completedBody, PAYEE } from './support/stub-api.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** What the link is to pay, which a page compares and no server is sent. */
const EXPECTED = `#expect=${PAYEE},USDC,sepolia,12.5`;

const ARABIC = { texts: arabic, billed: arabicBilled };
const JAPANESE = { texts: japanese, billed: japaneseBilled };

describe('a payer who chooses a language below the page', () => {
  it.each([
    // In Arabic, characters that are not seen keep an amount in its order.
    { language: 'ar', direction: 'rtl', amount: '\u206612.50 USDC\u2069', ...ARABIC },
    { language: 'ja', direction: 'ltr', amount: '12.50 USDC', ...JAPANESE },
  ] as const)('pays in it: $language', async ({ language, direction, amount, texts, billed }) => {
    const { review } = billed;
    await using scene = await startScene({ browser });
    const { page, host, api } = scene;
    await page.goto(`${host.linkUrl}&from=shop${EXPECTED}`);
    const link = page.getByRole('link', { name: LANGUAGES[language] });
    // The later part of the page has put what is behind # to it.
    await page.locator('.languages a[href*="#expect"]').first().waitFor({ state: 'attached' });
    await page.getByText('Language: English').focus();
    await page.keyboard.press('Enter');
    await link.click();
    await page.waitForURL((url) => url.searchParams.get('lang') === language);
    const { searchParams, hash } = new URL(page.url());
    expect([searchParams.get('from'), hash]).toEqual(['shop', EXPECTED]);
    const html = page.locator('html');
    expect(await html.getAttribute('lang')).toBe(language);
    expect(await html.getAttribute('dir')).toBe(direction);
    await page.getByRole('button', { name: texts.connect.use('Rabbit Wallet') }).waitFor();
    await scene.expectSound(`connect-${language}`);
    await scene.press(texts.connect.use('Rabbit Wallet'));
    await scene.heading(review.title);
    await scene.expectSound(`review-${language}`);
    expect(await page.locator('header .address').textContent()).toBe(PAYEE);
    await scene.press(review.payButton(amount));
    await scene.heading(texts.confirming.title);
    api.view = { status: 409, body: completedBody(SENT_HASH) };
    await scene.heading(texts.done.title);
    await scene.expectSound(`done-${language}`);
    scene.expectQuiet();
  });
});
