import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import {
  listPaymentOptions,
  type PaymentOptions,
  type PaymentOrder,
  quoteOrders,
} from '#modules/calldata/index.ts';
import { listSourceOptions } from '#modules/crosschain/index.ts';
import {
  type ForwardedTransaction,
  findOpenForwarded,
  findSentOf,
} from '#modules/forwarding/index.ts';
import { type LinkIntent, listLinkIntents } from '#modules/intents/index.ts';
import { findPayeeNames, type PayeeNames } from '#modules/payee-names/index.ts';
import { findSameSafe } from './find-route-payer.ts';
import { type BatchView, batchView } from './model/batch-view.ts';
import { sightOf } from './model/guarded-link.ts';
import { isPaid } from './model/link-state.ts';
import {
  type HiddenView,
  hiddenView,
  type PaymentView,
  paymentView,
  type ViewInput,
} from './model/payment-view.ts';
import { type BundleView, viewBundle } from './open-bundle.ts';
import { type OpenInput, type OpenLink, openLink } from './open-link.ts';
import { type FeesByRequest, findFeesOf, orderWithFees } from './order-with-fees.ts';

/**
 * What a payer's page shows of a link, without calldata. With a wallet it returns what that wallet
 * could pay with, by one read of each chain, and whether it may; a conversion is shown at the current
 * rate, by another. Refuses as `openLink` does.
 */
export async function viewSecurePayment(
  ctx: Context,
  input: OpenInput,
): Promise<PaymentView | BatchView | HiddenView | BundleView> {
  const open = await openLink(ctx, input);
  if (open === undefined) return await viewBundle(ctx, input);
  const { link, holder } = open;
  if (sightOf(link, open.access) === 'hidden') return hiddenView(open);
  const fees = await findFeesOf(ctx, open);
  const unpaid = open.asked.filter(({ request }) => !isPaid(request));
  const orders =
    holder === undefined ? [] : unpaid.map(({ request }) => orderWithFees(ctx, request, fees));
  const [options, viewed, sent, intents] = await Promise.all([
    holder === undefined
      ? undefined
      : listOptions(ctx, orders, { wallet: holder, isSafe: open.isSafe, link }),
    withQuotes(ctx, open, fees),
    findSent(ctx, open, fees),
    findIntents(ctx, open),
  ]);
  const shown = { ...viewed, sent, intents, payeeNames: namesOf(ctx, open) };
  return link.paymentType === 'batch' ? batchView(shown, options) : paymentView(shown, options);
}

/** The names of the payees, where nothing hides them. */
function namesOf(ctx: Context, { link, access, asked, network }: OpenLink): PayeeNames | undefined {
  if (sightOf(link, access) !== 'all') return undefined;
  const addresses = asked.map(({ request }) => request.payeeAddress);
  return findPayeeNames(ctx, { network: network.id, addresses });
}

/** Who pays what. */
interface OptionsFor {
  readonly wallet: string;
  readonly isSafe: boolean;
  readonly link: Pick<OpenLink['link'], 'isPaidOut'>;
}

/** What a wallet could pay with on the payment's own network, and elsewhere where it is one payment. */
async function listOptions(
  ctx: Context,
  orders: readonly PaymentOrder[],
  { wallet, isSafe, link }: OptionsFor,
): Promise<PaymentOptions> {
  const [order, ...others] = orders;
  // What a bridge pays, a provider would give back to the bridge.
  const isOne = order !== undefined && others.length === 0 && !link.isPaidOut;
  const [own, elsewhere] = await Promise.all([
    listPaymentOptions(orders, wallet, { isSafe }),
    isOne ? listElsewhere(ctx, order, { wallet, isSafe }) : {},
  ]);
  return { ...own, ...elsewhere };
}

/** What a wallet could pay an order with from other networks, a Safe from those alone on which it is the same. */
async function listElsewhere(
  ctx: Context,
  order: PaymentOrder,
  { wallet, isSafe }: { readonly wallet: string; readonly isSafe: boolean },
): Promise<PaymentOptions> {
  if (!isSafe) return await listSourceOptions(ctx, { order, wallet });
  const same = { safe: wallet, destination: order.chain.network.id };
  const findSame: Parameters<typeof listSourceOptions>[1]['findSame'] = (sources) =>
    findSameSafe(ctx, same, sources);
  return await listSourceOptions(ctx, { order, wallet, findSame });
}

/** The payments from other networks that were reported; no query where there can be none. */
async function findIntents(
  ctx: Context,
  { link, network }: OpenLink,
): Promise<readonly LinkIntent[]> {
  const isNever = network.sourceChain === undefined || link.paymentType === 'batch';
  if (isNever || !link.hasIntents) return [];
  return await listLinkIntents(ctx, { token: link.token, network: network.id });
}

/** What was forwarded for a link and has not ended; all that was, where no node answers or none is connected. */
async function findSent(
  ctx: Context,
  { link, asked, network }: OpenLink,
  fees: FeesByRequest,
): Promise<readonly ForwardedTransaction[]> {
  const chain = ctx.chains.get(network.id);
  if (chain?.relay === undefined) return [];
  const requests = asked.map(({ request }) => request);
  const paymentReferences = [...requests, ...[...fees.values()].flat()].map(
    (one) => one.paymentReference,
  );
  try {
    return await findSentOf(ctx, { link, chain, paymentReferences });
  } catch (error) {
    if (!(error instanceof Outage)) throw error;
    ctx.log.warn({ err: error, network: network.id }, 'what became of sent payments is not known');
    const query = { network: network.id, token: link.token, paymentReferences };
    return await findOpenForwarded(ctx, query);
  }
}

/** Looks up the rates of what is converted and still due; reads no chain where nothing is. */
async function withQuotes(ctx: Context, open: OpenLink, fees: FeesByRequest): Promise<ViewInput> {
  const converted = open.asked
    .map(({ request }) => request)
    .filter((request) => request.kind === 'conversion' && !isPaid(request));
  const orders = converted.map((request) => orderWithFees(ctx, request, fees));
  const quotes = orders.length === 0 ? [] : await quoteOrders(orders);
  const byId = new Map(converted.map(({ id }, i) => [id, quotes[i]]));
  const [first, ...others] = open.asked;
  const viewed = (one: OpenLink['asked'][0]) => {
    const { id } = one.request;
    return { ...one, quote: byId.get(id), fees: fees.get(id) };
  };
  return { ...open, asked: [viewed(first), ...others.map(viewed)] };
}
