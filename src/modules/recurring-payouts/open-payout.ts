import { type Currency, currencyById } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import type { Chain, Schedules } from '#chains/chain.ts';
import { accountOf, type Context, isRestrictedCaller } from '#context.ts';
import { invariant, Outage } from '#kit/failure.ts';
import { isUlid } from '#kit/ulid.ts';
import type { RecurringPayout } from './model/recurring-payout.ts';
import { recurrenceNotForPublic, recurringPayoutNotFound } from './model/refusals.ts';
import { findPayout, findPayoutByPage } from './store/payouts.ts';

/**
 * The caller's own recurring payout. Refuses (404) all others alike; of a public client ID in production also those that were not made
 * with it.
 */
export async function openPayout(ctx: Context, id: string): Promise<RecurringPayout> {
  const found = isUlid(id) ? await findPayout(ctx, { accountId: accountOf(ctx), id }) : undefined;
  const mayRead =
    !isRestrictedCaller(ctx) ||
    ('clientIdId' in ctx.actor && ctx.actor.clientIdId === found?.clientIdId);
  if (found === undefined || !mayRead) throw recurringPayoutNotFound();
  return found;
}

/** The same for a change. Refuses (403) a public client ID in production. */
export async function openPayoutToChange(ctx: Context, id: string): Promise<RecurringPayout> {
  if (isRestrictedCaller(ctx)) throw recurrenceNotForPublic();
  return await openPayout(ctx, id);
}

/** The recurring payout of a page, for whoever holds its token. Refuses (404) all others alike. */
export async function openPage(ctx: Context, pageToken: string): Promise<RecurringPayout> {
  const found = isUlid(pageToken) ? await findPayoutByPage(ctx, pageToken) : undefined;
  if (found === undefined) throw recurringPayoutNotFound();
  return found;
}

/** Where a recurring payout is paid, and in what. */
export interface PayoutChain {
  readonly chain: Chain;
  readonly schedules: Schedules;
  readonly currency: Currency;
}

/** The chain of a recurring payout. Throws `Outage` where it is not connected, or recurs no more there. */
export function chainOf(
  ctx: Context,
  { network, currencyId }: Pick<RecurringPayout, 'network' | 'currencyId'>,
): PayoutChain {
  const chain = ctx.chains.get(network);
  const currency = currencyById(currencyId);
  invariant(currency !== undefined, 'recurring payouts are in listed currencies');
  if (chain?.schedules === undefined) {
    throw new Outage(`recurring payouts on ${NETWORKS[network].name} are not configured`);
  }
  return { chain, schedules: chain.schedules, currency };
}
