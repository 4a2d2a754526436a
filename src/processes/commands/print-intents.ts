import { Refusal } from '#kit/failure.ts';
import { listOpenIntents, readProviderStatus, viewPaymentIntent } from '#modules/intents/index.ts';
import { asTable, type OutputOptions, printAnswer } from './print-answer.ts';
import type { Environment } from './read-config.ts';
import { withContext } from './with-context.ts';

/** A screen of them; the oldest are those that need a person. */
const SHOWN_MAX = 50;

/** Prints one payment intent with every observation and the words of the route provider, or without an id those that are followed. */
export async function printIntents(
  environment: Environment,
  id: string | undefined,
  options: OutputOptions,
): Promise<void> {
  await withContext(environment, async (ctx) => {
    if (id === undefined) {
      const intents = await listOpenIntents(ctx, SHOWN_MAX);
      const rows = intents.map(({ accountId: _, safeTxHash: _safe, ...shown }) => shown);
      printAnswer(options, { intents }, asTable(rows, 'No payment intent is followed.'));
      return;
    }
    const intent = await viewPaymentIntent(ctx, id);
    if (intent === undefined) {
      throw new Refusal('intent_not_found', 404, `There is no payment intent ${id}`);
    }
    const { observations, ...fields } = intent;
    const provider = (await readProviderStatus(ctx, intent)) ?? null;
    const said = [provider?.status, provider?.substatus, provider?.message].filter(Boolean);
    const lines = Object.entries({
      ...fields,
      routeProvider: provider && `${provider.name}: ${said.join(', ')}`,
    }).map(([field, value]) => ({ field, value }));
    const seen = observations.map((one) => ({ ...one, details: JSON.stringify(one.details) }));
    const text = `${asTable(lines, '')}\n\n${asTable(seen, 'Nothing was seen of it.')}`;
    printAnswer(options, { ...intent, routeProvider: provider }, text);
  });
}
