/** Longer texts from outside are cut; the API takes at most 255 characters where people write. */
const TEXT_CHARACTERS_MAX = 255;

/** Controls, bidirectional overrides and isolates, invisible joiners and line separators. */
const INVISIBLE =
  /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/**
 * A text from outside as it may stand on the page: what would reorder or hide other characters
 * becomes a visible replacement mark, and an overlong text is cut with an ellipsis.
 */
export function plainText(text: string): string {
  const characters = [...text.slice(0, TEXT_CHARACTERS_MAX * 2)];
  const cut =
    characters.length > TEXT_CHARACTERS_MAX || text.length > TEXT_CHARACTERS_MAX * 2
      ? `${characters.slice(0, TEXT_CHARACTERS_MAX).join('')}…`
      : text;
  return cut.replace(INVISIBLE, '\ufffd');
}
