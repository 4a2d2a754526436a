import type { Command } from 'commander';
import type { listenAndForward } from './listen.ts';
import type { Environment } from './read-config.ts';
import type { replayDeliveries } from './replay.ts';
import type { triggerEvent } from './trigger.ts';

const API_OPTION = ['--api-url <url>', 'where the API is, if not where the settings say'] as const;
const AUTH_OPTION = ['--auth-url <url>', 'the auth host, if not where the settings say'] as const;
const CLIENT_OPTION = ['--client-id <id>', 'for the webhooks of this client ID'] as const;

/** Adds what an integrator can do from a terminal, as a client of the API with an API key. */
export function addClientCommands(program: Command, environment: Environment): void {
  program
    .command('listen')
    .description('sends the account’s events to a receiver on this machine, signed as webhooks are')
    .requiredOption('--forward-to <url>', 'the receiver')
    .option(...API_OPTION)
    .action(async (options: Parameters<typeof listenAndForward>[1]) =>
      (await import('./listen.ts')).listenAndForward(environment, options),
    );
  program
    .command('trigger')
    .argument('<event>', 'its type, such as payment.confirmed')
    .description('sends a test delivery to the active webhooks')
    .option(...CLIENT_OPTION)
    .option(...AUTH_OPTION)
    .action(async (event: string, options: Omit<Parameters<typeof triggerEvent>[1], 'event'>) =>
      (await import('./trigger.ts')).triggerEvent(environment, { ...options, event }),
    );
  program
    .command('replay')
    .argument('[delivery]', 'one delivery, by its id')
    .description('sends deliveries of webhooks again')
    .option('--webhook <id>', 'all that this webhook missed')
    .option('--status <status>', 'failed, skipped or all; failed by default')
    .option('--from <time>', 'from this time on, as 2026-01-02T00:00:00Z')
    .option('--to <time>', 'until before this time; needed for all')
    .option(...CLIENT_OPTION)
    .option(...AUTH_OPTION)
    .action(async (delivery: string | undefined, options: Parameters<typeof replayDeliveries>[1]) =>
      (await import('./replay.ts')).replayDeliveries(environment, {
        ...options,
        ...(delivery !== undefined && { delivery }),
      }),
    );
}
