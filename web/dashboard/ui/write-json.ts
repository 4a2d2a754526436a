/** What would reorder or hide other characters of a text. */
const INVISIBLE =
  /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** JSON as people read it, in which characters that cannot be seen are written as escapes; it parses to the same value. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replace(
    INVISIBLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
