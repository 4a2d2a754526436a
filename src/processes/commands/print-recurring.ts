import { Refusal } from '#kit/failure.ts';
import { describeRecurringPayout, listRecurringPayouts } from '#modules/recurring-payouts/index.ts';
import { asTable, type OutputOptions, printAnswer } from './print-answer.ts';
import type { Environment } from './read-config.ts';
import { withContext } from './with-context.ts';

/** A screen of them. */
const SHOWN_MAX = 50;

interface ListOptions extends OutputOptions {
  readonly status?: Parameters<typeof listRecurringPayouts>[1]['status'];
  readonly account?: string;
}

/** Prints up to fifty recurring payouts, those that were made last first. */
export async function printRecurringPayouts(
  environment: Environment,
  options: ListOptions,
): Promise<void> {
  await withContext(environment, async (ctx) => {
    const { status, account: accountId } = options;
    const payouts = await listRecurringPayouts(ctx, { status, accountId, limit: SHOWN_MAX });
    const isAll = status === undefined && accountId === undefined;
    const none = isAll ? 'There are no recurring payouts.' : 'There are no such recurring payouts.';
    printAnswer(options, { payouts }, asTable(payouts, none));
  });
}

/** Prints a recurring payout with its instalments. Refuses (404) an unknown id. */
export async function printRecurringPayout(
  environment: Environment,
  id: string,
  options: OutputOptions,
): Promise<void> {
  await withContext(environment, async (ctx) => {
    const payout = await describeRecurringPayout(ctx, id);
    if (payout === undefined) {
      const message = `There is no recurring payout ${id}`;
      throw new Refusal('recurring_payment_not_found', 404, message);
    }
    const { instalments, ...fields } = payout;
    const lines = Object.entries(fields).map(([field, value]) => ({ field, value }));
    const text = `${asTable(lines, '')}\n\n${asTable(instalments, 'It has no instalment yet.')}`;
    printAnswer(options, payout, text);
  });
}
