#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// JavaScript, because the first file is read before there is a cache: a TypeScript one would load what
// removes its types: 17 MB, and 0.2 seconds of processor time of each command. `main.ts` says why the cache is there.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/florin', import.meta.url)));
await import('../src/main.ts');
