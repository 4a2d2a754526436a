import { Refusal } from '#kit/failure.ts';
import { describeHeldPayment, listHeldOfAll, releasePayment } from '#modules/settlement/index.ts';
import { asTable, type OutputOptions, printAnswer } from './print-answer.ts';
import type { Environment } from './read-config.ts';
import { withContext } from './with-context.ts';

/** A screen of them. */
const SHOWN_MAX = 50;

interface ListOptions extends OutputOptions {
  readonly status?: Parameters<typeof listHeldOfAll>[1]['status'];
  readonly account?: string;
}

/** Prints up to fifty held payments, the newest first. */
export async function printHeldPayments(
  environment: Environment,
  options: ListOptions,
): Promise<void> {
  await withContext(environment, async (ctx) => {
    const { status, account: accountId } = options;
    const heldPayments = await listHeldOfAll(ctx, { status, accountId, limit: SHOWN_MAX });
    printAnswer(options, { heldPayments }, asTable(heldPayments, 'No payment is held.'));
  });
}

/** Prints a held payment with all who took part in it. Refuses (404) an unknown id. */
export async function printHeldPayment(
  environment: Environment,
  id: string,
  options: OutputOptions,
): Promise<void> {
  await withContext(environment, async (ctx) => {
    const held = await describeHeldPayment(ctx, id);
    if (held === undefined) {
      throw new Refusal('held_payment_not_found', 404, `There is no held payment ${id}`);
    }
    const lines = Object.entries(held).map(([field, value]) => ({ field, value }));
    printAnswer(options, held, asTable(lines, ''));
  });
}

interface ReleaseOptions extends OutputOptions {
  readonly reason: string;
  readonly despiteLists?: boolean;
}

/** Lets a held payment of any account count, with an entry in its audit log. Refuses as `releasePayment` does. */
export async function releaseHeldPayment(
  environment: Environment,
  id: string,
  options: ReleaseOptions,
): Promise<void> {
  await withContext(environment, async (ctx) => {
    const { reason, despiteLists = false } = options;
    const { status } = await releasePayment(ctx, { id, reason, despiteLists });
    const text =
      status === 'released'
        ? 'It is released and counts as soon as it is settled.'
        : 'The allowlist is waived for it, and its wallets are looked up now.';
    printAnswer(options, { id, status }, text);
  });
}
