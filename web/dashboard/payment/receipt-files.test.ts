import { describe, expect, it } from 'vitest';
import { isReceiptLanguage, receiptFileUrl } from './receipt-files.ts';

describe('the files of a receipt', () => {
  const file = { paymentId: '01K0', format: 'pdf' } as const;

  it('are those of the API, in the language that is chosen', () => {
    const url = 'https://api.example/v2/payments/01K0/receipt?format=pdf';
    expect(receiptFileUrl('https://api.example', { ...file, language: 'en' })).toBe(url);
    expect(receiptFileUrl('https://api.example', { ...file, language: 'ja' })).toBe(
      `${url}&lang=ja`,
    );
  });

  it.each(['nl', '', 'toString'])('are in none that is called %j', (text) => {
    expect(isReceiptLanguage(text)).toBe(false);
  });
});
