import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** What a document in PDF is written with. */
export interface PdfFonts {
  /** The names under which the document knows its fonts. */
  readonly text: string;
  readonly bold: string;
  /** A text with a question mark for each character that the fonts lack; accents are one character with their letters. */
  printable(text: string): string;
  /** Whether they lack any character of a text. */
  lack(text: string): boolean;
}

/** The characters that the fonts of every reader have: Windows-1252. */
const STANDARD =
  '\\u0020-\\u007e\\u00a0-\\u00ff\\u20ac\\u201a\\u0192\\u201e\\u2026\\u2020\\u2021\\u02c6\\u2030\\u0160\\u2039\\u0152\\u017d\\u2018\\u2019\\u201c\\u201d\\u2022\\u2013\\u2014\\u02dc\\u2122\\u0161\\u203a\\u0153\\u017e\\u0178';
/**
 * Those of DejaVu Sans that are set one behind the other, from left to right: Latin, Greek, Cyrillic, Armenian, Georgian,
 * and the signs of currencies. It has Arabic letters too, but a line of them would be in the wrong order.
 */
const EMBEDDED =
  '\\u0020-\\u007e\\u00a0-\\u02af\\u02bb\\u02bc\\u0370-\\u0377\\u037a-\\u037f\\u0384-\\u038a\\u038c\\u038e-\\u03a1\\u03a3-\\u03ff\\u0400-\\u0525\\u0531-\\u0556\\u0561-\\u0587\\u10d0-\\u10fa\\u1e00-\\u1efb\\u2010-\\u2027\\u2030-\\u205e\\u20a0-\\u20b5\\u20b8-\\u20ba\\u20bd\\u2116\\u2122';

const LACKED_BY_STANDARD = new RegExp(`[^${STANDARD}]`, 'gu');
const LACKED_BY_EMBEDDED = new RegExp(`[^${EMBEDDED}]`, 'gu');

const require = createRequire(import.meta.url);

/**
 * Gives a document its fonts: those of every reader where they have all characters of its texts, which keeps the file small; else DejaVu Sans, of which the
 * file then holds what it uses.
 */
export async function addFonts(
  document: PDFKit.PDFDocument,
  texts: readonly string[],
): Promise<PdfFonts> {
  const standard = fontsWithout(LACKED_BY_STANDARD, { text: 'Helvetica', bold: 'Helvetica-Bold' });
  if (!texts.some(standard.lack)) return standard;
  document.registerFont(
    'text',
    await readFile(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
  );
  document.registerFont(
    'bold',
    await readFile(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')),
  );
  return fontsWithout(LACKED_BY_EMBEDDED, { text: 'text', bold: 'bold' });
}

function fontsWithout(lacked: RegExp, names: Pick<PdfFonts, 'text' | 'bold'>): PdfFonts {
  const printable = (text: string) => text.normalize('NFC').replace(lacked, '?');
  return { ...names, printable, lack: (text) => printable(text) !== text.normalize('NFC') };
}
