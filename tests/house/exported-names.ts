import ts from 'typescript';

/** The names that a module file exports, types included; `*` for each that re-exports another file whole. */
export function exportedNames(text: string): string[] {
  const file = ts.createSourceFile('index.ts', text, ts.ScriptTarget.Latest);
  return file.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) return namesOfDeclaration(statement);
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    return isExported === true ? declaredNames(statement) : [];
  });
}

function namesOfDeclaration({ exportClause }: ts.ExportDeclaration): string[] {
  if (exportClause === undefined) return ['*'];
  if (ts.isNamespaceExport(exportClause)) return [exportClause.name.text];
  return exportClause.elements.map(({ name }) => name.text);
}

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) =>
      ts.isIdentifier(name) ? name.text : '*',
    );
  }
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement);
  return [(isNamed && statement.name?.text) || 'default'];
}
