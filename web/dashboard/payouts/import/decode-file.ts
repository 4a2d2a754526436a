/** What a file begins with that says how it is written. */
const UTF16_LE = [0xff, 0xfe] as const;
const UTF16_BE = [0xfe, 0xff] as const;

/**
 * The text of a file, in the encoding that spreadsheets write: UTF-8 with or without its mark, UTF-16 with it, and what is neither
 * as Windows does in western Europe.
 */
export function decodeFile(bytes: Uint8Array): string {
  if (beginsWith(bytes, UTF16_LE)) return new TextDecoder('utf-16le').decode(bytes);
  if (beginsWith(bytes, UTF16_BE)) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function beginsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, i) => bytes[i] === byte);
}
