import { DEFAULT_LANGUAGE, type Language } from '#kit/languages.ts';
import { messagesIn } from './model/messages-in.ts';
import type { PayerReceipt, Receipt } from './model/receipt.ts';
import { issuedText } from './model/receipt-html.ts';
import { type ReceiptLine, sectionsOf } from './model/receipt-sections.ts';
import { amountText } from './model/receipt-texts.ts';

/** In points: A4 with a margin that every printer keeps. */
const MARGIN = 50;
const NAME_WIDTH = 130;
const SIZES = { title: 18, amount: 26, heading: 13, text: 10, small: 9 } as const;

/** The characters that the standard fonts of PDF have: Windows-1252. */
const OTHER_CHARACTERS =
  /[^\u0020-\u007e\u00a0-\u00ff\u20ac\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u017d\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u017e\u0178]/gu;

/**
 * A receipt as PDF, on A4. It has the fonts that every reader has, which are Latin: of another script it shows marks and says so, and where
 * they lack the script of the language itself it is in English. The library is loaded when the first one is asked for.
 */
export async function printReceipt(
  receipt: Receipt | PayerReceipt,
  wanted: Language,
): Promise<Buffer> {
  const language = messagesIn(wanted).leftOut === null ? DEFAULT_LANGUAGE : wanted;
  const { default: PdfDocument } = await import('pdfkit');
  const document = new PdfDocument({
    size: 'A4',
    margin: MARGIN,
    lang: language,
    info: {
      Title: `${messagesIn(language).title} ${receipt.paymentId}`,
      CreationDate: new Date(receipt.issuedAt),
    },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    document.on('end', resolve);
    document.on('error', reject);
  });
  writeReceipt(document, receipt, language);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

/** A text with a mark for each character that the fonts lack. */
const printable = (text: string) => text.replace(OTHER_CHARACTERS, '?');

type Document = PDFKit.PDFDocument;

function writeReceipt(
  document: Document,
  receipt: Receipt | PayerReceipt,
  language: Language,
): void {
  const messages = messagesIn(language);
  const sections = sectionsOf(receipt, { language });
  const isCut = sections.some(({ lines }) => lines.some(({ text }) => text !== printable(text)));
  document.font('Helvetica-Bold').fontSize(SIZES.title).text(messages.title);
  document.fontSize(SIZES.amount).text(printable(amountText(receipt.received, language)));
  if (receipt.mode === 'sandbox') paragraph(document, messages.sandbox, SIZES.text);
  for (const { title, lines } of sections) {
    document.moveDown().font('Helvetica-Bold').fontSize(SIZES.heading).text(title, MARGIN);
    document.moveDown(0.3);
    for (const line of lines) writeLine(document, line);
  }
  document.moveDown();
  if (receipt.proof !== null) paragraph(document, messages.howToVerify, SIZES.small);
  if (isCut && messages.leftOut !== null) paragraph(document, messages.leftOut, SIZES.small);
  paragraph(document, issuedText(receipt, language), SIZES.small);
}

function paragraph(document: Document, text: string, size: number): void {
  document.font('Helvetica').fontSize(size).text(text, MARGIN);
}

/** A name and beside it the text, which may take several lines; both stay on one page. */
function writeLine(document: Document, { name, text, kind }: ReceiptLine): void {
  const width = document.page.width - 2 * MARGIN - NAME_WIDTH;
  const shown = printable(text);
  const font = kind === 'code' ? 'Courier' : 'Helvetica';
  const height = document.font(font).fontSize(SIZES.text).heightOfString(shown, { width });
  if (document.y + height > document.page.height - MARGIN) document.addPage();
  const top = document.y;
  document.font('Helvetica').text(name, MARGIN, top, { width: NAME_WIDTH });
  const below = document.y;
  document.font(font).text(shown, MARGIN + NAME_WIDTH, top, { width });
  document.y = Math.max(document.y, below) + 3;
}
