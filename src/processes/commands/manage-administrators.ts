import {
  grantAdministrator,
  listAdministrators,
  revokeAdministrator,
} from '#modules/identity/index.ts';
import { asTable, type OutputOptions, printAnswer } from './print-answer.ts';
import type { Environment } from './read-config.ts';
import { withContext } from './with-context.ts';

interface AdministratorOptions extends OutputOptions {
  /** An email address or a wallet. */
  readonly login: string;
  readonly change: 'grant' | 'revoke';
}

/** Makes whoever signs in with a login an administrator, or one no more. */
export async function changeAdministrator(
  environment: Environment,
  { login, change, ...options }: AdministratorOptions,
): Promise<void> {
  await withContext(environment, async (ctx) => {
    const apply = change === 'grant' ? grantAdministrator : revokeAdministrator;
    const changed = await apply(ctx, login);
    const isOne = change === 'grant';
    const already = isOne ? 'was an administrator already' : 'was no administrator';
    const done = isOne ? 'is an administrator' : 'is no administrator any more';
    printAnswer(
      options,
      { login, isAdministrator: isOne, changed },
      `${login} ${changed ? done : already}.`,
    );
  });
}

/** Prints who administers the installation. */
export async function printAdministrators(
  environment: Environment,
  options: OutputOptions,
): Promise<void> {
  await withContext(environment, async (ctx) => {
    const administrators = await listAdministrators(ctx);
    const rows = administrators.map(({ personId, login, since }) => ({ personId, login, since }));
    printAnswer(
      options,
      { administrators },
      asTable(rows, 'Nobody administers this installation by the API.'),
    );
  });
}
