import { describe, expect, it } from 'vitest';
import { escapeHtml } from '#kit/escape-html.ts';
import { isLanguage, LANGUAGES, type Language } from '#kit/languages.ts';
import { PAID_RECEIPT } from '../../../../tests/support/shown-receipts.ts';
import { textsOfMessages } from '../../../../tests/support/texts-of-messages.ts';
import { messagesIn } from './messages-in.ts';
import type { Receipt } from './receipt.ts';
import { receiptHtml } from './receipt-html.ts';
import { sectionsOf } from './receipt-sections.ts';

const LANGUAGE_IDS = Object.keys(LANGUAGES).filter(isLanguage);
const HOSTILE = `</style><script>alert(1)</script>"'&\u202egnp.exe`;

const RECEIPT: Receipt = {
  ...PAID_RECEIPT,
  mode: 'production',
  account: 'Corner shop',
  proof: { ...PAID_RECEIPT.proof, network: 'sepolia', paymentReference: '0x0011223344556677' },
};

const receiptWith = (changes: Partial<Receipt> = {}): Receipt => ({ ...RECEIPT, ...changes });

/** The lines of a receipt by their names. */
function linesOf(language: Language, changes: Partial<Receipt> = {}): ReadonlyMap<string, string> {
  const sections = sectionsOf(receiptWith(changes), { language });
  return new Map(sections.flatMap(({ lines }) => lines.map(({ name, text }) => [name, text])));
}

const feesOf = (...types: readonly string[]) =>
  types.flatMap((feeType) => PAID_RECEIPT.fees.map((fee) => ({ ...fee, feeType })));
const FEES = feesOf(
  ...['platform_fee', 'protocol_fee', 'orchestrator_fee', 'transaction_sponsorship_fee'],
);

/** Receipts that say all that one may say, as HTML; of one that hides its payee the lines. */
function allTexts(language: Language): string {
  const merchant = { displayName: 'Corner shop', verifiedDomain: 'shop.example' };
  const shown = [
    receiptWith({ fees: FEES, invoiced: { amount: '10', currency: 'EUR' } }),
    receiptWith({ merchant: null, reference: null, payerAddress: null, isFinal: false }),
    receiptWith({ merchant, mode: 'sandbox' }),
  ].map((receipt) => receiptHtml(receipt, language));
  const masked = { ...RECEIPT, payee: null, proof: null };
  const lines = sectionsOf(masked, { language }).flatMap((section) => section.lines);
  return [...shown, ...lines.map(({ name, text }) => escapeHtml(`${name} ${text}`))].join('\n');
}

describe.each(LANGUAGE_IDS)('a receipt in %s', (language) => {
  const html = receiptHtml(receiptWith(), language);

  it('says its language and its direction', () => {
    expect(html).toContain(`<html lang="${language}"${language === 'ar' ? ' dir="rtl"' : ''}>`);
  });

  it('has every text of its language', () => {
    const texts = allTexts(language);
    // Only a PDF says it.
    const { leftOut: _, ...messages } = messagesIn(language);
    const missing = textsOfMessages(messages).filter(
      ([, text]) => !texts.includes(escapeHtml(text)),
    );
    expect(missing).toEqual([]);
  });

  it('has no text of English where it is not English', () => {
    if (language === 'en') return;
    const own = new Map(textsOfMessages(messagesIn(language)));
    const same = textsOfMessages(messagesIn('en')).filter(([key, text]) => own.get(key) === text);
    // What both languages write alike.
    const alike = ['Date', 'Questions', 'Website', 'Explorer', 'Account', '', '–'];
    expect(same.map(([, text]) => text).filter((text) => !alike.includes(text))).toEqual([]);
  });

  it('has what is copied and compared as it is, read from left to right', () => {
    const { proof, payerAddress, requestId, source } = PAID_RECEIPT;
    const codes = [...Object.values(proof), payerAddress, requestId, source.transactionHash];
    const open = language === 'ar' ? '<code dir="ltr">' : '<code>';
    for (const code of codes) expect(html).toContain(`${open}${code}</code>`);
    for (const name of Object.keys(proof)) expect(html).toContain(`<dt>${name}</dt>`);
  });

  it('lets no text of others become markup, nor reorder what is beside it', () => {
    const merchant = { displayName: HOSTILE, supportUrl: `mailto:${HOSTILE}` };
    const changes = { merchant, reference: HOSTILE, account: HOSTILE };
    const hostile = receiptHtml(receiptWith(changes), language);
    expect(hostile).toContain('<bdi>&lt;/style&gt;&lt;script&gt;alert(1)');
    expect(hostile).not.toMatch(/<script|\u202e/);
    expect(hostile.match(/<\/style>/g)).toHaveLength(1);
  });

  it('has amounts with all of their digits and no sign but that of decimals', () => {
    const units = '115792089237316195423570985008687907853269984665640564039457';
    const amounts = [
      ['1234567.125', '1234567', '125'],
      ['12.50', '12', '50'],
      [`${units}.584007913129639935`, units, '584007913129639935'],
      ['7', '7', undefined],
    ] as const;
    const { howToVerify, received: name } = messagesIn(language);
    const sign = ['es', 'pt', 'fr', 'de', 'it', 'tr'].includes(language) ? ',' : '.';
    for (const [amount, whole, decimals] of amounts) {
      const received = { amount, currency: 'USDC-sepolia' };
      const text = linesOf(language, { received }).get(name);
      expect(text).toContain(`${whole}${decimals === undefined ? '' : sign + decimals} USDC`);
    }
    // What is compared has a point in every language, which the receipt says where amounts have another sign.
    expect(/punto|ponto|point|Punkt|nokta/.test(howToVerify)).toBe(sign === ',');
  });

  it('says that its times are in UTC', () => {
    const date = linesOf(language).get(messagesIn(language).date);
    expect(date).toContain('11:58:20');
    expect(date).toContain('UTC');
    expect(date).toContain('2026');
  });
});

describe('a receipt', () => {
  it('is in English what it was before there were other languages', () => {
    expect(Object.fromEntries(linesOf('en'))).toMatchObject({
      'Amount received': '12.5 USDC on Sepolia',
      'Platform fee': '0.1 USDC',
      'Paid in all': '12.7 USDC on Arbitrum One',
      Date: '2026-11-29 11:58:20 UTC',
      State: 'Final',
      Merchant: 'Blue Bottle & Sons – calls itself so, not verified',
    });
    const html = receiptHtml(receiptWith(), 'en');
    expect(html).toContain('<bdi>12.5 USDC on Sepolia</bdi>');
    expect(html).toContain('<small>Issued 2026-11-29T12:00:00.000Z</small>');
  });

  it('is in German as Germans write it', () => {
    expect(Object.fromEntries(linesOf('de'))).toMatchObject({
      'Erhaltener Betrag': '12,5 USDC auf Sepolia',
      Datum: '29. November 2026 um 11:58:20 UTC',
      Referenz: 'INV-2026-77',
    });
  });

  it('keeps amounts and names in their order within Arabic', () => {
    const html = receiptHtml(receiptWith(), 'ar');
    expect(html).toContain('<bdi dir="rtl">\u206612.5 USDC\u2069 على شبكة Sepolia</bdi>');
    expect(html).toContain('<bdi dir="rtl">\u2068Blue Bottle &amp; Sons\u2069 – ');
    expect(html).toContain('<bdi>INV-2026-77</bdi>');
  });

  it('has what is typed or sent within Arabic isolated, so that no sign of it changes its side', () => {
    const html = receiptHtml(receiptWith(), 'ar');
    expect(html).toContain('إلى \u2066POST /v2/receipts/verify\u2069.');
    // A path begins with a sign of no direction, which would take that of the words before it.
    const { leftOut: _, ...messages } = messagesIn('ar');
    const paths = textsOfMessages(messages).filter(([, text]) =>
      text.replaceAll(/\u2066[^\u2069]*\u2069/g, '').includes('/'),
    );
    expect(paths).toEqual([]);
  });

  it('names a kind of fee that it does not know by its code', () => {
    expect(linesOf('ja', { fees: feesOf('toString') }).get('ToString')).toBe('0.1 USDC');
  });
});
