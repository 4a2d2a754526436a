import { z } from 'zod';
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES, type Language } from '#kit/languages.ts';
import { AnswerFile } from '#platform/http/endpoint.ts';
import { printReceipt } from '../print-receipt.ts';

/** What the file of a receipt is called, without its ending. */
export function fileNameOf({ paymentId }: { readonly paymentId: string }): string {
  return `receipt-${paymentId}`;
}

/** The language of a file; one that is not ours is refused (400). */
export const ReceiptLanguage = z
  .enum(Object.keys(LANGUAGES).filter(isLanguage))
  .default(DEFAULT_LANGUAGE);

/** A receipt as PDF. */
export async function pdfOf(
  receipt: Parameters<typeof printReceipt>[0],
  language: Language,
): Promise<AnswerFile> {
  const content = await printReceipt(receipt, language);
  return new AnswerFile({
    type: 'application/pdf',
    content,
    fileName: `${fileNameOf(receipt)}.pdf`,
  });
}
