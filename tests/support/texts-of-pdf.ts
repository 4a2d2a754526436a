import { inflateSync } from 'node:zlib';

/** The texts of a PDF of ours, joined: of fonts that every reader has, and of those that the file holds. */
export function textsOfPdf(pdf: Buffer): string {
  const objects = objectsOf(pdf);
  const fonts = new Map<string, Letters>();
  for (const { head } of objects.values()) {
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1] ?? '';
      fonts.set(name, lettersOf(objects.get(table)?.stream));
    }
  }
  const contents = [...objects.values()].map(({ stream }) => stream ?? '').join('\n');
  const texts: string[] = [];
  let letters = lettersOf(undefined);
  for (const [, font, parts = ''] of contents.matchAll(/\/(F\d+) [\d.]+ Tf|\[(<[^\]]*)\] TJ/g)) {
    if (font !== undefined) letters = fonts.get(font) ?? letters;
    else
      texts.push(
        [...parts.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => letters(hex)).join(''),
      );
  }
  return texts.join('\n');
}

/** The text of what is written in hexadecimal digits. */
type Letters = (hex: string) => string;

interface PdfObject {
  readonly head: string;
  /** What it holds, not compressed; undefined where that is no stream of text. */
  readonly stream: string | undefined;
}

function objectsOf(pdf: Buffer): ReadonlyMap<string, PdfObject> {
  const found = pdf
    .toString('latin1')
    .matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)(?:\nstream\n([\s\S]*?)\nendstream)?\nendobj/g);
  return new Map(
    [...found].map(([, id = '', head = '', bytes]) => [id, { head, stream: inflated(bytes) }]),
  );
}

function inflated(bytes: string | undefined): string | undefined {
  if (bytes === undefined) return undefined;
  try {
    return inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1');
  } catch {
    return undefined;
  }
}

/** By the table of a font that the file holds; without one it is Windows-1252. */
function lettersOf(table: string | undefined): Letters {
  if (table === undefined)
    return (hex) => new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex'));
  const texts = new Map<number, string>();
  for (const [, from = '', list = ''] of table.matchAll(
    /<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g,
  )) {
    const first = Number.parseInt(from, 16);
    for (const [at, [, units = '']] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      const codes = units.split(' ').map((unit) => Number.parseInt(unit, 16));
      texts.set(first + at, String.fromCharCode(...codes));
    }
  }
  return (hex) =>
    [...hex.matchAll(/.{4}/g)]
      .map(([glyph]) => texts.get(Number.parseInt(glyph, 16)) ?? '')
      .join('');
}
