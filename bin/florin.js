#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { enableCompileCache } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { builtProgram } from './built-program.js';

/** A command is over by then, and a start has made its pages. */
const BUILD_AFTER_MS = 15_000;

// JavaScript, because the first file is read before there is a cache: a TypeScript one would load what
// removes its types: 17 MB, and 0.2 seconds of processor time of each command. `main.ts` says why the cache is there.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/florin', import.meta.url)));
// Without a built program, or where a source has changed since, the sources run, and the next start finds one.
const built = builtProgram(fileURLToPath(new URL('..', import.meta.url)));
if (built === undefined) setTimeout(build, BUILD_AFTER_MS).unref();
await import(built === undefined ? '../src/main.ts' : pathToFileURL(built).href);

function build() {
  const script = fileURLToPath(new URL('../scripts/build-program.ts', import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: 'ignore' });
  // Where nothing can be built, as in a shipped image, every start runs the sources.
  child.on('error', () => undefined);
  child.unref();
}
