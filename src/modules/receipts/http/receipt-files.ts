import { AnswerFile } from '#platform/http/endpoint.ts';
import { printReceipt } from '../print-receipt.ts';

/** What the file of a receipt is called, without its ending. */
export function fileNameOf({ paymentId }: { readonly paymentId: string }): string {
  return `receipt-${paymentId}`;
}

/** A receipt as PDF. */
export async function pdfOf(receipt: Parameters<typeof printReceipt>[0]): Promise<AnswerFile> {
  const content = await printReceipt(receipt);
  return new AnswerFile({
    type: 'application/pdf',
    content,
    fileName: `${fileNameOf(receipt)}.pdf`,
  });
}
