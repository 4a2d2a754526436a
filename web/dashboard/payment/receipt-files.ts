import type { paths } from '../../api/schema.generated.d.ts';

/** A language that receipts are written in. */
export type ReceiptLanguage = NonNullable<
  NonNullable<paths['/v2/payments/{paymentId}/receipt']['get']['parameters']['query']>['lang']
>;

/** The languages of receipts, each by what it calls itself. */
export const RECEIPT_LANGUAGES: Readonly<Record<ReceiptLanguage, string>> = {
  en: 'English',
  es: 'Español',
  pt: 'Português',
  fr: 'Français',
  de: 'Deutsch',
  it: 'Italiano',
  tr: 'Türkçe',
  zh: '中文',
  ja: '日本語',
  ar: 'العربية',
};

/** The languages in which the API makes no PDF. */
export const PRINT_ONLY: ReadonlySet<ReceiptLanguage> = new Set(['zh', 'ja', 'ar']);

/** Whether receipts are written in it. */
export function isReceiptLanguage(text: string): text is ReceiptLanguage {
  return Object.hasOwn(RECEIPT_LANGUAGES, text);
}

interface ReceiptFile {
  readonly paymentId: string;
  readonly format: 'html' | 'pdf';
  readonly language: ReceiptLanguage;
}

/** Where the API has the receipt of a payment as a file. */
export function receiptFileUrl(
  apiUrl: string,
  { paymentId, format, language }: ReceiptFile,
): string {
  const query = new URLSearchParams({ format, ...(language !== 'en' && { lang: language }) });
  return `${apiUrl}/v2/payments/${encodeURIComponent(paymentId)}/receipt?${query}`;
}
