import { liftBlock, setRateTier } from '#modules/clients/index.ts';
import { type OutputOptions, printAnswer } from './print-answer.ts';
import type { Environment } from './read-config.ts';
import { withContext } from './with-context.ts';

interface RateTierInput extends OutputOptions {
  /** The public `cli_...` text. */
  readonly clientId: string;
  readonly tier: string;
}

/** Sets how many calls a minute a client ID may make at each address. */
export async function setTier(environment: Environment, options: RateTierInput): Promise<void> {
  await withContext(environment, async (ctx) => {
    const { clientId, tier } = options;
    await setRateTier(ctx, { clientId, tier });
    printAnswer(options, { clientId, tier }, `${clientId} has the tier ${tier}.`);
  });
}

/** Ends the blocks of callers by their names, or of everybody where none is named. */
export async function unblock(
  environment: Environment,
  names: readonly string[],
  options: OutputOptions,
): Promise<void> {
  await withContext(environment, async (ctx) => {
    const lifted: { name: string | null; removed: number }[] = [];
    for (const name of names.length > 0 ? names : [undefined]) {
      lifted.push({ name: name ?? null, removed: await liftBlock(ctx, name) });
    }
    const text = lifted.map(
      ({ name, removed }) => `${name ?? 'everybody'}: ${removed} counts removed`,
    );
    printAnswer(options, { lifted }, text.join('\n'));
  });
}
