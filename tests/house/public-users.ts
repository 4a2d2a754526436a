import { posix } from 'node:path';
import ts from 'typescript';
import { exportedNames } from './exported-names.ts';

/** A file of the program: its path from the root, and its text. */
export interface ProgramFile {
  readonly path: string;
  readonly text: string;
}

/** The public names of modules, as `module: name`, that no file outside of their module imports. */
export function findUnusedNames(files: readonly ProgramFile[]): string[] {
  const used = new Set(files.flatMap(importsOf));
  return files.flatMap(({ path, text }) => {
    const module = moduleOf(path);
    if (module === undefined) return [];
    return exportedNames(text)
      .map((name) => `${module}: ${name}`)
      .filter((name) => !used.has(name));
  });
}

/** The module that a file is the public interface of. */
const moduleOf = (path: string) => /^src\/modules\/([^/]+)\/index\.ts$/.exec(path)?.[1];

/** The public names of other modules that a file imports, at once or late. */
function importsOf({ path, text }: ProgramFile): string[] {
  const names: string[] = [];
  const add = (specifier: ts.Node | undefined, imported: readonly string[]) => {
    if (specifier === undefined || !ts.isStringLiteral(specifier)) return;
    const module = moduleOf(resolve(path, specifier.text));
    if (module === undefined || path.startsWith(`src/modules/${module}/`)) return;
    names.push(...imported.map((name) => `${module}: ${name}`));
  };
  const collect = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, namesOf(node.importClause));
    if (ts.isExportDeclaration(node) && node.exportClause !== undefined) {
      const { exportClause } = node;
      add(node.moduleSpecifier, ts.isNamedExports(exportClause) ? sources(exportClause) : []);
    }
    if (ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name)) {
      add(lateImport(node.initializer), sources(node.name));
    }
    if (ts.isPropertyAccessExpression(node)) add(lateImport(node.expression), [node.name.text]);
    ts.forEachChild(node, collect);
  };
  collect(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return names;
}

function namesOf(clause: ts.ImportClause | undefined): string[] {
  const bindings = clause?.namedBindings;
  return bindings !== undefined && ts.isNamedImports(bindings) ? sources(bindings) : [];
}

/** The names that are imported, re-exported or taken, by the names that they have in their module. */
function sources({ elements }: ts.NamedImports | ts.NamedExports | ts.ObjectBindingPattern) {
  return elements.map(({ name, propertyName }) => (propertyName ?? name).getText());
}

/** The path of `await import('…')`, also in parentheses. */
function lateImport(node: ts.Expression | undefined): ts.Node | undefined {
  if (node === undefined) return undefined;
  if (ts.isParenthesizedExpression(node)) return lateImport(node.expression);
  if (!ts.isAwaitExpression(node) || !ts.isCallExpression(node.expression)) return undefined;
  const { expression, arguments: given } = node.expression;
  return expression.kind === ts.SyntaxKind.ImportKeyword ? given[0] : undefined;
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`;
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier;
}
