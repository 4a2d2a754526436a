#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

// In the installation and not in a folder that everybody may write: what is kept there is run. Where it
// cannot be written, as in a container, everything is compiled at each start.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/florin', import.meta.url)));

// Whoever reads our output may stop reading, as `head` does; that is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

// Loaded here, so that the cache serves it.
const { describeCommands } = await import('./processes/commands/describe-commands.ts');
// No default command: one would take an unknown word for an argument of its own.
const args = process.argv.slice(2);
await describeCommands(process.env).parseAsync(args.length > 0 ? args : ['all'], {
  from: 'user',
});
