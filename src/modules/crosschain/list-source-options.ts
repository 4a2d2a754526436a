import type { Currency } from '#catalog/currencies.ts';
import { sourceTokensOf } from '#catalog/source-tokens.ts';
import type { Chain, Chains } from '#chains/chain.ts';
import { printAmount } from '#kit/amount.ts';
import { Refusal } from '#kit/failure.ts';
import { openShortCache, type ShortCache } from '#kit/short-cache.ts';
import { within } from '#kit/within.ts';
import type { PaymentOptions, PaymentOrder } from '#modules/calldata/index.ts';
import { type CountingContext, countOption, countRoute } from './count-route.ts';
import { type AccountsOnNetwork, checkAccounts } from './model/contract-accounts.ts';
import { checkWorthRoute } from './model/route-cost.ts';
import { sourceFeeUnits } from './model/source-fees.ts';
import { type FiatRate, unitsOfWorth, worthOf } from './model/worth.ts';
import {
  goalOf,
  quoteJudged,
  type RouteContext,
  type RouteGoal,
  type RouteOffer,
} from './quote-route.ts';
import { type RankedRoute, rankRoutes } from './rank-routes.ts';
import { readAccountsOn, withoutOutage } from './read-accounts.ts';
import { readFiatRate } from './read-rate.ts';

/** One read of each network, and then one quote for each token: together below a second and a half. */
const NODES_MS_MAX = 600;
const QUOTES_MS_MAX = 800;
/** A page polls every few seconds; a quote that came too late is in the provider's cache by then. */
const OPTIONS_AGE_MS_MAX = 5_000;
const WALLETS_MAX = 2_000;

/** Of one process: networks are connected once. */
const caches = new WeakMap<Chains, ShortCache<readonly SourceOption[]>>();

/** What options are worked out with: their quotes are counted. */
type OptionsContext = RouteContext & CountingContext;

interface OptionsInput {
  readonly order: PaymentOrder;
  readonly wallet: string;
  /** Of a wallet that is a contract: those of these networks on which it is read to be the same as on the order's. */
  readonly findSame?: ((sources: readonly Chain[]) => Promise<readonly Chain[]>) | undefined;
}

/** A token of another network, and what the wallet has of it. */
interface HeldToken {
  readonly chain: Chain;
  readonly currency: Currency;
  readonly balanceUnits: bigint;
}

/** What a payment takes of a held token. */
interface SourceOption extends HeldToken {
  /** With the route's fees where it was quoted, else what the payment is worth; and with the fees that are paid by themselves. */
  readonly neededUnits: bigint;
  /** Undefined where the wallet has not the payment's worth. */
  readonly offer: RouteOffer | undefined;
}

/** What the options are worked out from. */
interface OptionsWork extends OptionsInput {
  readonly goal: RouteGoal;
  readonly rate: FiatRate | undefined;
}

/**
 * What a wallet could pay an order with from other networks, in the form of `paymentOptions`: its balance of every source
 * token, and what the payment takes of it with the route's fees. A route is quoted only where the wallet has the
 * payment's worth; elsewhere the worth is shown.
 *
 * Networks, tokens and quotes that do not answer in time are left out, and so is what has no route, and what is beyond the quotes of
 * one payment in a minute; empty where the order is not the end of any. Kept for some seconds.
 */
export async function listSourceOptions(
  ctx: OptionsContext,
  input: OptionsInput,
): Promise<PaymentOptions> {
  const byChain: PaymentOptions = {};
  for (const { chain, currency, balanceUnits, neededUnits, offer } of await findOptions(
    ctx,
    input,
  )) {
    const { sourceChain } = chain.network;
    if (sourceChain === undefined) continue;
    const option = {
      balance: printAmount(balanceUnits, currency.decimals),
      hasEnoughBalance: offer !== undefined && balanceUnits >= neededUnits,
      neededAmount: printAmount(neededUnits, currency.decimals),
      ...(offer && { durationSeconds: offer.quote.durationSeconds }),
    };
    byChain[sourceChain] = { ...byChain[sourceChain], [currency.symbol]: option };
  }
  return byChain;
}

/**
 * The routes by which a wallet could pay an order now, with what it holds elsewhere: the one that costs least first, and of
 * the same cost the fastest. What does not answer in time is left out, as in `listSourceOptions`, whose reads it shares.
 * Refuses (429) to be asked more often than payers need.
 */
export async function listRoutes(
  ctx: OptionsContext,
  input: OptionsInput,
): Promise<readonly RankedRoute[]> {
  if (goalIfAny(ctx, input) === undefined) return [];
  await countRoute(ctx, input.order);
  const options = await findOptions(ctx, input);
  return rankRoutes(
    options.flatMap(({ balanceUnits, neededUnits, offer }) =>
      offer === undefined || balanceUnits < neededUnits ? [] : [offer],
    ),
    input.order.currency,
  );
}

function goalIfAny(ctx: RouteContext, { order, wallet }: OptionsInput): RouteGoal | undefined {
  return withoutRefusal(() => goalOf(ctx, order, { payer: wallet, paysFeesApart: true }));
}

/** The options of an order; none where it is not the end of any route. Kept for some seconds. */
async function findOptions(
  ctx: OptionsContext,
  input: OptionsInput,
): Promise<readonly SourceOption[]> {
  const goal = goalIfAny(ctx, input);
  if (goal === undefined) return [];
  const cache = caches.get(ctx.chains) ?? openCache();
  caches.set(ctx.chains, cache);
  const { paymentReference, chain, feeLegs = [] } = input.order;
  const wallet = input.wallet.toLowerCase();
  const amounts = [goal.outputUnits, ...feeLegs.map(({ amountUnits }) => amountUnits)];
  const kind = input.findSame === undefined ? 'key' : 'contract';
  const key = [chain.network.id, paymentReference, ...amounts, wallet, kind].join(' ');
  return await cache.get(key, ctx.now().getTime(), () => readOptions(ctx, { ...input, goal }));
}

const openCache = () =>
  openShortCache<readonly SourceOption[]>({
    ageMsMax: OPTIONS_AGE_MS_MAX,
    entriesMax: WALLETS_MAX,
  });

async function readOptions(
  ctx: OptionsContext,
  input: Omit<OptionsWork, 'rate'>,
): Promise<readonly SourceOption[]> {
  const { order, wallet, findSame } = input;
  const own = order.chain;
  const others = ctx.chains.all.filter(
    ({ network, bridge }) => bridge !== undefined && network.id !== own.network.id,
  );
  const sources = findSame === undefined ? others : await findSame(others);
  if (sources.length === 0) return [];
  const inTime = <Result>(work: Promise<Result>) =>
    withoutOutage(within(NODES_MS_MAX, work, () => undefined));
  const accountsOn = (chain: Chain) => readAccountsOn(chain, { order, payer: wallet });
  const currencies = sources.flatMap(({ network }) => sourceTokensOf(network.id));
  const [here, rate, ...read] = await Promise.all([
    inTime(accountsOn(own)),
    inTime(readFiatRate(ctx, [order.currency, ...currencies])),
    ...sources.map((chain) => inTime(Promise.all([accountsOn(chain), readHeld(chain, wallet)]))),
  ]);
  const answered = read.filter((one) => one !== undefined);
  const accounts = [here, ...answered.map(([found]) => found)].filter((one) => one !== undefined);
  const work = { ...input, rate };
  if (here === undefined || !canBeBridged(work, accounts)) return [];
  const held = answered.flatMap(([, tokens]) => tokens);
  const options = await Promise.all(held.map((token) => optionOf(ctx, work, token)));
  return options.filter((option) => option !== undefined);
}

async function readHeld(chain: Chain, wallet: string): Promise<readonly HeldToken[]> {
  const currencies = sourceTokensOf(chain.network.id);
  const queries = currencies.map(({ address: tokenAddress }) => ({
    tokenAddress,
    spender: 'bridge' as const,
  }));
  const { tokens } = await chain.readPayerBalances(wallet, queries);
  return currencies.map((currency, i) => ({
    chain,
    currency,
    balanceUnits: tokens[i]?.balanceUnits ?? 0n,
  }));
}

function canBeBridged(
  { order, goal, rate, findSame }: OptionsWork,
  accounts: readonly AccountsOnNetwork[],
): boolean {
  const worth = worthOf(order.currency, goal.outputUnits, rate);
  if (worth === undefined) return false;
  const checked = withoutRefusal(() => {
    checkWorthRoute(worth);
    checkAccounts(accounts, order.chain.network, { isKnownContract: findSame !== undefined });
    return true;
  });
  return checked === true;
}

async function optionOf(
  ctx: OptionsContext,
  work: OptionsWork,
  token: HeldToken,
): Promise<SourceOption | undefined> {
  const { currency, balanceUnits } = token;
  const { order, goal, rate } = work;
  const worth = worthOf(order.currency, goal.outputUnits, rate);
  const plainUnits = worth === undefined ? undefined : unitsOfWorth(currency, worth, rate);
  const feeUnits = sourceFeeUnits(order.feeLegs, order.currency, currency);
  if (plainUnits === undefined || feeUnits === undefined) return undefined;
  const canAfford = balanceUnits >= plainUnits + feeUnits;
  const offer = canAfford ? await quoteInTime(ctx, work, token) : undefined;
  if (canAfford && offer === undefined) return undefined;
  return { ...token, offer, neededUnits: (offer?.decoded.sourceUnits ?? plainUnits) + feeUnits };
}

/** The offer for a token; undefined where there is none, or none in time, and once the payment has had its quotes of a minute. */
async function quoteInTime(
  ctx: OptionsContext,
  { order, goal, wallet, rate }: OptionsWork,
  { chain, currency }: HeldToken,
): Promise<RouteOffer | undefined> {
  const quote = async () => {
    if (!(await countOption(ctx, order))) return undefined;
    return await quoteJudged(ctx, { goal, source: { chain, currency }, payer: wallet, rate });
  };
  try {
    return await withoutOutage(within(QUOTES_MS_MAX, quote(), () => undefined));
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function withoutRefusal<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
