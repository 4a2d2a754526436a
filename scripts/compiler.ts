import { fileURLToPath } from 'node:url';

/** TypeScript 7, by path: `tsc` alone may also be the older one, whose interface other tools need. */
export const COMPILER = fileURLToPath(
  new URL('../node_modules/typescript-7/bin/tsc', import.meta.url),
);
