import { currencyById } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { printAmount } from '#kit/amount.ts';
import { invariant, Outage, Refusal } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { readAddress } from '#modules/destinations/index.ts';
import { transact } from '#platform/db/transact.ts';
import type { OffRampOrder } from '#providers/off-ramp-provider.ts';
import { nextReadAt } from './model/next-read.ts';
import { type OffRampOrderOfRequest, payUntilOf } from './model/off-ramp-order.ts';
import { offRampMachine } from './model/status.ts';
import { checkOrder } from './read-order.ts';
import { findOrder, insertOrder, type NewOrder, storeOpened } from './store.ts';

/** The provider names no end of its orders; ours is one that a rate and a bank account hardly outlive. */
const LIFETIME_MS = 24 * 60 * 60_000;

/** What a request is paid out as. */
export type OrderTerms = Omit<NewOrder, 'id' | 'endsAt' | 'createdAt'>;

/** Lets the request be paid at this address and at no other, in the transaction of its order. */
type SetPayee = (ctx: Context, depositAddress: string) => Promise<void>;

/**
 * The order by which a request is paid out, made where there is none. It is written before the provider is asked, and asked for
 * under its own id, so that a process that ends in between leaves one order at most.
 *
 * Refuses (400) what the provider does not take, (409) an order that ends within ten minutes or whose money is on its way. Throws
 * `Outage` where the provider does not answer, or answers another order than was asked for.
 */
export async function openOrder(
  ctx: Context,
  terms: OrderTerms,
  setPayee: SetPayee,
): Promise<OffRampOrderOfRequest> {
  const order = (await findOrder(ctx, terms.requestRowId)) ?? (await draftOrder(ctx, terms));
  if (ctx.now() >= payUntilOf(order)) throw orderOver();
  if (order.status === 'drafted') return await placeOrder(ctx, order, setPayee);
  if (order.status === 'opened') return order;
  throw new Refusal(
    'payout_in_progress',
    409,
    'The money of this request is on its way to the bank',
  );
}

async function draftOrder(ctx: Context, terms: OrderTerms): Promise<OffRampOrderOfRequest> {
  const createdAt = ctx.now();
  const endsAt = new Date(createdAt.getTime() + LIFETIME_MS);
  await insertOrder(ctx, { ...terms, id: ctx.newOrderedId(), createdAt, endsAt });
  // Perhaps that of another process, which was first.
  const drafted = await findOrder(ctx, terms.requestRowId);
  if (drafted === undefined) throw new Outage('the order was given up meanwhile');
  return drafted;
}

async function placeOrder(
  ctx: Context,
  draft: OffRampOrderOfRequest,
  setPayee: SetPayee,
): Promise<OffRampOrderOfRequest> {
  const { offRamp } = ctx;
  const currency = currencyById(draft.currencyId);
  invariant(currency !== undefined, 'an order is in a listed currency');
  if (offRamp === undefined) throw new Outage('no off-ramp provider is configured');
  const { network, payoutCurrency, providerAccountId: accountId, id: reference } = draft;
  const amount = printAmount(draft.amountUnits, currency.decimals);
  const placed = await offRamp.createOrder({
    network,
    symbol: currency.symbol,
    amount,
    payoutCurrency,
    accountId,
    reference,
  });
  await storePlaced(ctx, { draft, placed: checkOrder(ctx, draft, placed), setPayee });
  const stored = await findOrder(ctx, draft.requestRowId);
  if (stored?.status !== 'opened') throw new Outage('the order was moved meanwhile');
  return stored;
}

interface Placed {
  readonly draft: OffRampOrderOfRequest;
  readonly placed: OffRampOrder;
  readonly setPayee: SetPayee;
}

async function storePlaced(ctx: Context, { draft, placed, setPayee }: Placed): Promise<void> {
  const deposit = readAddress(NETWORKS[draft.network].family, placed.depositAddress);
  if ('problem' in deposit) {
    throw new Outage('the off-ramp provider names no deposit address of this network');
  }
  const { text: depositAddress } = deposit;
  const to = next(offRampMachine, draft.status, 'was_ordered');
  invariant(to !== undefined, 'a draft can be ordered');
  const { id: providerOrderId, providerState } = placed;
  const readAt = nextReadAt({ status: to, createdAt: draft.createdAt }, ctx.now());
  const opened = { providerOrderId, depositAddress, providerState, nextReadAt: readAt };
  await transact(ctx, async (ctx) => {
    // False where another process has stored the same order, which its reference makes one.
    if (await storeOpened(ctx, { id: draft.id, from: draft.status, to }, opened)) {
      await setPayee(ctx, depositAddress);
    }
  });
}

/** 409: whoever pays now may come too late. */
function orderOver(): Refusal {
  const message =
    'The order for this payout is over, or ends within ten minutes: create another request';
  return new Refusal('payout_order_over', 409, message);
}
