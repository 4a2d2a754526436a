/** How many bodies every verifier must agree on. */
const BODIES = 20_000;

/** Texts that differ in their bytes only, or that printers of JSON write in several ways. */
const TEXTS = [
  'Zoë',
  'Zoe\u0308',
  '日本',
  '😀',
  '👩‍👩‍👧',
  'שלום',
  '\u202e',
  '\u2028',
  '\ufeff',
  '\\u00e9',
  '\\/',
  'a',
];

/** Numbers that change when they are read as doubles and printed again. */
const NUMBERS = ['1.0', '1E2', '-0', '9007199254740993', `${2n ** 256n - 1n}`, '1e400', '0.10'];

/**
 * Bodies as senders make them and as they should never be parsed first: compact JSON with Unicode and
 * large numbers. The same ones each time, so that a failing run can be run again.
 */
export function manyBodies(): readonly string[] {
  let state = 1;
  // A linear congruential generator with the numbers of Numerical Recipes.
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % limit;
  };
  const pick = (from: readonly string[]) => from[below(from.length)] ?? '';
  return Array.from({ length: BODIES }, (_, index) => {
    const texts = Array.from({ length: below(12) }, () => pick(TEXTS)).join('');
    const numbers = Array.from({ length: below(4) }, () => pick(NUMBERS)).join(',');
    return `{"event":"payment.confirmed","n":${index},"reference":"${texts}","units":[${numbers}]}`;
  });
}
