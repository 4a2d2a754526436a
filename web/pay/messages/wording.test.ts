import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { crosschainMessages as german } from './de/crosschain.ts';
import { crosschainMessages as english } from './en/crosschain.ts';

/** What each function among texts says of one. */
function textsOfOne(value: unknown): readonly string[] {
  if (typeof value === 'function') return [String(value(...Array(value.length).fill(1)))];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOfOne);
}

describe('the texts of the page', () => {
  it('say one of a thing in the singular', async () => {
    // Those of Tron take lists, and count nothing.
    const files = readdirSync('web/pay/messages/en').filter((file) => file !== 'tron.ts');
    const catalogues: object[] = await Promise.all(files.map((file) => import(`./en/${file}`)));
    const said = catalogues.flatMap(textsOfOne);
    expect(said.length).toBeGreaterThan(100);
    // “1 of 1 payments” is right: what is counted is behind “of”.
    expect(
      said.filter((text) =>
        /(?<!of )\b1 (calls|payments|signatures|blocks|minutes|hours|days)\b/.test(text),
      ),
    ).toEqual([]);
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
