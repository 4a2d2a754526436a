#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { builtProgram } from './built-program.js';

// JavaScript, because the first file is read before there is a cache: a TypeScript one would load what
// removes its types: 17 MB, and 0.2 seconds of processor time of each command. `main.ts` says why the cache is there.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/florin', import.meta.url)));
// Without a built program, or where a source has changed since, the sources run.
const built = builtProgram(fileURLToPath(new URL('..', import.meta.url)));
await import(built === undefined ? '../src/main.ts' : pathToFileURL(built).href);
