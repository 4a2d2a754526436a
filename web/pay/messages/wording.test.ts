import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { crosschainMessages as german } from './de/crosschain.ts';
import { crosschainMessages as english } from './en/crosschain.ts';

/** What each function among texts says of a number. */
function textsOf(value: unknown, number: number): readonly string[] {
  if (typeof value === 'function') return [String(value(...Array(value.length).fill(number)))];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((one) => textsOf(one, number));
}

/** All of a language that count: those of Tron take lists, and count nothing. */
async function cataloguesOf(language: string): Promise<readonly object[]> {
  const files = readdirSync('web/pay/messages/en').filter((file) => file !== 'tron.ts');
  return await Promise.all(files.map((file) => import(`./${language}/${file}`)));
}

describe('the texts of the page', () => {
  it('say one of a thing in the singular', async () => {
    const said = (await cataloguesOf('en')).flatMap((one) => textsOf(one, 1));
    expect(said.length).toBeGreaterThan(100);
    // “1 of 1 payments” is right: what is counted is behind “of”.
    expect(
      said.filter((text) =>
        /(?<!of )\b1 (calls|payments|signatures|blocks|minutes|hours|days)\b/.test(text),
      ),
    ).toEqual([]);
  });

  it('have two minutes, hours and days in the genitive behind a preposition in Arabic', async () => {
    const catalogues = await cataloguesOf('ar');
    // As a count, and as the seconds of two minutes and two hours.
    const said = [2, 120, 7_200].flatMap((number) =>
      catalogues.flatMap((one) => textsOf(one, number)),
    );
    expect(said.some((text) => text.includes('خلال دقيقتين.'))).toBe(true);
    expect(said.some((text) => text.includes('الوقت المتبقي: ساعتان'))).toBe(true);
    const wrong = /(خلال|بعد|قبل|لمدة|من|في|حتى) (ثانيتان|دقيقتان|ساعتان|يومان)/;
    expect(said.filter((text) => wrong.test(text))).toEqual([]);
  });

  it('say both, and not all, of two', async () => {
    const said = async (language: string): Promise<readonly string[]> => {
      const { bundleMessages } = await import(`./${language}/bundle.ts`);
      const { billedMessages } = await import(`./${language}/billed.ts`);
      const { batchText, allAtOnce } = billedMessages.review;
      return [bundleMessages.choose.text(2), batchText(2, 2), allAtOnce(2)].map(String);
    };
    const [bundle, batch, atOnce] = await said('en');
    expect(bundle).toMatch(/^Both payments that are due are paid/);
    expect(batch).toContain('both payments that are due, or neither of them');
    expect(atOnce).toBe('Sign both at once');
    const odd = /\b(all|alle|tutti i|tutte e|todos os|كل الدفعات) 2\b|全部 2|2 件すべて/i;
    for (const language of readdirSync('web/pay/messages')) {
      if (language.includes('.')) continue;
      expect((await said(language)).filter((text) => odd.test(text))).toEqual([]);
    }
  });

  it('name a contract within a sentence as the language writes it', () => {
    expect(english.review.approve(true, '5 USDC')).toContain('the bridge contract to take 5 USDC');
    expect(english.review.approve(false, '5 USDC')).toContain('the payment contract to take');
    expect(german.review.approve(true, '5 USDC')).toContain('dem Brückenvertrag, 5 USDC');
  });
});
