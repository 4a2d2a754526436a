import ts from 'typescript';

/** Methods of the query builder whose first argument names tables. */
const TABLE_METHODS =
  /^(selectFrom|insertInto|replaceInto|updateTable|deleteFrom|mergeInto|from|using|((inner|left|right|full|cross)Join(Lateral)?))$/;

/** Behind these words SQL names a table. */
const TABLE_KEYWORDS = new Set(['from', 'join', 'into', 'update', 'using', 'table']);
/** Between such a word and the name. */
const SKIPPED = new Set(['only', 'lateral']);
/** What ends the list of tables that a comma continues. */
const LIST_ENDS = new Set(
  'select where group order having limit offset set values returning union except intersect window for on'.split(
    ' ',
  ),
);

/**
 * What a TypeScript file names where SQL names a table, in `sql` templates, in calls of the query builder and as
 * `into` of `insertRows`: tables and views, and also names of common table expressions. Most templates of
 * ours are parts of a statement, which no parser of SQL accepts alone, so they are read token by token.
 */
export function tablesNamedIn(text: string): ReadonlySet<string> {
  const file = ts.createSourceFile('store.ts', text, ts.ScriptTarget.Latest, true);
  const named = new Set<string>();
  const walk = (node: ts.Node): void => {
    for (const name of namesAt(node)) named.add(name);
    ts.forEachChild(node, walk);
  };
  walk(file);
  return named;
}

function namesAt(node: ts.Node): readonly string[] {
  if (ts.isTaggedTemplateExpression(node) && isSql(node.tag))
    return tablesOfSql(textOfTemplate(node));
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression;
    const [argument] = node.arguments;
    const isTable = TABLE_METHODS.test(name.text) || (isSql(expression) && name.text === 'table');
    return isTable && argument !== undefined ? literalsOf(argument) : [];
  }
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'into') {
    return literalsOf(node.initializer);
  }
  return [];
}

/** Whether a template is one of SQL. */
export function isSql(tag: ts.Expression): boolean {
  return ts.isIdentifier(tag) && tag.text === 'sql';
}

/** The text of a template, with a word that is no name in place of each value. */
export function textOfTemplate({ template }: ts.TaggedTemplateExpression): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  return [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)].join(
    ' ? ',
  );
}

/** The tables of `'table as alias'`, or of a list of such. */
function literalsOf(node: ts.Expression): readonly string[] {
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(literalsOf);
  return ts.isStringLiteralLike(node) ? [node.text.split(' ')[0] ?? ''] : [];
}

/** What a text of SQL names where SQL names a table. */
export function tablesOfSql(text: string): readonly string[] {
  const tokens = tokensOf(text);
  const named: string[] = [];
  const open: Expecting[] = [{ ...NOTHING }];
  for (const [i, token] of tokens.entries()) {
    const at = open.at(-1) ?? { ...NOTHING };
    if (token === '(') {
      open.push({ table: at.table, list: at.table, into: false });
      at.table = false;
    } else if (token === ')') open.pop();
    else if (isName(at, token)) {
      const behind = tokens[i + 1];
      // A schema stands before the name; a function has arguments behind it, and an insert its columns.
      at.table = behind === '.' || token === '.';
      if (!at.table && (behind !== '(' || at.into) && /^\w/.test(token)) named.push(token);
    } else expectBehind(at, token);
  }
  return named;
}

/** What may come next within a parenthesis. */
interface Expecting {
  table: boolean;
  /** Whether a comma leads to another table. */
  list: boolean;
  /** Whether the table is one that rows are inserted into. */
  into: boolean;
}

const NOTHING: Expecting = { table: false, list: false, into: false };

function isName({ table }: Expecting, token: string): boolean {
  if (!table || token === ',') return false;
  return ![TABLE_KEYWORDS, LIST_ENDS, SKIPPED].some((text) => text.has(token));
}

/** Sets what a word or a comma leads to. */
function expectBehind(at: Expecting, token: string): void {
  if (token === ',') at.table = at.list;
  else if (TABLE_KEYWORDS.has(token)) {
    at.table = true;
    at.into = token === 'into';
    at.list = token === 'from' || token === 'using' || (at.list && token === 'join');
  } else if (LIST_ENDS.has(token)) {
    at.table = false;
    at.list = at.list && token === 'on';
  }
}

/** Words and signs in lower case, without comments and texts; a quoted name is a word like another. */
function tokensOf(text: string): readonly string[] {
  const plain = text
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll(/'(?:[^']|'')*'/g, ' ? ');
  return [...plain.matchAll(/"([^"]+)"|[a-z_][\w$]*|\S/gi)].map(([token, quoted]) =>
    (quoted ?? token).toLowerCase(),
  );
}
