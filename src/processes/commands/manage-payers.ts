import process from 'node:process';
import { Refusal } from '#kit/failure.ts';
import { erasePayerData, exportPayerData } from '#modules/payment-details/index.ts';
import { checkAccount } from './manage-accounts.ts';
import { type OutputOptions, printAnswer } from './print-answer.ts';
import type { Environment } from './read-config.ts';
import { withContext } from './with-context.ts';

interface PayerOptions {
  readonly account: string;
  /** The integrator's own id of the payer. */
  readonly user: string;
}

/** Prints everything that is stored of a payer as one JSON document, in clear. */
export async function exportPayer(
  environment: Environment,
  { account: accountId, user: clientUserId }: PayerOptions,
): Promise<void> {
  await withContext(environment, async (ctx) => {
    await checkAccount(ctx, accountId);
    const answer = await exportPayerData(ctx, { accountId, clientUserId });
    process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
  });
}

/** Erases what is known of a payer; payments stay. It cannot be undone, so that it wants `--yes`. */
export async function erasePayer(
  environment: Environment,
  options: PayerOptions & OutputOptions & { readonly yes?: boolean },
): Promise<void> {
  await withContext(environment, async (ctx) => {
    const { account: accountId, user: clientUserId, yes } = options;
    await checkAccount(ctx, accountId);
    if (yes !== true) {
      const message =
        'This erases what is known of the payer and their bank accounts, for good: add --yes';
      throw new Refusal('not_confirmed', 409, message);
    }
    const erasure = await erasePayerData(ctx, { accountId, clientUserId });
    printAnswer(options, erasure, describeErasure(erasure));
  });
}

type Erasure = Awaited<ReturnType<typeof erasePayerData>>;

/** What was erased, and what others may still have. */
function describeErasure({ payerId, paymentDetails, atProviders }: Erasure): string {
  const { identityChecks, bankAccounts } = atProviders;
  const left = [
    `Identity provider: ${identityChecks.join(', ')}`,
    ...(bankAccounts.length > 0 ? [`Payouts to banks: ${bankAccounts.join(', ')}`] : []),
  ];
  return [
    `Erased payer ${payerId} and ${paymentDetails} bank accounts.`,
    'Others keep what they were given. Have them erase it by these names:',
    ...left.map((line) => `  ${line}`),
  ].join('\n');
}
