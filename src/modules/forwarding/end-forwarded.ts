import type { Chain } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import type { Hex } from '#kit/hex.ts';
import type { ForwardedTransaction } from './model/sent-transaction.ts';
import { findOpenForwarded, findUncounted, recordOutcome } from './store.ts';

/** What may have been sent: for a link or bundle where it is named, and for payments in any case. */
interface SentQuery {
  readonly link: { readonly token: string | undefined; readonly accountId: string };
  readonly chain: Chain;
  readonly paymentReferences: readonly Hex[];
}

/**
 * The transactions that were forwarded for a link or for its payments and have not ended. One query, where the
 * network forwards any; a read of the chain only where there are such. Throws `Outage`.
 */
export async function findSentOf(
  ctx: Context,
  { link, chain, paymentReferences }: SentQuery,
): Promise<readonly ForwardedTransaction[]> {
  if (chain.relay === undefined) return [];
  const { token, accountId } = link;
  const query = { network: chain.network.id, token, paymentReferences };
  return await endForwarded(ctx, { chain, accountId }, await findOpenForwarded(ctx, query));
}

/**
 * So many are looked up at once: of one link anybody can have many approvals forwarded, which keep nothing back. The
 * oldest end first, so that the others have their turn.
 */
const LOOK_UPS_MAX = 100;

/**
 * Looks up transactions that were forwarded, records the end of those that have ended, and returns the others. One
 * that succeeded has not ended before all of its payments count, as they would be asked for again until then. Throws
 * `Outage`.
 */
export async function endForwarded(
  ctx: Context,
  { chain, accountId }: { readonly chain: Chain; readonly accountId: string },
  sent: readonly ForwardedTransaction[],
): Promise<readonly ForwardedTransaction[]> {
  if (chain.relay === undefined || sent.length === 0) return sent;
  const payments = sent.filter(({ paymentReferences }) => paymentReferences.length > 0);
  const approvals = sent.filter(({ paymentReferences }) => paymentReferences.length === 0);
  const read = [...payments, ...approvals].slice(0, LOOK_UPS_MAX);
  const outcomes = await chain.relay.readOutcomes(read);
  const succeeded = read.filter((_, i) => outcomes[i] === 'succeeded');
  const hashes = succeeded.map(({ transactionHash }) => transactionHash);
  const network = chain.network.id;
  const uncounted = await findUncounted(ctx, { accountId, network, hashes });
  const ended = new Set<ForwardedTransaction>();
  for (const [i, one] of read.entries()) {
    const outcome = outcomes[i] ?? 'open';
    const isWaited = outcome === 'succeeded' && uncounted.has(one.transactionHash);
    if (outcome === 'open' || isWaited) continue;
    await recordOutcome(ctx, one, outcome);
    ended.add(one);
  }
  return sent.filter((one) => !ended.has(one));
}
