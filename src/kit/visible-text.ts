/** A text from outside with a replacement mark for each character that would hide or reorder others. */
export function visibleText(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd');
}
