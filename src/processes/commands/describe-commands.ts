import process from 'node:process';
import { Command } from 'commander';
import type { Engine } from '../start-engines.ts';
import { addChainCommands } from './chain-commands.ts';
import { addClientCommands } from './client-commands.ts';
import { addOperatorCommands } from './operator-commands.ts';
import type { Environment } from './read-config.ts';
import { addSandboxCommands } from './sandbox-commands.ts';

/** The exit code for words that are no command of ours, as shells have it. */
const EXIT_USAGE = 2;

/**
 * All commands of the program. What a command runs is loaded when it is called: most of them need a
 * small part of what there is, and the usage needs nothing.
 */
export function describeCommands(environment: Environment): Command {
  const program = new Command('florin')
    .description('A self-hosted, non-custodial crypto payment service.')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT_USAGE));
  addEngines(program, environment);
  program
    .command('migrate')
    .description('brings the database to the schema of this release')
    .action(async () => (await import('./migrate.ts')).runMigrations(environment));
  program
    .command('healthcheck')
    .description('checks whether the running API is ready; exits 1 if it is not')
    .action(async () => (await import('./healthcheck.ts')).checkHealth(environment));
  program
    .command('print-openapi')
    .description('prints the OpenAPI 3.1 description of the API')
    .action(async () => (await import('./print-openapi.ts')).printOpenApiFile(environment));
  program
    .command('doctor')
    .description('checks settings, database, nodes and ports, and names what to fix')
    .action(async () => (await import('./doctor.ts')).describeEnvironment(environment));
  addSandboxCommands(program, environment);
  addOperatorCommands(program, environment);
  addChainCommands(program, environment);
  addClientCommands(program, environment);
  return program;
}

function addEngines(program: Command, environment: Environment): void {
  const run = async (...engines: readonly Engine[]) =>
    (await import('./run-engines.ts')).runEngines(environment, engines);
  program
    .command('all')
    .description('everything in one process; without any setting, the sandbox')
    .action(() => run('serve', 'work', 'watch'));
  program
    .command('serve')
    .description('the API, the auth host and the pay page')
    .action(() => run('serve'));
  program
    .command('work')
    .description('what is due in the database: settlements, expiries, webhooks')
    .action(() => run('work'));
  program
    .command('watch')
    .description('follows the chains')
    .action(() => run('watch'));
}
