import type { PayerReceipt, Receipt } from './model/receipt.ts';
import {
  amountText,
  HOW_TO_VERIFY,
  RECEIPT_TITLE,
  type ReceiptLine,
  SANDBOX_NOTICE,
  sectionsOf,
} from './model/receipt-sections.ts';

/** In points: A4 with a margin that every printer keeps. */
const MARGIN = 50;
const NAME_WIDTH = 130;
const SIZES = { title: 18, amount: 26, heading: 13, text: 10, small: 9 } as const;

/** The characters that the standard fonts of PDF have: Windows-1252. */
const OTHER_CHARACTERS =
  /[^\u0020-\u007e\u00a0-\u00ff\u20ac\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u017d\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u017e\u0178]/gu;

const LEFT_OUT =
  'Characters that the fonts of this file lack are shown as "?"; the receipt as HTML has them.';

/**
 * A receipt as PDF, on A4. It has the fonts that every reader has, which are Latin: of another script it shows marks and says so.
 * The library is loaded when the first one is asked for.
 */
export async function printReceipt(receipt: Receipt | PayerReceipt): Promise<Buffer> {
  const { default: PdfDocument } = await import('pdfkit');
  const document = new PdfDocument({
    size: 'A4',
    margin: MARGIN,
    lang: 'en',
    info: {
      Title: `${RECEIPT_TITLE} ${receipt.paymentId}`,
      CreationDate: new Date(receipt.issuedAt),
    },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    document.on('end', resolve);
    document.on('error', reject);
  });
  writeReceipt(document, receipt);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

/** A text with a mark for each character that the fonts lack. */
const printable = (text: string) => text.replace(OTHER_CHARACTERS, '?');

type Document = PDFKit.PDFDocument;

function writeReceipt(document: Document, receipt: Receipt | PayerReceipt): void {
  const sections = sectionsOf(receipt);
  const isCut = sections.some(({ lines }) => lines.some(({ text }) => text !== printable(text)));
  document.font('Helvetica-Bold').fontSize(SIZES.title).text(RECEIPT_TITLE);
  document.fontSize(SIZES.amount).text(printable(amountText(receipt.received)));
  if (receipt.mode === 'sandbox') paragraph(document, SANDBOX_NOTICE, SIZES.text);
  for (const { title, lines } of sections) {
    document.moveDown().font('Helvetica-Bold').fontSize(SIZES.heading).text(title, MARGIN);
    document.moveDown(0.3);
    for (const line of lines) writeLine(document, line);
  }
  document.moveDown();
  if (receipt.proof !== null) paragraph(document, HOW_TO_VERIFY, SIZES.small);
  if (isCut) paragraph(document, LEFT_OUT, SIZES.small);
  paragraph(document, `Issued ${receipt.issuedAt}`, SIZES.small);
}

function paragraph(document: Document, text: string, size: number): void {
  document.font('Helvetica').fontSize(size).text(text, MARGIN);
}

/** A name and beside it the text, which may take several lines; both stay on one page. */
function writeLine(document: Document, { name, text, isCode }: ReceiptLine): void {
  const width = document.page.width - 2 * MARGIN - NAME_WIDTH;
  const shown = printable(text);
  const font = isCode ? 'Courier' : 'Helvetica';
  const height = document.font(font).fontSize(SIZES.text).heightOfString(shown, { width });
  if (document.y + height > document.page.height - MARGIN) document.addPage();
  const top = document.y;
  document.font('Helvetica').text(name, MARGIN, top, { width: NAME_WIDTH });
  const below = document.y;
  document.font(font).text(shown, MARGIN + NAME_WIDTH, top, { width });
  document.y = Math.max(document.y, below) + 3;
}
