import { Refusal } from '#kit/failure.ts';
import { endSession, listAccountSessions } from '#modules/identity/index.ts';
import { checkAccount } from './manage-accounts.ts';
import { asTable, type OutputOptions, printAnswer } from './print-answer.ts';
import type { Environment } from './read-config.ts';
import { withContext } from './with-context.ts';

interface OfAccount extends OutputOptions {
  /** The account's id. */
  readonly account: string;
}

/** Prints who is signed in to an account. */
export async function printSessions(environment: Environment, options: OfAccount): Promise<void> {
  await withContext(environment, async (ctx) => {
    await checkAccount(ctx, options.account);
    const sessions = await listAccountSessions(ctx, options.account);
    const rows = sessions.map(({ id, kind, login, createdAt, lastSeenAt, ipAddress }) => ({
      id,
      kind,
      login,
      createdAt,
      lastSeenAt,
      ipAddress,
    }));
    printAnswer(options, { sessions }, asTable(rows, 'Nobody is signed in to this account.'));
  });
}

/** Signs a user out of an account. */
export async function signOut(
  environment: Environment,
  sessionId: string,
  options: OfAccount,
): Promise<void> {
  await withContext(environment, async (ctx) => {
    const ended = await endSession(ctx, { accountId: options.account, sessionId });
    if (!ended) {
      const message = `The account ${options.account} has no live session ${sessionId}`;
      throw new Refusal('session_not_found', 404, message);
    }
    printAnswer(options, { id: sessionId, ended }, `Ended session ${sessionId}.`);
  });
}
