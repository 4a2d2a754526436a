import { invariant, Outage, Refusal } from '#kit/failure.ts';
import { mapLimited } from '#kit/map-limited.ts';
import { within } from '#kit/within.ts';
import type { PaymentOrder } from '#modules/calldata/index.ts';
import { checkAccounts } from './model/contract-accounts.ts';
import { sourceFeeUnits } from './model/source-fees.ts';
import { feesInDollars, type RoutePayer } from './pay-by-route.ts';
import {
  goalOf,
  quoteJudged,
  type RouteContext,
  type RouteGoal,
  type RouteOffer,
  type RouteSource,
  sameNetwork,
} from './quote-route.ts';
import { readAccountsOfOrders } from './read-accounts.ts';
import { readFiatRate } from './read-rate.ts';

/** A provider limits how much it is asked at a time, and so does its patience with this installation. */
const QUOTES_AT_ONCE = 4;
/** Twenty quotes take some five seconds; payers do not wait for longer than this. */
const QUOTES_MS_MAX = 30_000;

/** Several payments, and from which token of another network which wallet makes all of them. */
export interface RoutesInput extends RoutePayer {
  /** Each with a `field` that names it in refusals. */
  readonly orders: readonly PaymentOrder[];
  readonly source: RouteSource;
  readonly isFresh?: boolean;
}

/**
 * A route for each of several payments, in their order, each judged as `quoteRoute` judges one: all of them, or none. One read
 * of each network for all, and no more than four quotes at a time. Their fees that are paid by themselves are left to the caller.
 *
 * Refuses as `quoteRoute` does, naming the payments that cannot be made; what can be known without the provider is
 * refused before it is asked. Throws `Outage` where it does not answer, or not in time for all.
 */
export async function quoteRoutes(
  ctx: RouteContext,
  { orders, source, payer, account, isKnownContract, isFresh = false }: RoutesInput,
): Promise<readonly RouteOffer[]> {
  const goals = await forEach(orders, async (order) =>
    goalOfMany(ctx, order, { source, payer, account }),
  );
  const currencies = orders.map(({ currency }) => currency);
  const [accounts, rate] = await Promise.all([
    readAccountsOfOrders(ctx, { orders, payer, source: source.chain }),
    readFiatRate(ctx, [source.currency, ...currencies]),
  ]);
  await forEach(orders, async (order, i) =>
    checkAccounts(accounts[i] ?? [], order.chain.network, { isKnownContract }),
  );
  let isLate = false;
  const quotes = forEach(goals, async (goal) => {
    if (isLate) throw tooSlow();
    return await quoteJudged(ctx, { goal, source, payer, rate, isFresh });
  });
  return await within(QUOTES_MS_MAX, quotes, () => {
    isLate = true;
    throw tooSlow();
  });
}

function goalOfMany(
  ctx: RouteContext,
  order: PaymentOrder,
  { source, payer, account }: Pick<RoutesInput, 'source' | 'payer' | 'account'>,
): RouteGoal {
  if (source.chain.network.id === order.chain.network.id) throw sameNetwork(order);
  if (sourceFeeUnits(order.feeLegs, order.currency, source.currency) === undefined) {
    throw feesInDollars();
  }
  return goalOf(ctx, order, { payer, account, paysFeesApart: true });
}

function tooSlow(): Outage {
  return new Outage('the route provider did not quote all routes in time');
}

/** What can be named by a field. */
type Named = { readonly field?: string | undefined } | { readonly order: Named };

/** Works on all, some at a time, and refuses (400) at the end with all that were refused. */
async function forEach<Item extends Named, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const refused: RefusedRoute[] = [];
  const done = await mapLimited(items, QUOTES_AT_ONCE, async (item, index) => {
    try {
      return [await work(item, index)];
    } catch (error) {
      if (!(error instanceof Refusal) || !isOfOne(error)) throw error;
      refused.push({ index, field: fieldOf(item), refusal: error });
      return [];
    }
  });
  if (refused.length > 0) throw refusedRoutes(refused);
  return done.flat();
}

/** Whether something stands against one payment, and not against the wallet that makes all. */
function isOfOne({ status, code }: Refusal): boolean {
  return status === 400 && code !== 'payer_is_contract';
}

function fieldOf(named: Named): string {
  return 'order' in named ? fieldOf(named.order) : (named.field ?? 'payment');
}

/** A payment for which there is no route, and why. */
interface RefusedRoute {
  readonly index: number;
  readonly field: string;
  readonly refusal: Refusal;
}

/** 400: there is no route for some of several payments, so none is prepared. Its code is that of the first. */
function refusedRoutes(unordered: readonly RefusedRoute[]): Refusal {
  const refused = unordered.toSorted((one, other) => one.index - other.index);
  const errors = refused.map(({ field, refusal: { message } }) => ({ field, message }));
  const [first] = refused;
  invariant(first !== undefined, 'something was refused');
  const { field, refusal } = first;
  const others = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  const message = `Nothing was prepared: there is no route for ${field}${others}. ${refusal.message}`;
  return new Refusal(refusal.code, 400, { message, errors });
}
