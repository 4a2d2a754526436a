/** One line of a phone, with room for what the page says about the name. Ours. */
export const DISPLAY_NAME_CHARS_MAX = 60;

/** Marks above and below one letter: more than any writing needs grows out of its line. Ours. */
const ACCENTS_MAX = 3;

/** Letters, their marks, digits, punctuation, signs of currencies and what names of companies have; a space is the only blank. */
const ALLOWED = /^[\p{L}\p{M}\p{N}\p{P}\p{Sc} +|®™©°]*$/u;

/** What is shown as nothing, and letters that are blank, which count as letters otherwise. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

const STACKED = new RegExp(`\\p{M}{${ACCENTS_MAX + 1}}`, 'u');
const SOMETHING = /[\p{L}\p{N}]/u;

/** Alphabets whose letters look alike; no word is written in two of them. */
const LOOK_ALIKE_SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
] as const;

/** Digits and signs as the letters that they are taken for; also `I`, which many fonts draw as `l`. */
const TAKEN_FOR: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '5': 's',
  i: 'l',
  '|': 'l',
};

/** Words by which the page says what it has checked. */
const WORDS_OF_PAGE = ['verified', 'unverified', 'verification'].map(skeletonOf);

/** What the page calls what it shows, and whom it cannot name. */
const TEXTS_OF_PAGE = [
  'payment request',
  'payment receipt',
  'payment complete',
  'merchant',
  'no name',
  'florin',
].map(skeletonOf);

/** With these the name of the software would speak for whoever runs it; alone it is also a person's. */
const SERVICE_WORDS = [
  'checkout',
  'help',
  'official',
  'pay',
  'payment',
  'payments',
  'security',
  'support',
  'team',
].map(skeletonOf);

/**
 * A name as it is stored: composed, without blanks around it and with single ones inside. Returns what is wrong with one that may not be
 * shown: it would hide, reorder or outgrow what is beside it, or be taken for a text of the page itself.
 */
export function readDisplayName(
  text: string,
): { readonly name: string } | { readonly problem: string } {
  const name = text.normalize('NFC').trim().replaceAll(/ {2,}/g, ' ');
  const problem = problemOf(name);
  return problem === undefined ? { name } : { problem };
}

function problemOf(name: string): string | undefined {
  if (!SOMETHING.test(name)) return 'must have a letter or a digit';
  if ([...name].length > DISPLAY_NAME_CHARS_MAX) {
    return `must have at most ${DISPLAY_NAME_CHARS_MAX} characters`;
  }
  if (INVISIBLE.test(name)) {
    return 'must not hold control characters, or characters that are invisible or change the direction of others';
  }
  if (!ALLOWED.test(name)) return 'must hold letters, digits and punctuation only, no symbols';
  if (STACKED.test(name.normalize('NFD'))) return `must not stack more than ${ACCENTS_MAX} marks`;
  if (name.split(' ').some(isMixed)) return 'must not mix alphabets that look alike in one word';
  if (isTextOfPage(name)) return 'must not be taken for a text of the page itself';
  return undefined;
}

/** Whether a word is written in alphabets whose letters look alike. */
export function isMixed(word: string): boolean {
  return LOOK_ALIKE_SCRIPTS.filter((script) => script.test(word)).length > 1;
}

function isTextOfPage(name: string): boolean {
  const skeleton = skeletonOf(name);
  const words = skeleton.split(' ');
  if (TEXTS_OF_PAGE.includes(skeleton) || words.some((word) => WORDS_OF_PAGE.includes(word))) {
    return true;
  }
  return words.includes(skeletonOf('florin')) && words.some((word) => SERVICE_WORDS.includes(word));
}

/** Words as the eye takes them: without marks, case and punctuation, and with one form for what looks alike. */
function skeletonOf(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[0135i|]/g, (character) => TAKEN_FOR[character] ?? character)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
