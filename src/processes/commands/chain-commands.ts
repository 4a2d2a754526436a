import type { Command } from 'commander';
import type { printSuspicious, resume } from './manage-networks.ts';
import type { OutputOptions } from './print-answer.ts';
import type { Environment } from './read-config.ts';
import type { BlocksOptions } from './with-chain.ts';

const JSON_OPTION = ['--json', 'prints one JSON document'] as const;
const NETWORK_OPTION = ['--network <network>', 'a network, such as base'] as const;
const FROM_OPTION = ['--from <block>', 'the first block'] as const;
const TO_OPTION = ['--to <block>', 'the last block; by default the newest scanned one'] as const;

/** Adds the commands for chains and for the state of the installation. */
export function addChainCommands(program: Command, environment: Environment): void {
  program
    .command('status')
    .description('how networks, nodes and queues stand; exits 1 if something needs a person')
    .option(...JSON_OPTION)
    .action(async (options: OutputOptions) =>
      (await import('./print-status.ts')).printStatus(environment, options),
    );
  program
    .command('reconcile')
    .description(
      'compares the ledger with a chain, changing nothing; exits 1 if they differ, 2 if it could not',
    )
    .requiredOption(...NETWORK_OPTION)
    .requiredOption(...FROM_OPTION)
    .option(...TO_OPTION)
    .option(...JSON_OPTION)
    .action(async (options: BlocksOptions) =>
      (await import('./compare-chain.ts')).compareChain(environment, options),
    );
  program
    .command('rescan')
    .description('reads blocks of a chain again, and writes down what was missed')
    .requiredOption(...NETWORK_OPTION)
    .requiredOption(...FROM_OPTION)
    .option(...TO_OPTION)
    .option(...JSON_OPTION)
    .action(async (options: BlocksOptions) =>
      (await import('./read-again.ts')).readAgain(environment, options),
    );
  program
    .command('suspicious')
    .description('what names a request of ours and pays nothing of it')
    .option(...NETWORK_OPTION)
    .option('--before <id>', 'continues after an earlier page')
    .option(...JSON_OPTION)
    .action(async (options: Parameters<typeof printSuspicious>[1]) =>
      (await import('./manage-networks.ts')).printSuspicious(environment, options),
    );
  program
    .command('resume')
    .description('lets a halted network continue')
    .requiredOption(...NETWORK_OPTION)
    .option(
      '--accept-reorg-from <block>',
      'the first block that the chain replaced though it was final: shows what is recorded from there on',
    )
    .option('--yes', 'takes that back')
    .option(...JSON_OPTION)
    .action(async (options: Parameters<typeof resume>[1]) =>
      (await import('./manage-networks.ts')).resume(environment, options),
    );
}
