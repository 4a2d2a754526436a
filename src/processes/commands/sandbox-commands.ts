import type { Command } from 'commander';
import type { printRates, setRate } from './manage-rates.ts';
import type { OutputOptions } from './print-answer.ts';
import type { Environment } from './read-config.ts';

const JSON_OPTION = ['--json', 'prints one JSON document'] as const;
const NETWORK_OPTION = ['--network <id>', 'one network only, such as sepolia'] as const;

/** Adds the commands that read and change a running sandbox; production refuses the changes. */
export function addSandboxCommands(program: Command, environment: Environment): void {
  const sandbox = program
    .command('sandbox')
    .argument('[path]', 'one value, such as apiKey or payee.destinationId')
    .description('prints sandbox.json of the data folder')
    .action(async (path: string | undefined) =>
      (await import('./print-sandbox.ts')).printSandbox(environment, path),
    );
  sandbox
    .command('rate')
    .argument('<pair>', 'the currency, such as EUR or EUR/USD')
    .argument('<rate>', 'what one of it costs in dollars, with up to eight decimals')
    .option('--age <seconds>', 'how old the rate is, growing from then on; else it is always fresh')
    .option(...NETWORK_OPTION)
    .option(...JSON_OPTION)
    .description('moves a test price feed of the sandbox’s nodes')
    .action(
      async (
        pair: string,
        rate: string,
        options: Omit<Parameters<typeof setRate>[1], 'pair' | 'rate'>,
      ) => (await import('./manage-rates.ts')).setRate(environment, { ...options, pair, rate }),
    );
  sandbox
    .command('rates')
    .option(...NETWORK_OPTION)
    .option(...JSON_OPTION)
    .description('prints the test price feeds of the sandbox’s nodes')
    .action(async (options: Parameters<typeof printRates>[1]) =>
      (await import('./manage-rates.ts')).printRates(environment, options),
    );
  addClockCommands(program, environment);
}

function addClockCommands(program: Command, environment: Environment): void {
  const clock = program
    .command('clock')
    .option(...JSON_OPTION)
    .description('prints the time of the sandbox, which can be moved ahead of the machine’s')
    .action(async (options: OutputOptions) =>
      (await import('./move-clock.ts')).showClock(environment, options),
    );
  clock
    .command('advance')
    .argument('<time>', 'how far ahead, such as 31d, 1d12h or 90s')
    .option(...JSON_OPTION)
    .description('moves the clock of the sandbox and of its nodes, and what is due by then happens')
    // The command above it has the same option, and takes it wherever it stands.
    .action(async (text: string, _options: OutputOptions, command: Command) =>
      (await import('./move-clock.ts')).advanceClock(environment, text, command.optsWithGlobals()),
    );
}
