import { writtenHash } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { findIntentById, findObservations, findOpenIntents } from './store/shown-intents.ts';

/** An intent as operators see it. */
export interface IntentView {
  readonly id: string;
  readonly status: string;
  readonly accountId: string;
  readonly securePaymentToken: string;
  readonly requestId: string;
  readonly network: string;
  /** As its network writes hashes. */
  readonly txHash: string | null;
  readonly safeTxHash: string | null;
  readonly createdAt: Date;
  readonly nextCheckAt: Date | null;
  /** Until when the bridge may deliver it. */
  readonly deadlineAt: Date | null;
}

/** One thing that was seen of an intent. */
export interface ObservationView {
  readonly at: Date;
  /** Who says so: `client`, `source`, `destination`, `provider` or `ledger`. */
  readonly from: string;
  readonly event: string;
  /** The state from then on. */
  readonly status: string;
  readonly details: unknown;
}

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
