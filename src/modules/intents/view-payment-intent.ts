import { writtenHash } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import type { IntentView, ObservationView } from './model/intent-view.ts';
import { findIntentById, findObservations, findOpenIntents } from './store/shown-intents.ts';

/** An intent of any account with every observation, in their order; undefined where there is none. */
export async function viewPaymentIntent(
  ctx: Context,
  id: string,
): Promise<(IntentView & { readonly observations: readonly ObservationView[] }) | undefined> {
  const intent = await findIntentById(ctx, id);
  if (intent === undefined) return undefined;
  return { ...shown(intent), observations: await findObservations(ctx, id) };
}

/** Up to `limit` intents of all accounts that are followed, the oldest first. */
export async function listOpenIntents(ctx: Context, limit: number): Promise<readonly IntentView[]> {
  return (await findOpenIntents(ctx, limit)).map(shown);
}

function shown(intent: IntentView): IntentView {
  const { network, txHash } = intent;
  return { ...intent, txHash: txHash && writtenHash(network, txHash) };
}
