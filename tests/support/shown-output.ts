import type { ShownOutput } from './shell-blocks.ts';

/** What differs from run to run, and what stands for it on both sides. */
const VARIABLE: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>'],
  [/https?:\/\/(localhost|127\.0\.0\.1):\d+/g, '<host>'],
  [/"(cursor|nextCursor)":"[^"…]*/g, '"$1":"<cursor>'],
  [/^id: \S+/gm, 'id: <cursor>'],
  [/florin_(sandbox|live)_\w+/g, '<key>'],
  [/owner-[0-9a-f]{6}@/g, 'owner-<number>@'],
  [/cli_[A-Za-z0-9]{24}/g, '<client id>'],
  [/shown only now: \S+/g, 'shown only now: <secret>'],
  [/\b[0-9A-HJKMNP-TV-Z]{26}\b/g, '<id>'],
  [/0x[0-9a-fA-F]{8,}/g, '<hex>'],
  [/\b[0-9a-f]{32,}\b/g, '<hex>'],
];

/** Of tables and sentences also every number; in JSON the amounts stay. */
const VARIABLE_TEXT: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}_\w+/g, '<migration>'],
  [/\b\d+(\.\d+)*\b/g, '<number>'],
  [/ +/g, ' '],
];

const replaceIn = (text: string, rules: readonly (readonly [RegExp, string])[]) =>
  rules.reduce((rest, [pattern, word]) => rest.replace(pattern, word), text);

/**
 * What a page shows and the block above it did not print, in the order of the page; empty when it
 * printed all of that. `…` stands for anything.
 */
export function missingFrom({ language, text }: ShownOutput, printed: string): string[] {
  if (language === 'json') {
    const compact = text.split('\n').map((line) => line.trim());
    return missingIn([compact.join('')], [replaceIn(printed.replaceAll('\n', ' '), VARIABLE)]);
  }
  const rules = [...VARIABLE, ...VARIABLE_TEXT];
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return missingIn(lines, replaceIn(printed, rules).split('\n'), VARIABLE_TEXT);
}

/** The shown lines that no printed line fits, each searched after the one before. */
function missingIn(
  shown: readonly string[],
  printed: readonly string[],
  more: readonly (readonly [RegExp, string])[] = [],
): string[] {
  let from = 0;
  return shown.filter((line) => {
    const parts = replaceIn(line, [...VARIABLE, ...more])
      .trim()
      .split('…');
    const found = printed.findIndex((candidate, i) => i >= from && holds(candidate, parts));
    if (found >= 0) from = found + 1;
    return found < 0;
  });
}

/** Whether a line holds all parts, one behind the other. */
function holds(line: string, parts: readonly string[]): boolean {
  let from = 0;
  return parts.every((part) => {
    const at = line.indexOf(part, from);
    from = at + part.length;
    return at >= 0;
  });
}
