import { describe, expect, it } from 'vitest';
import { isLanguage, LANGUAGES, type Language } from '#kit/languages.ts';
import { PAID_RECEIPT } from '../../../tests/support/shown-receipts.ts';
import { textsOfMessages } from '../../../tests/support/texts-of-messages.ts';
import { textsOfPdf } from '../../../tests/support/texts-of-pdf.ts';
import { messagesIn } from './model/messages-in.ts';
import type { PayerReceipt } from './model/receipt.ts';
import { printReceipt } from './print-receipt.ts';

const LANGUAGE_IDS = Object.keys(LANGUAGES).filter(isLanguage);

/** The languages that the fonts of every reader of PDF have all characters of. */
const PRINTED: ReadonlySet<Language> = new Set(['en', 'es', 'pt', 'fr', 'de', 'it']);

async function print(language: Language, changes: Partial<PayerReceipt> = {}) {
  const receipt: PayerReceipt = {
    ...PAID_RECEIPT,
    mode: 'production',
    proof: { ...PAID_RECEIPT.proof, network: 'sepolia', paymentReference: '0x0011223344556677' },
    ...changes,
  };
  const file = await printReceipt(receipt, language);
  const named = /\/Lang \(([a-z]+)\)/.exec(file.toString('latin1'))?.[1];
  // A line ends where its column does.
  return { named, text: textsOfPdf(file).replaceAll(/\s+/g, ' ') };
}

describe.each(LANGUAGE_IDS)('a receipt as PDF, wanted in %s', (language) => {
  it('is in that language where the fonts have it, and in English where they have not', async () => {
    const shown = PRINTED.has(language) ? language : 'en';
    const { named, text } = await print(language);
    expect(named).toBe(shown);
    const { title, sections, leftOut } = messagesIn(shown);
    for (const said of [title, sections.parties, sections.proof]) expect(text).toContain(said);
    expect(text.replaceAll(' ', '')).toContain(PAID_RECEIPT.proof.transactionHash);
    expect(text).not.toContain(leftOut?.slice(0, 20));
  });

  it('has all characters of its texts only where it is in that language', () => {
    const texts = textsOfMessages(messagesIn(language)).map(([, text]) => text);
    // What of Windows-1252 is beyond Latin-1, as far as texts have it.
    const others = texts.join('').replaceAll(/[\u0020-\u00ff–’“”„œ]/g, '');
    expect(others === '').toBe(PRINTED.has(language));
  });
});

describe('a receipt as PDF', () => {
  it.each([...PRINTED])('says that characters of others are left out: %s', async (language) => {
    const { text } = await print(language, { reference: '№ 7 注文' });
    expect(text).toContain('? 7 ??');
    const { leftOut } = messagesIn(language);
    expect(leftOut).not.toBeNull();
    // Quotation marks have other codes in the file.
    const lettersOf = (said: string) => said.replaceAll(/[^a-z]/gi, '');
    expect(lettersOf(text)).toContain(lettersOf(leftOut ?? ''));
  });
});
