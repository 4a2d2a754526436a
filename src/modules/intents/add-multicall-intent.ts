import type { NetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant, Refusal } from '#kit/failure.ts';
import type { MulticallPayout } from '#modules/multicall-payouts/index.ts';
import { fingerprintOf, type ReportedMulticall } from './model/multicall-intent.ts';
import { countMulticallIntents, insertMulticallIntent } from './store/multicall-intents.ts';

/** A bundle of a thousand children has some ten transactions; nobody needs more reports than this. */
const MULTICALL_INTENTS_MAX = 500;

/** What is reported of a bundle. */
export interface MulticallIntentInput {
  readonly payout: Pick<MulticallPayout, 'accountId' | 'token'>;
  /** Where the transactions are. */
  readonly network: NetworkId;
  readonly reported: ReportedMulticall;
}

/**
 * Keeps for audits what a payer reports of a bundle, once for each user operation, and returns its id. It is never
 * followed. Refuses (429) more reports of a bundle than payers make.
 */
export async function addMulticallIntent(
  ctx: Context,
  { payout, network, reported }: MulticallIntentInput,
): Promise<string> {
  if ((await countMulticallIntents(ctx, payout.token)) >= MULTICALL_INTENTS_MAX) {
    throw tooManyMulticallIntents();
  }
  const id = await insertMulticallIntent(ctx, {
    accountId: payout.accountId,
    multicallToken: payout.token,
    fingerprint: fingerprintOf(network, reported),
    network,
    reported: { ...reported },
  });
  invariant(id !== undefined, 'a report that was not added was there');
  return id;
}

/** 429: more was reported of a bundle than payers do. */
export function tooManyMulticallIntents(retryAfterSeconds = 3_600): Refusal {
  const message = 'More was reported of this multicall payout than its payers do';
  return new Refusal('too_many_payment_intents', 429, { message, retryAfterSeconds });
}
