import process from 'node:process';
import { createInterface } from 'node:readline';
import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { readAddress } from '#modules/destinations/index.ts';
import {
  addEmailLogin,
  addWalletLogin,
  createAccount,
  listAccounts,
} from '#modules/identity/index.ts';
import { transact } from '#platform/db/transact.ts';
import { asTable, type OutputOptions, printAnswer } from './print-answer.ts';
import type { Environment } from './read-config.ts';
import { withContext } from './with-context.ts';

/** 144 bits of randomness: 24 characters, which nobody has to remember. */
const PASSWORD_BYTES = 18;

/** As long as a label. */
const NAME_CHARS_MAX = 100;

interface NewAccount extends OutputOptions {
  readonly name: string;
  readonly wallet?: string;
  readonly email?: string;
  /** Whether the password stands in the first line of standard input; one is made up otherwise. */
  readonly passwordStdin?: boolean;
}

/** Opens an account with the ways to sign in to it, all or nothing, and prints a made-up password. */
export async function openAccount(environment: Environment, options: NewAccount): Promise<void> {
  const password = options.passwordStdin === true ? await readFirstLine() : undefined;
  await withContext(environment, async (ctx) => {
    const { name, email, wallet } = options;
    if (name === '' || name.length > NAME_CHARS_MAX || name.includes('\0')) {
      throw new Refusal('invalid_name', 400, `A name has 1 to ${NAME_CHARS_MAX} characters`);
    }
    const address = wallet === undefined ? undefined : readWallet(wallet);
    const made = email === undefined || password !== undefined ? undefined : makePassword(ctx);
    const accountId = await transact(ctx, async (ctx) => {
      const { id } = await createAccount(ctx, { name });
      if (address !== undefined) await addWalletLogin(ctx, { accountId: id, ...address });
      const secret = password ?? made;
      if (email !== undefined && secret !== undefined) {
        await addEmailLogin(ctx, { accountId: id, email, password: secret });
      }
      return id;
    });
    const answer = {
      id: accountId,
      name,
      wallet: address?.address ?? null,
      email: email ?? null,
      password: made ?? null,
    };
    const shown = made === undefined ? '' : `\nIts password, shown only now: ${made}`;
    printAnswer(options, answer, `Made account ${accountId} (${name}).${shown}`);
  });
}

/** Prints the accounts of the installation. */
export async function printAccounts(
  environment: Environment,
  options: OutputOptions,
): Promise<void> {
  await withContext(environment, async (ctx) => {
    const accounts = await listAccounts(ctx);
    printAnswer(
      options,
      { accounts },
      asTable(
        accounts.map((row) => ({ ...row })),
        'No account yet.',
      ),
    );
  });
}

/** Refuses an account that is nowhere, so that nothing is done for it. */
export async function checkAccount(ctx: Context, id: string): Promise<void> {
  const [found] = await listAccounts(ctx, { id });
  if (found === undefined) throw new Refusal('account_not_found', 404, `There is no account ${id}`);
}

function readWallet(text: string): { readonly family: 'evm' | 'tron'; readonly address: string } {
  const family = text.startsWith('T') ? 'tron' : 'evm';
  const read = readAddress(family, text);
  if ('problem' in read) {
    throw new Refusal('invalid_wallet', 400, `The address of the wallet ${read.problem}`);
  }
  return { family, address: read.text };
}

function makePassword(ctx: Context): string {
  return ctx.random(PASSWORD_BYTES).toString('base64url');
}

async function readFirstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}
