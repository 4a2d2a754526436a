import { textOf } from './tree.ts';

/** An exported declaration, with the docstring above it where there is one. */
export interface Exported {
  /** `path:line`. */
  readonly at: string;
  readonly name: string;
  readonly docstring: string | undefined;
}

const EXPORT = /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/;

/** The declarations that a file exports. */
export function exportsOf(path: string, text = textOf(path)): readonly Exported[] {
  const lines = text.split('\n');
  return lines.flatMap((line, i) => {
    const name = EXPORT.exec(line)?.[1];
    return name === undefined
      ? []
      : [{ at: `${path}:${i + 1}`, name, docstring: docstringAbove(lines, i) }];
  });
}

function docstringAbove(lines: readonly string[], at: number): string | undefined {
  if (!(lines[at - 1] ?? '').trim().endsWith('*/')) return undefined;
  const first = lines.slice(0, at).findLastIndex((line) => line.trim().startsWith('/**'));
  if (first === -1) return undefined;
  const text = lines.slice(first, at).join(' ');
  return text
    .replaceAll(/\/\*\*|\*\/|\s\*\s/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Words that say nothing by themselves. */
const EMPTY = new Set(
  'a an the of to in on at by for from with and or it its is are as be that this which what who how one some each all any'.split(
    ' ',
  ),
);

/** Whether a docstring says no more than the name that it stands above. */
export function repeatsName({ name, docstring }: Pick<Exported, 'name' | 'docstring'>): boolean {
  if (docstring === undefined) return false;
  const named = new Set(wordsIn(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')));
  return wordsIn(docstring).every((word) => named.has(word));
}

/** The words that carry meaning, without the endings of plurals and verbs. */
function wordsIn(text: string): readonly string[] {
  const found = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return found
    .filter((word) => !EMPTY.has(word))
    .map((word) => word.replace(/(ies|es|s|ed|ing|y|e)$/, ''));
}
