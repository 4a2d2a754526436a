import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import type typescript from 'typescript';

// A set-up file of every project. Tests import modules as Node does, which strips types but knows no JSX: files of the
// pages are compiled here when they are imported.
const COMPILES = Symbol.for('florin.tests.compiles-pages');

// Files that share a process set up one after the other.
if (!Object.hasOwn(globalThis, COMPILES)) {
  Object.assign(globalThis, { [COMPILES]: true });
  registerHooks({
    load: (url, context, next) =>
      url.endsWith('.tsx')
        ? { format: 'module', source: compile(fileURLToPath(url)), shortCircuit: true }
        : next(url, context),
  });
}

/** Compiles as the build of pages does (vite.config.ts); loads the compiler for the first file. */
function compile(file: string): string {
  const ts: typeof typescript = createRequire(import.meta.url)('typescript');
  return ts.transpileModule(readFileSync(file, 'utf8'), {
    fileName: file,
    compilerOptions: {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2024,
      jsx: ts.JsxEmit.ReactJSX,
      jsxImportSource: 'preact',
      verbatimModuleSyntax: true,
    },
  }).outputText;
}
