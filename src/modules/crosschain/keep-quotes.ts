import type { Currency } from '#catalog/currencies.ts';
import type { Context } from '#context.ts';
import { type Refusal, refuseField } from '#kit/failure.ts';
import { bytesOf } from '#kit/hex.ts';
import { keccak256 } from '#kit/keccak.ts';
import type { PaymentOrder, routeCalldata } from '#modules/calldata/index.ts';
import { nameOfQuery, type RouteProvider, type RouteQuote } from '#providers/route-provider.ts';
import { findQuotes, insertQuotes } from './store.ts';

/** Who makes the calls of routes, and may sign for them. */
type RouteSigner = Parameters<typeof routeCalldata>[1];

/** Payments that are made together from one token of another network. */
interface QuotedPayment extends Pick<RouteSigner, 'account' | 'permit'> {
  readonly payer: string;
  readonly orders: readonly PaymentOrder[];
  readonly source: Currency;
}

/** Who quotes a payment, and how long its quotes are kept. */
interface PaymentQuotes {
  readonly routes: RouteProvider | undefined;
  /** Keeps what was quoted until a moment, for who signs a permit of that amount; left out where nobody can. */
  keep?(expiresAt: Date): Promise<void>;
}

/**
 * Who quotes a payment. Where a key may sign a permit of what the routes take, the quotes can be kept; once it has signed, they are
 * quoted again as they were, since a new quote would take another amount than the one that was signed. They are judged as any others.
 *
 * Refuses (400) a signature whose quotes are not kept, or not any more.
 */
export async function quotesOfPayment(
  ctx: Pick<Context, 'routes' | 'db' | 'now'>,
  payment: QuotedPayment,
): Promise<PaymentQuotes> {
  const { routes } = ctx;
  const { permit } = payment;
  const id = idOf(payment);
  if (routes === undefined || permit === undefined || id === undefined) {
    return { routes };
  }
  if (permit.signature === undefined) {
    const quotes = new Map<string, RouteQuote>();
    const quote: RouteProvider['quote'] = async (query) => {
      const quoted = await routes.quote(query);
      quotes.set(nameOfQuery(query), quoted);
      return quoted;
    };
    return {
      routes: { ...routes, quote },
      keep: (expiresAt) => insertQuotes(ctx, { id, quotes, expiresAt }),
    };
  }
  const kept = await findQuotes(ctx, id);
  if (kept === undefined) throw notKept();
  const quote: RouteProvider['quote'] = async (query) => {
    const found = kept.get(nameOfQuery(query));
    if (found === undefined) throw notKept();
    return found;
  };
  return { routes: { ...routes, quote } };
}

/** Of what is paid, from which token, by whom, and until when the permit is good; undefined where no account takes the tokens of a key. */
function idOf({ orders, source, payer, account, permit }: QuotedPayment): Buffer | undefined {
  if (account?.tokenHolder === undefined || permit === undefined) return undefined;
  const references = orders.map(({ chain, paymentReference }) => [
    chain.network.id,
    paymentReference,
  ]);
  const { expiresAt } = permit;
  const wallets = [payer, account.address].map((address) => address.toLowerCase());
  return bytesOf(keccak256(JSON.stringify([references, source.id, wallets, expiresAt.getTime()])));
}

/** 400: the price that was signed is gone. */
function notKept(): Refusal {
  const message =
    'permitSignature is of a quote that has expired, or of another payment: prepare the payment again without it and sign the new permit';
  return refuseField('permitSignature', message, 'permit_not_accepted');
}
