import { readDisplayName } from '#modules/merchant-profiles/index.ts';

/** The beginning of an address: a name that looks like one could be compared in place of it. */
const LIKE_AN_ADDRESS = /0x[0-9a-f]{4}/;

/**
 * Whether a name in its normal form may be shown. What a merchant may not call itself is refused of each label, its length of the whole: what is
 * invisible, turned around or mixed of alphabets that look alike, symbols such as check marks, and the words by which the page says what it checked.
 */
export function isShownName(name: string): boolean {
  if (LIKE_AN_ADDRESS.test(name)) return false;
  const words = name.replaceAll('.', ' ');
  const read = readDisplayName(words);
  return 'name' in read && read.name === words;
}
