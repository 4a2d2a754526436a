import { resetSecondFactor } from '#modules/identity/index.ts';
import { type OutputOptions, printAnswer } from './print-answer.ts';
import type { Environment } from './read-config.ts';
import { withContext } from './with-context.ts';

/** Removes somebody's second factors; the next sign-in asks for the password alone. */
export async function resetFactors(
  environment: Environment,
  email: string,
  options: OutputOptions,
): Promise<void> {
  await withContext(environment, async (ctx) => {
    const reset = await resetSecondFactor(ctx, email);
    const text = `${email}: ${reset.removed} second factors removed, ${reset.sessionsEnded} sessions ended.`;
    printAnswer(options, { email, ...reset }, text);
  });
}
