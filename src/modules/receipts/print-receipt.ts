import { DEFAULT_LANGUAGE, type Language } from '#kit/languages.ts';
import { messagesIn } from './model/messages-in.ts';
import type { PayerReceipt, Receipt } from './model/receipt.ts';
import { issuedText } from './model/receipt-html.ts';
import { type ReceiptLine, sectionsOf } from './model/receipt-sections.ts';
import { amountText } from './model/receipt-texts.ts';
import { addFonts, type PdfFonts } from './pdf-fonts.ts';

/** In points: A4 with a margin that every printer keeps. */
const MARGIN = 50;
const NAME_WIDTH = 130;
const SIZES = { title: 18, amount: 26, heading: 13, text: 10, small: 9 } as const;

/** What stands below the other on the paper. */
type Part =
  | { readonly as: keyof typeof SIZES; readonly text: string }
  | { readonly as: 'line'; readonly line: ReceiptLine }
  | { readonly as: 'space' };

/**
 * A receipt as PDF, on A4. Of a script that its fonts lack, such as Chinese or Arabic, it shows question marks and says so, and where
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
  await writeReceipt(document, receipt, language);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

type Document = PDFKit.PDFDocument;

async function writeReceipt(
  document: Document,
  receipt: Receipt | PayerReceipt,
  language: Language,
): Promise<void> {
  const { leftOut } = messagesIn(language);
  const parts = partsOf(receipt, language);
  const issued: Part = { as: 'small', text: issuedText(receipt, language) };
  const texts = [...parts, issued].flatMap(textsOf);
  const fonts = await addFonts(document, texts);
  const isCut = texts.some(fonts.lack);
  const note: Part[] = isCut && leftOut !== null ? [{ as: 'small', text: leftOut }] : [];
  for (const part of [...parts, ...note, issued]) writePart(document, fonts, part);
}

/** All but what says when it was issued. */
function partsOf(receipt: Receipt | PayerReceipt, language: Language): readonly Part[] {
  const messages = messagesIn(language);
  const isTest = receipt.mode === 'sandbox';
  return [
    { as: 'title', text: messages.title },
    { as: 'amount', text: amountText(receipt.received, language) },
    ...(isTest ? [{ as: 'text', text: messages.sandbox } as const] : []),
    ...sectionsOf(receipt, { language }).flatMap(({ title, lines }): Part[] => [
      { as: 'heading', text: title },
      ...lines.map((line) => ({ as: 'line', line }) as const),
    ]),
    { as: 'space' },
    ...(receipt.proof === null ? [] : [{ as: 'small', text: messages.howToVerify } as const]),
  ];
}

function textsOf(part: Part): readonly string[] {
  if (part.as === 'space') return [];
  return part.as === 'line' ? [part.line.name, part.line.text] : [part.text];
}

function writePart(document: Document, fonts: PdfFonts, part: Part): void {
  if (part.as === 'space') document.moveDown();
  else if (part.as === 'line') writeLine(document, fonts, part.line);
  else if (part.as === 'heading') writeHeading(document, fonts, part.text);
  else {
    const isLarge = part.as === 'title' || part.as === 'amount';
    const font = isLarge ? fonts.bold : fonts.text;
    document.font(font).fontSize(SIZES[part.as]).text(fonts.printable(part.text), MARGIN);
  }
}

function writeHeading(document: Document, fonts: PdfFonts, text: string): void {
  document.moveDown().font(fonts.bold).fontSize(SIZES.heading).text(text, MARGIN);
  document.moveDown(0.3);
}

/** A name and beside it the text, which may take several lines; both stay on one page. */
function writeLine(document: Document, fonts: PdfFonts, { name, text, kind }: ReceiptLine): void {
  const width = document.page.width - 2 * MARGIN - NAME_WIDTH;
  const shown = fonts.printable(text);
  const font = kind === 'code' ? 'Courier' : fonts.text;
  const height = document.font(font).fontSize(SIZES.text).heightOfString(shown, { width });
  if (document.y + height > document.page.height - MARGIN) document.addPage();
  const top = document.y;
  document.font(fonts.text).text(name, MARGIN, top, { width: NAME_WIDTH });
  const below = document.y;
  document.font(font).text(shown, MARGIN + NAME_WIDTH, top, { width });
  document.y = Math.max(document.y, below) + 3;
}
