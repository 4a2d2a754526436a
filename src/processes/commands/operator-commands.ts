import { Argument, type Command, Option } from 'commander';
import type { CLIENT_ID_TIERS } from '#modules/clients/index.ts';
import type { RECURRING_PAYOUT_STATUSES } from '#modules/recurring-payouts/index.ts';
import type { openAccount } from './manage-accounts.ts';
import type { issueKey, printKeys } from './manage-keys.ts';
import type { erasePayer, exportPayer } from './manage-payers.ts';
import type { printProfile, removeWebsite, setProfile, setWebsite } from './manage-profiles.ts';
import type {
  overrideScreening,
  printHeldPayments,
  printOverrides,
  printScreenings,
  releaseHeldPayment,
} from './manage-screening.ts';
import type { printSessions } from './manage-sessions.ts';
import type { OutputOptions } from './print-answer.ts';
import type { printRecurringPayouts } from './print-recurring.ts';
import type { Environment } from './read-config.ts';

const JSON_OPTION = ['--json', 'prints one JSON document'] as const;
/** Named again, so that usage is printed without loading the module; the type keeps both the same. */
const TIERS: typeof CLIENT_ID_TIERS = ['basic', 'default', 'premium', 'high_volume'];
const HELD_STATUSES = ['undecided', 'refused', 'released', 'cleared'];
const RECURRING_STATUSES: typeof RECURRING_PAYOUT_STATUSES = [
  'pending',
  'active',
  'paused',
  'completed',
  'cancelled',
];
const ACCOUNT_OPTION = ['--account <id>', 'the account’s id'] as const;

/** Adds what an operator can do beside running Florin; no secret is ever an argument. */
export function addOperatorCommands(program: Command, environment: Environment): void {
  const account = program.command('account').description('accounts of this installation');
  account
    .command('create')
    .description('makes an account, and prints the password it made up')
    .requiredOption('--name <name>', 'what people call it')
    .option('--wallet <address>', 'a wallet that signs in to it')
    .option('--email <email>', 'an email address that signs in to it')
    .option('--password-stdin', 'takes the password of --email from standard input')
    .option(...JSON_OPTION)
    .action(async (options: Parameters<typeof openAccount>[1]) =>
      (await import('./manage-accounts.ts')).openAccount(environment, options),
    );
  account
    .command('list')
    .description('prints the accounts')
    .option(...JSON_OPTION)
    .action(async (options: OutputOptions) =>
      (await import('./manage-accounts.ts')).printAccounts(environment, options),
    );
  addKeyCommands(program, environment);
  addProfileCommands(program, environment);
  program
    .command('tier')
    .description('how many calls a client ID may make')
    .command('set')
    .argument('<client-id>', 'its public text, cli_...')
    .addArgument(new Argument('<tier>', 'its tier').choices(TIERS))
    .description('sets the tier of a client ID')
    .option(...JSON_OPTION)
    .action(async (clientId: string, tier: string, options: OutputOptions) =>
      (await import('./manage-callers.ts')).setTier(environment, { ...options, clientId, tier }),
    );
  program
    .command('unblock')
    .argument('[callers...]', 'client IDs, ids of API keys and IP addresses; everybody without one')
    .description('ends blocks of the rate limit')
    .option(...JSON_OPTION)
    .action(async (callers: string[], options: OutputOptions) =>
      (await import('./manage-callers.ts')).unblock(environment, callers, options),
    );
  addAdministratorCommands(program, environment);
  addSecondFactorCommands(program, environment);
  addSessionCommands(program, environment);
  program
    .command('intent')
    .argument('[intent-id]', 'its id; those that are followed without one')
    .description('prints a payment from another network with every observation')
    .option(...JSON_OPTION)
    .action(async (id: string | undefined, options: OutputOptions) =>
      (await import('./print-intents.ts')).printIntents(environment, id, options),
    );
  addRecurringCommands(program, environment);
  addScreeningCommands(program, environment);
  addPersonalDataCommands(program, environment);
}

const USER_OPTION = ['--user <id>', 'the integrator’s own id of the payer'] as const;

function addPersonalDataCommands(program: Command, environment: Environment): void {
  const payer = program.command('payer').description('what is known of a payer');
  payer
    .command('export')
    .description('prints all of it as one JSON document, in clear')
    .requiredOption(...ACCOUNT_OPTION)
    .requiredOption(...USER_OPTION)
    .action(async (options: Parameters<typeof exportPayer>[1]) =>
      (await import('./manage-payers.ts')).exportPayer(environment, options),
    );
  payer
    .command('erase')
    .description('erases it and their bank accounts, for good; payments stay')
    .requiredOption(...ACCOUNT_OPTION)
    .requiredOption(...USER_OPTION)
    .option('--yes', 'does it')
    .option(...JSON_OPTION)
    .action(async (options: Parameters<typeof erasePayer>[1]) =>
      (await import('./manage-payers.ts')).erasePayer(environment, options),
    );
  program
    .command('personal-data')
    .description('what is stored of payers')
    .command('rotate')
    .description('encrypts with the first of PERSONAL_DATA_KEYS what others did')
    .option(...JSON_OPTION)
    .action(async (options: OutputOptions) =>
      (await import('./rotate-personal-data.ts')).rotatePersonalData(environment, options),
    );
}

function addScreeningCommands(program: Command, environment: Environment): void {
  const screening = program
    .command('screening')
    .description('wallets that may not pay, and payments that are held because of who sent them');
  screening
    .command('list')
    .description('prints up to fifty that wait or were refused, the newest first')
    .addOption(new Option('--status <status>', 'only those').choices(HELD_STATUSES))
    .option('--account <id>', 'only those of this account')
    .option(...JSON_OPTION)
    .action(async (options: Parameters<typeof printHeldPayments>[1]) =>
      (await import('./manage-screening.ts')).printHeldPayments(environment, options),
    );
  screening
    .command('show')
    .argument('<held-payment-id>', 'its id')
    .description('prints a held payment with all who took part in it')
    .option(...JSON_OPTION)
    .action(async (id: string, options: OutputOptions) =>
      (await import('./manage-screening.ts')).printHeldPayment(environment, id, options),
    );
  screening
    .command('release')
    .argument('<held-payment-id>', 'its id')
    .description('lets it count, with an entry in the audit log of its account')
    .requiredOption('--reason <text>', 'why, for the audit log')
    .option('--despite-lists', 'also where SANCTIONS_ORACLE=required and a list has its payer')
    .option(...JSON_OPTION)
    .action(async (id: string, options: Parameters<typeof releaseHeldPayment>[2]) =>
      (await import('./manage-screening.ts')).releaseHeldPayment(environment, id, options),
    );
  addWalletCommands(screening, environment);
  addOverrideCommands(screening, environment);
}

const AFTER_OPTION = ['--after <cursor>', 'goes on after a page'] as const;

function addWalletCommands(screening: Command, environment: Environment): void {
  screening
    .command('wallets')
    .description(
      'prints up to fifty wallets that were rejected or not decided about, the last first',
    )
    .addOption(
      new Option('--status <status>', 'which')
        .choices(['rejected', 'undecided'])
        .default('rejected'),
    )
    .option('--account <id>', 'only those of this account')
    .option(...AFTER_OPTION)
    .option(...JSON_OPTION)
    .action(async (options: Parameters<typeof printScreenings>[1]) =>
      (await import('./manage-screening.ts')).printScreenings(environment, options),
    );
}

const OVERRIDES = [
  [
    'approve',
    'approved',
    'spares a wallet of an account its vendors; lists refuse it all the same',
  ],
  ['reject', 'rejected', 'lets a wallet neither pay an account nor be paid by it'],
] as const;

function addOverrideCommands(screening: Command, environment: Environment): void {
  for (const [name, decision, description] of OVERRIDES) {
    screening
      .command(name)
      .argument('<wallet>', 'its address')
      .description(description)
      .requiredOption(...ACCOUNT_OPTION)
      .requiredOption('--reason <text>', 'why, for the audit log')
      .option('--until <time>', 'when it ends; an approval must, within 366 days')
      .option(...JSON_OPTION)
      .action(async (walletAddress: string, options: Parameters<typeof overrideScreening>[2]) =>
        (await import('./manage-screening.ts')).overrideScreening(
          environment,
          { walletAddress, decision },
          options,
        ),
      );
  }
  screening
    .command('overrides')
    .description('prints up to fifty wallets that are approved or rejected so, the newest first')
    .option('--account <id>', 'only those of this account')
    .option(...AFTER_OPTION)
    .option(...JSON_OPTION)
    .action(async (options: Parameters<typeof printOverrides>[1]) =>
      (await import('./manage-screening.ts')).printOverrides(environment, options),
    );
  screening
    .command('withdraw')
    .argument('<override-id>', 'its id')
    .description('has the wallet screened again as any other')
    .option(...JSON_OPTION)
    .action(async (id: string, options: OutputOptions) =>
      (await import('./manage-screening.ts')).withdrawOverride(environment, id, options),
    );
}

function addRecurringCommands(program: Command, environment: Environment): void {
  const recurring = program.command('recurring').description('recurring payouts of all accounts');
  recurring
    .command('list')
    .description('prints up to fifty of them, those that were made last first')
    .addOption(new Option('--status <status>', 'only those').choices(RECURRING_STATUSES))
    .option('--account <id>', 'only those of this account')
    .option(...JSON_OPTION)
    .action(async (options: Parameters<typeof printRecurringPayouts>[1]) =>
      (await import('./print-recurring.ts')).printRecurringPayouts(environment, options),
    );
  recurring
    .command('show')
    .argument('<recurring-payout-id>', 'its id')
    .description('prints a recurring payout with its instalments')
    .option(...JSON_OPTION)
    .action(async (id: string, options: OutputOptions) =>
      (await import('./print-recurring.ts')).printRecurringPayout(environment, id, options),
    );
}

const OF_CLIENT_OPTION = [
  '--client-id <id>',
  'of this client ID, in place of the account’s',
] as const;

function addProfileCommands(program: Command, environment: Environment): void {
  const profile = program.command('profile').description('how merchants introduce themselves');
  profile
    .command('set')
    .description('sets the name, logo and support link that payers see; what is left out is unset')
    .requiredOption(...ACCOUNT_OPTION)
    .requiredOption('--name <name>', 'what the merchant calls itself')
    .option('--logo <path>', 'a picture below /branding/')
    .option('--support <url>', 'where payers ask: https://... or mailto:...')
    .option(...OF_CLIENT_OPTION)
    .option(...JSON_OPTION)
    .action(async (options: Parameters<typeof setProfile>[1]) =>
      (await import('./manage-profiles.ts')).setProfile(environment, options),
    );
  profile
    .command('show')
    .description('prints the profile that holds')
    .requiredOption(...ACCOUNT_OPTION)
    .option(...OF_CLIENT_OPTION)
    .option(...JSON_OPTION)
    .action(async (options: Parameters<typeof printProfile>[1]) =>
      (await import('./manage-profiles.ts')).printProfile(environment, options),
    );
  profile
    .command('remove')
    .description('removes a profile, such as one that pretends to be somebody else')
    .requiredOption(...ACCOUNT_OPTION)
    .option(...OF_CLIENT_OPTION)
    .option(...JSON_OPTION)
    .action(async (options: Parameters<typeof printProfile>[1]) =>
      (await import('./manage-profiles.ts')).removeProfile(environment, options),
    );
  addWebsiteCommands(profile, environment);
}

function addWebsiteCommands(profile: Command, environment: Environment): void {
  const website = profile.command('website').description('the website that payers see as verified');
  website
    .command('set')
    .description('sets it and prints what proves it, or has it checked again')
    .requiredOption(...ACCOUNT_OPTION)
    .requiredOption('--domain <domain>', 'such as shop.example')
    .option(...OF_CLIENT_OPTION)
    .option(...JSON_OPTION)
    .action(async (options: Parameters<typeof setWebsite>[1]) =>
      (await import('./manage-profiles.ts')).setWebsite(environment, options),
    );
  website
    .command('remove')
    .description('removes it with its proof')
    .requiredOption(...ACCOUNT_OPTION)
    .option(...OF_CLIENT_OPTION)
    .option(...JSON_OPTION)
    .action(async (options: Parameters<typeof removeWebsite>[1]) =>
      (await import('./manage-profiles.ts')).removeWebsite(environment, options),
    );
}

function addKeyCommands(program: Command, environment: Environment): void {
  const key = program.command('key').description('API keys of an account');
  key
    .command('issue')
    .description('makes an API key and prints it, this once')
    .requiredOption(...ACCOUNT_OPTION)
    .requiredOption('--label <label>', 'what people call it')
    .option(...JSON_OPTION)
    .action(async (options: Parameters<typeof issueKey>[1]) =>
      (await import('./manage-keys.ts')).issueKey(environment, options),
    );
  key
    .command('list')
    .description('prints the API keys of an account, never their texts')
    .requiredOption(...ACCOUNT_OPTION)
    .option(...JSON_OPTION)
    .action(async (options: Parameters<typeof printKeys>[1]) =>
      (await import('./manage-keys.ts')).printKeys(environment, options),
    );
  key
    .command('revoke')
    .argument('<key-id>', 'the id of the key, not its text')
    .description('ends an API key at once')
    .option(...JSON_OPTION)
    .action(async (id: string, options: OutputOptions) =>
      (await import('./manage-keys.ts')).endKey(environment, id, options),
    );
}

function addAdministratorCommands(program: Command, environment: Environment): void {
  const admin = program
    .command('admin')
    .description('who administers this installation by the API');
  for (const [name, description] of [
    ['grant', 'makes whoever signs in with it an administrator'],
    ['revoke', 'makes whoever signs in with it an administrator no more'],
  ] as const) {
    admin
      .command(name)
      .argument('<login>', 'an email address or a wallet')
      .description(description)
      .option(...JSON_OPTION)
      .action(async (login: string, options: OutputOptions) => {
        const { changeAdministrator } = await import('./manage-administrators.ts');
        await changeAdministrator(environment, { login, change: name, ...options });
      });
  }
  admin
    .command('list')
    .description('prints the administrators')
    .option(...JSON_OPTION)
    .action(async (options: OutputOptions) =>
      (await import('./manage-administrators.ts')).printAdministrators(environment, options),
    );
}

function addSecondFactorCommands(program: Command, environment: Environment): void {
  program
    .command('second-factor')
    .description('what people prove beside their password')
    .command('reset')
    .argument('<email>', 'the email address of somebody who lost theirs')
    .description('removes somebody’s second factors and recovery codes, and signs them out')
    .option(...JSON_OPTION)
    .action(async (email: string, options: OutputOptions) =>
      (await import('./manage-second-factors.ts')).resetFactors(environment, email, options),
    );
}

function addSessionCommands(program: Command, environment: Environment): void {
  const sessions = program.command('sessions').description('who is signed in');
  sessions
    .command('list')
    .description('prints who is signed in to an account')
    .requiredOption(...ACCOUNT_OPTION)
    .option(...JSON_OPTION)
    .action(async (options: Parameters<typeof printSessions>[1]) =>
      (await import('./manage-sessions.ts')).printSessions(environment, options),
    );
  sessions
    .command('end')
    .argument('<session-id>', 'the id of the session')
    .description('signs a user out')
    .requiredOption(...ACCOUNT_OPTION)
    .option(...JSON_OPTION)
    .action(async (id: string, options: Parameters<typeof printSessions>[1]) =>
      (await import('./manage-sessions.ts')).signOut(environment, id, options),
    );
}
