import { describe, expect, it } from 'vitest';
import { isLanguage, LANGUAGES, type Language } from '#kit/languages.ts';
import { PAID_RECEIPT } from '../../../tests/support/shown-receipts.ts';
import { textsOfMessages } from '../../../tests/support/texts-of-messages.ts';
import { textsOfPdf } from '../../../tests/support/texts-of-pdf.ts';
import { messagesIn } from './model/messages-in.ts';
import type { PayerReceipt } from './model/receipt.ts';
import { printReceipt } from './print-receipt.ts';

const LANGUAGE_IDS = Object.keys(LANGUAGES).filter(isLanguage);

/** The languages whose characters fonts of PDF have here. */
const PRINTED: ReadonlySet<Language> = new Set(['en', 'es', 'pt', 'fr', 'de', 'it', 'tr']);

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
  return { file, named, text: textsOfPdf(file).replaceAll(/\s+/g, ' ') };
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

  it('has all characters of its texts only where it is in that language', async () => {
    const texts = textsOfMessages(messagesIn(language)).map(([, text]) => text);
    const { text } = await print('en', { reference: texts.join(' ') });
    const lettersOf = (said: string) => said.replaceAll(/\s/g, '');
    expect(lettersOf(text).includes(lettersOf(texts.join('')))).toBe(PRINTED.has(language));
  });
});

describe('a receipt as PDF', () => {
  it('has letters that not every reader has, in the reference and in whoever is paid', async () => {
    const displayName = 'Żółć & Ğüneş ΑΒΓ Привет ₺';
    const merchant = { ...PAID_RECEIPT.merchant, displayName };
    const { file, text } = await print('en', { merchant, reference: 'Łódź №7 Ελλάς' });
    for (const said of [displayName, 'Łódź №7 Ελλάς']) expect(text).toContain(said);
    expect(text).not.toContain('lack');
    // The letters that it uses, not the font of 370 kB.
    expect(file.length).toBeLessThan(60_000);
  });

  it('has a glyph for each letter that it does not replace', async () => {
    const letters = Array.from({ length: 0x3000 - 0xa0 }, (_, at) =>
      String.fromCodePoint(0xa0 + at),
    );
    const assigned = letters.filter((letter) => /[\p{Letter}\p{Currency_Symbol}]/u.test(letter));
    const { text } = await print('en', { reference: assigned.join('') });
    const shown = new Set(text);
    // Every letter without a glyph is the same empty box.
    expect(shown).not.toContain('\0');
    for (const letter of 'ĀżƏəɓΩώЂӘԱֆაỳ₺₽') expect(shown).toContain(letter);
    for (const letter of 'אبกあ') expect(shown).not.toContain(letter);
  });

  it('shows a letter and its accent, of however many characters, as one', async () => {
    const { text } = await print('en', { reference: 'Re\u0301sume\u0301 Z\u0307' });
    expect(text).toContain('Résumé Ż');
  });

  it('holds no font where all readers have its letters', async () => {
    const { file } = await print('de', { reference: 'Überweisung' });
    expect(file.toString('latin1')).not.toContain('/FontFile');
  });

  it.each(['\u202e', '\u200f', '\u0000', 'ש', 'م'])(
    'shows %j as a question mark, beside letters that it has',
    async (character) => {
      const { text } = await print('en', { reference: `Ł${character}Ł` });
      expect(text).toContain('Ł?Ł');
    },
  );

  it.each([...PRINTED])('says that characters of others are left out: %s', async (language) => {
    const { text } = await print(language, { reference: '№ 7 注文' });
    expect(text).toContain('№ 7 ??');
    const { leftOut } = messagesIn(language);
    expect(leftOut).not.toBeNull();
    expect(text.replaceAll('\u00a0', ' ')).toContain((leftOut ?? '').replaceAll('\u00a0', ' '));
  });
});
