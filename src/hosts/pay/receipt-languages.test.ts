import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { escapeHtml } from '#kit/escape-html.ts';
import { isLanguage, LANGUAGES, type Language } from '#kit/languages.ts';
import { messagesIn } from '#modules/receipts/index.ts';
import { startHttpServer } from '../../../tests/support/http-server.ts';
import { PAID_LIST, PAID_RECEIPT, PAYMENT_ID } from '../../../tests/support/shown-receipts.ts';
import { testPayHost } from '../../../tests/support/test-pay-host.ts';
import { textsOfMessages } from '../../../tests/support/texts-of-messages.ts';
import { pageMessagesIn } from './receipt-messages/page-messages-in.ts';
import { renderFailure } from './receipt-page.ts';

const LANGUAGE_IDS = Object.keys(LANGUAGES).filter(isLanguage);
const TOKEN = '01K0000000000000000000TEST';
const PAGE = `/receipt/?token=${TOKEN}`;
const VERIFIED = {
  isVerified: true,
  isFound: true,
  confirmations: 12,
  checkedAt: '2026-11-29T12:00:00.000Z',
  differences: [],
};

/** What the API answers of the receipts of a link, and of a check. */
let list: unknown = PAID_LIST;
let verified: readonly [number, unknown] = [200, VERIFIED];
let paths: string[] = [];
let api: Awaited<ReturnType<typeof startHttpServer>>;
let app: Awaited<ReturnType<typeof testPayHost>>;
beforeAll(async () => {
  api = await startHttpServer(async (request, response) => {
    paths.push(request.url ?? '');
    await text(request);
    const isCheck = request.url === '/v2/receipts/verify';
    const [status, body] = isCheck ? verified : [200, list];
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  app = await testPayHost(api.url);
});
afterAll(async () => {
  await app.close();
  await api[Symbol.asyncDispose]();
});

async function open(url: string, accepted?: string, shown: unknown = PAID_LIST) {
  [list, paths] = [shown, []];
  const headers = accepted === undefined ? {} : { 'accept-language': accepted };
  return await app.inject({ url, headers });
}

async function check(language: Language, answer: typeof verified): Promise<string> {
  [list, verified] = [PAID_LIST, answer];
  const answered = await app.inject({
    url: `${PAGE}&lang=${language}`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ payment: PAYMENT_ID }).toString(),
  });
  return answered.body;
}

/** Pages of receipts that say all that one may say. */
async function allPages(language: Language): Promise<string> {
  const url = `${PAGE}&lang=${language}`;
  const merchant = { displayName: 'Shop', logoPath: '/branding/shop.png' };
  const verifiedDomain = 'shop.example';
  const receipts: readonly unknown[] = [];
  const lists = [
    { ...PAID_LIST, nextCursor: PAYMENT_ID, isHidden: true },
    { ...PAID_LIST, receipts: [{ ...PAID_RECEIPT, isFinal: false }], merchant: null },
    { ...PAID_LIST, merchant: { ...merchant, verifiedDomain } },
    { ...PAID_LIST, receipts, isHidden: true },
    ...['pending', 'expired', 'invalidated', 'compliance_failed', 'completed'].map((status) => ({
      ...{ ...PAID_LIST, status, receipts },
    })),
    { ...PAID_LIST, status: 'partially_settled', receipts },
  ];
  const pages: string[] = [];
  for (const shown of lists) pages.push((await open(url, undefined, shown)).body);
  const notVerified = { ...VERIFIED, isVerified: false };
  const differences = [{ field: 'amount', claimed: '1250', onChain: '12.5' }];
  for (const answer of [
    [200, VERIFIED],
    [200, { ...notVerified, isFound: false }],
    [200, { ...notVerified, differences }],
    [400, {}],
    [429, {}],
    [503, {}],
  ] as const) {
    pages.push(await check(language, answer));
  }
  const frame = {
    mode: 'sandbox',
    styles: [],
    icon: '/i.svg',
    language,
    isNamed: true,
    url,
  } as const;
  for (const failure of ['unknown', 'limited', 'unreachable'] as const) {
    pages.push(renderFailure(frame, failure));
  }
  return pages.join('\n');
}

describe.each(LANGUAGE_IDS)('the page of receipts in %s', (language) => {
  const messages = pageMessagesIn(language);

  it('has every text of its language, and none that HTML reads otherwise', async () => {
    const pages = await allPages(language);
    const texts = textsOfMessages(messages);
    expect(texts.filter(([, said]) => !pages.includes(said))).toEqual([]);
    expect(texts.filter(([, said]) => escapeHtml(said) !== said)).toEqual([]);
    const direction = language === 'ar' ? ' dir="rtl"' : '';
    expect(pages.match(/<html[^>]*>/g)).toEqual(
      Array.from({ length: 19 }, () => `<html lang="${language}"${direction}>`),
    );
  });

  it('has the lines of the receipt in it, and hashes and the form of the check as they are', async () => {
    const { body, headers } = await open(PAGE, language);
    const { title, payee, sections } = messagesIn(language);
    for (const said of [title, payee, sections.proof]) expect(body).toContain(said);
    for (const [name, value] of Object.entries(PAID_RECEIPT.proof)) {
      expect(body).toContain(`<input type="hidden" name="${name}" value="${value}">`);
      expect(body).toContain(`>${value}</code>`);
    }
    expect(body).not.toMatch(/<script|<style| style=| on[a-z]+="/);
    expect(headers.vary).toContain('Accept-Language');
  });

  it('leads to a PDF, and says how to get one in it where the fonts of that lack it', async () => {
    const { body } = await open(`${PAGE}&payment=${PAYMENT_ID}&format=pdf`, language);
    expect(body).not.toBe('');
    const lang = language === 'en' ? '' : `&lang=${language}`;
    expect(paths).toEqual([
      `/v2/secure-payments/${TOKEN}/receipts/${PAYMENT_ID}?format=pdf${lang}`,
    ]);
    expect(messages.print === null).toBe(messagesIn(language).leftOut !== null);
  });
});

it('the page in Arabic has the path to send a receipt to isolated, so that its first sign stays in front', async () => {
  const { body } = await open(PAGE, 'ar');
  expect(body).toContain('\u2066POST /v2/receipts/verify\u2069.');
  const withPath = textsOfMessages(pageMessagesIn('ar')).filter(([, text]) => text.includes('/'));
  expect(withPath).toEqual([]);
});

describe('the language of the page of receipts', () => {
  it.each([
    [`${PAGE}&lang=de`, 'ja', 'de'],
    [`${PAGE}&lang=de-CH`, undefined, 'de'],
    [`${PAGE}&lang=nl`, 'ja,en;q=0.5', 'ja'],
    [PAGE, 'nl, tr;q=0.4', 'tr'],
    [PAGE, '*', 'en'],
    [PAGE, undefined, 'en'],
    ['/receipt/?lang=fr', undefined, 'fr'],
  ])('of %s is, where the browser accepts %j, %s', async (url, accepted, language) => {
    expect((await open(url, accepted)).body).toContain(`<html lang="${language}"`);
  });

  it('is kept by the links of the page where its address names it', async () => {
    const named = `token=${TOKEN}&amp;lang=de`;
    const { body } = await open(`${PAGE}&lang=de`, undefined, {
      ...PAID_LIST,
      nextCursor: PAYMENT_ID,
    });
    expect(body).toContain(`action="/receipt/?${named}"`);
    expect(body).toContain(`href="/receipt/?${named}&amp;cursor=${PAYMENT_ID}"`);
    expect(body).toContain(`href="/receipt/?${named}&amp;payment=${PAYMENT_ID}&amp;format=pdf"`);
    const pending = { ...PAID_LIST, status: 'pending', receipts: [] };
    expect((await open(`${PAGE}&lang=de`, undefined, pending)).body).toContain(`href="/?${named}"`);
    // Otherwise it is that of whoever opens them.
    expect((await open(PAGE, 'de')).body).toContain(`action="/receipt/?token=${TOKEN}"`);
  });

  it('is chosen on the page, where each stands by its own name', async () => {
    const { body } = await open(`/receipt?token=${TOKEN}&cursor=${PAYMENT_ID}&lang=de`);
    expect(body).toContain('Sprache: Deutsch');
    for (const [language, name] of Object.entries(LANGUAGES)) {
      const query = `token=${TOKEN}&amp;cursor=${PAYMENT_ID}&amp;lang=${language}`;
      const current = language === 'de' ? ' aria-current="true"' : '';
      expect(body).toContain(
        `<a href="/receipt/?${query}" lang="${language}" hreflang="${language}" dir="auto"${current}>${name}</a>`,
      );
    }
  });

  it('keeps network, time and state in their order in Arabic', async () => {
    const { body } = await open(PAGE, 'ar');
    const parts = ['على شبكة Sepolia', '29 نوفمبر 2026 في 11:58 UTC', 'نهائية'];
    const shown = parts.map((part) => `\u2068${part}\u2069`).join(' · ');
    expect(body).toContain(`<p class="under">${shown}</p>`);
  });

  it('is not that of what the API refuses, which is said to be English', async () => {
    const body = await check('ar', [400, { message: 'No node <b>' }]);
    expect(body).toContain('<p lang="en" dir="ltr">No node &lt;b&gt;</p>');
  });

  it('is that of the pay page that leads here, where its address names it', async () => {
    for (const [query, expected] of [
      ['&lang=it', '&amp;lang=it'],
      ['', ''],
    ]) {
      const { body } = await app.inject({ url: `/?token=${TOKEN}${query}` });
      expect(body).toContain(`href="/receipt/?token=${TOKEN}${expected}"`);
    }
  });
});
