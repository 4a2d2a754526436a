import ts from 'typescript';
import { isSql, textOfTemplate } from './sql-tables.ts';

/** Words of the private language that this repository was first written in, and what to write instead. */
const REPLACED: readonly (readonly [words: string, use: string])[] = [
  ['told tell tells telling tellings untold', 'record, report, emit; reported, events'],
  ['wish wishes wished', 'input; a body of HTTP: Create…Request'],
  ['happening happenings', 'chain update'],
  ['standing standings', 'totals, progress, active'],
  ['bell bells ring rings rung', 'wake-up, subscription, new heads'],
  [
    'stranger strangers greet acquaint acquainted',
    'unverified node, unrelated account, verifyChainId',
  ],
  ['witness witnesses witnessed', 'node agreement, checkAgreement'],
  ['imitation imitations imitator imitators', 'spoofed event, spoofing contract'],
  ['look looks looked looking', 'poll, scan, read, style'],
  ['ask asks', 'query, send, call'],
  ['drawn owed', 'draft, prepared; pending'],
  ['trial trials', 'simulation, result'],
  ['facts', 'balances, input, state'],
  [
    'room rooms floor floors stair stairs hatch hatches plaque',
    'module, layer, entry point, README',
  ],
  ['visit visits visited visitor', 'page state, call, input'],
  ['vouched believed hear hears heard unheard', 'agreed, confirmed, update, receive, subscribed'],
  ['doubt doubted doubtful', 'suspect'],
  ['turn turns', 'round, permit, acquire'],
  ['seat seats deafen deafened', 'connection slot, unsubscribe'],
  ['gate door doors', 'authentication, authorize'],
  ['chance', 'random'],
  ['story stories', 'attribution, scenario'],
  ['stretch stretches piece pieces', 'block range, chunk'],
  ['forget forgets forgotten recall', 'prune, reset, remove'],
  ['marks', 'milestones'],
  ['books book booked', 'ledger, stored payments, invoice currency'],
];

/** Each banned word with what to write instead of it. */
export const BANNED_WORDS: ReadonlyMap<string, string> = new Map(
  REPLACED.flatMap(([words, use]) => words.split(' ').map((word) => [word, use] as const)),
);

/** Names in which a banned word is the right one, and why. */
const ALLOWED: readonly RegExp[] = [
  // To look something up, and addresses that look alike, are the words of the field.
  /look[-_]?ups?/gi,
  /look[-_]?alikes?/gi,
  // Members of Tron's blocks.
  /^witness_(address|id|signature)$/g,
  // What Permit2 calls a permit that is signed with content of its own.
  /^PermitBatchWitnessTransferFrom$/g,
];

/** A name that holds a banned word. */
export interface BannedName {
  readonly path: string;
  readonly name: string;
  readonly word: string;
  /** What to write instead. */
  readonly use: string | undefined;
}

/** The words of a name in lower case. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/**
 * The banned words in a file's path and in the names that its source declares, each once a declaration. Names of
 * a SQL file, and of `sql` templates, are all its words outside comments and texts.
 */
export function bannedWordsIn(path: string, source: string): BannedName[] {
  const declared = path.endsWith('.sql') ? namesOfSql(source) : namesDeclaredIn(path, source);
  return bannedNames(path, [...path.replace(/\.(tsx?|sql)$/, '').split('/'), ...declared]);
}

/** The banned words in the names that a document gives, each in a span of code: settings, metrics and alarms. */
export function bannedWordsInSpans(path: string, text: string): BannedName[] {
  return bannedNames(
    path,
    [...text.matchAll(/`(-{0,2}\w[\w-]*)`/g)].map((match) => match[1] ?? ''),
  );
}

function bannedNames(path: string, names: readonly string[]): BannedName[] {
  return names.flatMap((name) => {
    const allowed = ALLOWED.reduce((rest, rule) => rest.replaceAll(rule, ''), name);
    const word = wordsOf(allowed).find((one) => BANNED_WORDS.has(one));
    return word === undefined ? [] : [{ path, name, word, use: BANNED_WORDS.get(word) }];
  });
}

function namesDeclaredIn(path: string, source: string): string[] {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, false, kind);
  const names: string[] = [];
  const collect = (node: ts.Node): void => {
    const name = nameOf(node) ?? namingTextOf(node);
    if (name !== undefined) names.push(name.replace(/^#/, ''));
    if (ts.isTaggedTemplateExpression(node) && isSql(node.tag)) {
      names.push(...namesOfSql(textOfTemplate(node)));
    }
    if (!ts.isLiteralTypeNode(node)) ts.forEachChild(node, collect);
  };
  collect(file);
  return names;
}

/** The words of SQL outside comments and texts, and the texts that are values of a column, as a status is. */
function namesOfSql(text: string): string[] {
  const code = text.replaceAll(/--.*$/gm, '');
  const values = [...code.matchAll(/'(\w+)'/g)].map((match) => match[1] ?? '');
  return [...values, ...(code.replaceAll(/'[^']*'/g, ' ').match(/[a-z_]\w*/gi) ?? [])];
}

/**
 * A value that names something: a literal type, or a text like `single_node_credit`, `--older-than` or
 * `table as alias`. A single word in lower case may be a text that people read.
 */
function namingTextOf(node: ts.Node): string | undefined {
  if (ts.isLiteralTypeNode(node)) {
    return ts.isStringLiteral(node.literal) ? node.literal.text : undefined;
  }
  if (!ts.isStringLiteral(node)) return undefined;
  const isName = /^(--)?[a-z\d]+([-_.][a-z\d]+)+$|^--[a-z]|^[\w.]+ as \w+$/.test(node.text);
  return isName ? node.text : undefined;
}

/** The name that a node gives to something; what only refers to a name, or spells a key of the wire, gives none. */
function nameOf(node: ts.Node): string | undefined {
  if (ts.isImportSpecifier(node) || ts.isExportSpecifier(node)) {
    return node.propertyName === undefined ? undefined : node.name.text;
  }
  if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) {
    return ts.isIdentifier(node.name) ? node.name.text : undefined;
  }
  const isDeclaration =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isClassLike(node) ||
    ts.isClassElement(node) ||
    ts.isTypeElement(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isTypeParameterDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isEnumMember(node) ||
    ts.isNamespaceImport(node) ||
    ts.isImportClause(node);
  if (!isDeclaration || node.name === undefined) return undefined;
  if (ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name)) return node.name.text;
  return undefined;
}
