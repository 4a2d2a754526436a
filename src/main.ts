#!/usr/bin/env node
import process from 'node:process';
import { Command } from 'commander';
import { addChainCommands } from './processes/commands/chain-commands.ts';
import { addClientCommands } from './processes/commands/client-commands.ts';
import { describeEnvironment } from './processes/commands/doctor.ts';
import { checkHealth } from './processes/commands/healthcheck.ts';
import { runMigrations } from './processes/commands/migrate.ts';
import { addOperatorCommands } from './processes/commands/operator-commands.ts';
import { printOpenApiFile } from './processes/commands/print-openapi.ts';
import { runEngines } from './processes/commands/run-engines.ts';
import { addSandboxCommands } from './processes/commands/sandbox-commands.ts';

// Whoever reads our output may stop reading, as `head` does; that is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

/** The exit code for words that are no command of ours, as shells have it. */
const EXIT_USAGE = 2;

const program = new Command('florin')
  .description('A self-hosted, non-custodial crypto payment service.')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT_USAGE));

program
  .command('all')
  .description('everything in one process; without any setting, the sandbox')
  .action(() => runEngines(process.env, ['serve', 'work', 'watch']));
program
  .command('serve')
  .description('the API, the auth host and the pay page')
  .action(() => runEngines(process.env, ['serve']));
program
  .command('work')
  .description('what is due in the database: settlements, expiries, webhooks')
  .action(() => runEngines(process.env, ['work']));
program
  .command('watch')
  .description('follows the chains')
  .action(() => runEngines(process.env, ['watch']));
program
  .command('migrate')
  .description('brings the database to the schema of this release')
  .action(() => runMigrations(process.env));
program
  .command('healthcheck')
  .description('asks the running API whether it is ready; exits 1 if it is not')
  .action(() => checkHealth(process.env));
program
  .command('print-openapi')
  .description('prints the OpenAPI 3.1 description of the API')
  .action(() => printOpenApiFile(process.env));
program
  .command('doctor')
  .description('checks settings, database, nodes and ports, and says what to mend')
  .action(() => describeEnvironment(process.env));

addSandboxCommands(program, process.env);
addOperatorCommands(program, process.env);
addChainCommands(program, process.env);
addClientCommands(program, process.env);

// No default command: one would take an unknown word for an argument of its own.
const words = process.argv.slice(2);
await program.parseAsync(words.length > 0 ? words : ['all'], { from: 'user' });
