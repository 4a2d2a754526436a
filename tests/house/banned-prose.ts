import ts from 'typescript';
import { BANNED_WORDS } from './banned-words.ts';

/** Words of the private language that no comment, title, message or document needs, by what they meant. */
const BANNED_IN_PROSE = [
  'told tells telling tellings untold',
  'wish wishes wished',
  'happening happenings',
  'hear hears heard unheard',
  'bell bells ring rings rung',
  'stranger strangers greet acquaint acquainted',
  'witness witnesses witnessed',
  'imitation imitations imitator imitators',
  'vouched',
  'doubt doubted doubtful',
  'owed',
  'deafen deafened',
  'plaque hatch hatches',
]
  .join(' ')
  .split(' ');

/** Most files have none in their whole text, and need no parsing. */
const ANYWHERE = new RegExp(`\\b(?:${BANNED_IN_PROSE.join('|')})\\b`, 'i');

/** A line of prose with a banned word. */
export interface BannedProse {
  /** `path:line`. */
  readonly at: string;
  readonly word: string;
  /** What to write instead. */
  readonly use: string | undefined;
  readonly text: string;
}

interface Line {
  readonly number: number;
  readonly text: string;
}

/** The lines of a file with a banned word, outside of the allowed texts. */
export function bannedProseIn(
  path: string,
  source: string,
  allowed: readonly string[] = [],
): BannedProse[] {
  if (!ANYWHERE.test(source)) return [];
  const lines = path.endsWith('.md') ? linesOfDocument(source) : linesOfCode(path, source);
  return lines.flatMap(({ number, text }) => {
    const rest = allowed.reduce((left, one) => left.replaceAll(one, ''), text);
    const words = rest.toLowerCase().match(/[a-z]+/g) ?? [];
    const word = words.find((one) => BANNED_IN_PROSE.includes(one));
    if (word === undefined) return [];
    return [{ at: `${path}:${number}`, word, use: BANNED_WORDS.get(word), text: text.trim() }];
  });
}

/** A document's lines outside of code, without the targets of links. */
function linesOfDocument(source: string): Line[] {
  let isCode = false;
  return source.split('\n').flatMap((line, i) => {
    const isFence = /^\s*```/.test(line);
    if (isFence) isCode = !isCode;
    return isCode || isFence
      ? []
      : [{ number: i + 1, text: line.replace(/`[^`]*`|\]\([^)]*\)/g, '') }];
  });
}

/** The comments of a file, and its texts of more than one word: titles, messages and descriptions. */
function linesOfCode(path: string, source: string): Line[] {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind);
  const found = new Map<number, string>();
  const add = (from: number, to: number): void => {
    source
      .slice(from, to)
      .split('\n')
      .forEach((text, i) => {
        const number = file.getLineAndCharacterOfPosition(from).line + 1 + i;
        found.set(number, `${found.get(number) ?? ''} ${text}`);
      });
  };
  const collect = (node: ts.Node): void => {
    if (isProse(node)) add(node.getStart(), node.getEnd());
    ts.forEachChild(node, collect);
  };
  collect(file);
  for (const [from, to] of commentsOf(file, source)) add(from, to);
  return [...found].map(([number, text]) => ({ number, text })).sort((a, b) => a.number - b.number);
}

/** Whether a node is a text of several words; SQL, markup and styles are code. */
function isProse(node: ts.Node): boolean {
  if (node.kind === ts.SyntaxKind.JsxText) return true;
  if (ts.isTemplateLiteralToken(node) && isTagged(node)) return false;
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateLiteralToken(node)) return false;
  return (
    /[a-z]+,? [a-z]+/i.test(node.text) &&
    !/^\s*(select|insert|update|with|delete)\b/i.test(node.text)
  );
}

function isTagged(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isTaggedTemplateExpression(parent)) return true;
  const template = ts.isTemplateSpan(parent) ? parent.parent : parent;
  return ts.isTemplateExpression(template) && ts.isTaggedTemplateExpression(template.parent);
}

function commentsOf(file: ts.SourceFile, source: string): readonly (readonly [number, number])[] {
  const found = new Map<number, number>();
  const collect = (node: ts.Node): void => {
    const ranges = [
      ...(ts.getLeadingCommentRanges(source, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(source, node.getEnd()) ?? []),
    ];
    for (const { pos, end } of ranges) found.set(pos, end);
    ts.forEachChild(node, collect);
  };
  if (/\/[/*]/.test(source)) collect(file);
  return [...found];
}
