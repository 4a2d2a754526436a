import { invoiceDecimals } from '#catalog/request-units.ts';
import type { Context } from '#context.ts';
import type { Hex } from '#kit/hex.ts';
import { type PaymentOrder, paymentCalldata } from '#modules/calldata/index.ts';
import { payByRoute, payFeesFrom } from '#modules/crosschain/index.ts';
import { type DueFee, type FeeBundle, feeBundleOf } from '#modules/fees/index.ts';
import { findSentOf } from '#modules/forwarding/index.ts';
import type { MulticallCalldata } from '#modules/multicall-payouts/index.ts';
import { isRelayed, openSourceFees } from '#modules/requests/index.ts';
import { checkPaidOut } from './check-paid-out.ts';
import { findRoutePayer } from './find-route-payer.ts';
import { findTokenHolder } from './find-token-holder.ts';
import { checkMayPay, walletRequiredForRoute } from './model/guarded-link.ts';
import { type OutstandingFeeShown, outstandingFeesShown } from './model/outstanding-fees.ts';
import { paymentInProgress } from './model/payment-in-progress.ts';
import {
  type PayQuery,
  type PermitOption,
  permitOfHolder,
  readPermit,
} from './model/permit-query.ts';
import { payBundle } from './open-bundle.ts';
import { type OpenLink, openLink } from './open-link.ts';
import { orderOfLink } from './order-with-fees.ts';
import { type PreparedBatch, prepareBatch } from './prepare-batch.ts';
import { safeDeadline } from './safe-deadline.ts';

type OwnCalldata = Awaited<ReturnType<typeof paymentCalldata>>;
type RouteCalldata = Awaited<ReturnType<typeof payByRoute>>;

/** The call that prepares a payment. */
interface PayInput {
  readonly token: string;
  readonly query: PayQuery;
}

/** What a payer signs, and what it requires of the wallet. */
export interface PreparedPayment extends Pick<OwnCalldata, 'transactions' | 'atomicTransactions'> {
  readonly metadata: (OwnCalldata['metadata'] | RouteCalldata['metadata']) & {
    readonly safePaymentDeadline?: number;
    readonly safeThreshold?: number;
  };
  readonly paymentType: 'single';
  /** What the key signs before, whose tokens an account pays with. */
  readonly eoaApprovalTransactions: OwnCalldata['transactions'];
  /** What the key may sign in place of them. */
  readonly permit?: OwnCalldata['permit'];
  readonly feeBundle: FeeBundle | null;
  /** Only of a completed link: the fees that it was paid without, which are all that is paid. */
  readonly outstandingFees?: OutstandingFeeShown[];
  readonly paymentReference: Hex;
  readonly flow: 'incoming' | 'outgoing';
}

/**
 * Prepares the transactions that pay what is still due on a link, by one read of the chain when
 * the wallet is known; of a completed link those of the fees that it was paid without. Refuses as `openLink` does, and on a link that guards anything also (400) to
 * prepare it without a wallet and (403) for one that may not pay; and (409) a payee who cannot be paid
 * by the wallet; and (400) a signed permit that is not exactly what is paid now, or whose quote has expired.
 */
export async function paySecurePayment(
  ctx: Context,
  { token, query: { permitSignature, permitDeadline, ...query } }: PayInput,
): Promise<PreparedPayment | PreparedBatch | MulticallCalldata> {
  const permit = readPermit({ permitSignature, permitDeadline }, ctx.now());
  const input = { token, query };
  const open = await openLink(ctx, input, { paysFees: true });
  if (open === undefined) return await payBundle(ctx, input, { permit });
  checkMayPay(open);
  if (open.link.paymentType === 'batch') return await prepareBatch(ctx, open, permit);
  return await prepareSingle(ctx, open, { permit });
}

interface PrepareOptions {
  readonly isFresh?: boolean;
  /** That an account with the tokens of a key may submit; undefined where none is offered. */
  readonly permit?: PermitOption;
}

/**
 * Prepares what is due on a single payment, from the source that the call names; with `isFresh` by a quote of this
 * moment. Refuses as `paySecurePayment` does.
 */
export async function prepareSingle(
  ctx: Context,
  open: OpenLink,
  { isFresh = false, permit }: PrepareOptions = {},
) {
  const { link, asked, wallet, source, isSafe, safe } = open;
  const [{ request, currency }] = asked;
  const { outstanding } = open;
  const { order, fees } = await orderOfLink(ctx, open);
  await checkPaidOut(ctx, open);
  await checkNothingSent(ctx, open, order);
  await checkNothingRelayed(ctx, open, order);
  const dueFees = fees.get(request.id) ?? [];
  const prepared = await prepare(ctx, { ...open, isFresh, permit, dueFees }, order);
  const { transactions, atomicTransactions, metadata, sourceFees } = prepared;
  const executionDeadline =
    'executionDeadline' in metadata ? metadata.executionDeadline : undefined;
  const { feePlan: plan } = request;
  const bundleId = wallet === undefined ? null : link.token;
  const paidIn = source ?? currency;
  const decimals = source?.decimals ?? invoiceDecimals(request.kind, currency);
  return {
    paymentType: 'single',
    eoaApprovalTransactions: prepared.holderTransactions ?? [],
    ...(prepared.permit && { permit: prepared.permit }),
    feeBundle:
      plan && feeBundleOf({ plan, bundleId, currency: paidIn, decimals }, sourceFees ?? dueFees),
    ...(outstanding.size > 0 && { outstandingFees: outstandingFeesShown(link, outstanding) }),
    transactions,
    ...(atomicTransactions && { atomicTransactions }),
    metadata: {
      ...metadata,
      ...(isSafe && { safePaymentDeadline: safeDeadline(ctx, link, executionDeadline) }),
      ...(safe && { safeThreshold: safe.threshold }),
    },
    paymentReference: request.paymentReference,
    flow: link.flow,
  } satisfies PreparedPayment;
}

interface LinkToPrepare extends OpenLink {
  readonly isFresh: boolean;
  readonly permit: PermitOption | undefined;
  /** Those that are paid by themselves. */
  readonly dueFees: readonly DueFee[];
}

interface PreparedTransactions
  extends Pick<PreparedPayment, 'transactions' | 'atomicTransactions' | 'permit' | 'metadata'> {
  readonly holderTransactions?: OwnCalldata['holderTransactions'];
  /** Of a route: the fees that are paid by themselves where it starts, in its token. */
  readonly sourceFees?: readonly DueFee[];
}

/** The transactions on the link's own network, or those of the route from the source that the call names. */
async function prepare(
  ctx: Context,
  open: LinkToPrepare,
  order: PaymentOrder,
): Promise<PreparedTransactions> {
  const { source, wallet, isSafe, link, isFresh, dueFees: fees } = open;
  if (source === undefined) {
    const tokenHolder = await findTokenHolder(order.chain, open);
    const permit = permitOfHolder(open.permit, tokenHolder);
    // A provider gives tokens back to whom they came from, which must not be the batch contract.
    const offersAtomic = !isSafe && tokenHolder === undefined && !link.isPaidOut;
    return await paymentCalldata(order, wallet, { offersAtomic, isSafe, tokenHolder, permit });
  }
  if (wallet === undefined) throw walletRequiredForRoute();
  const { currency } = order;
  const openFees = () => openSourceFees(ctx, { fees, currency, source });
  const payer = await findRoutePayer(ctx, {
    ...open,
    wallet,
    source,
    destinations: [currency.network],
  });
  const by = { order, source, ...payer, endsAt: link.expiresAt, isFresh, openFees };
  const { fees: sourceFees, ...paid } =
    order.isFees === true ? await payFeesFrom(ctx, by) : await payByRoute(ctx, by);
  return { ...paid, sourceFees };
}

/** Refuses (423) while a payment that was signed for the request is under way. */
async function checkNothingRelayed(
  ctx: Context,
  { link, branding, merchant, asked: [{ request }] }: OpenLink,
  { chain }: PaymentOrder,
): Promise<void> {
  const { accountId } = link;
  const { id: requestRowId, requestId } = request;
  const relayed = { accountId, network: chain.network.id, requestRowId, requestId };
  if (await isRelayed(ctx, relayed))
    throw paymentInProgress(link, { branding, merchant, sent: [] });
}

/**
 * Refuses (423) while a transaction that makes one of the payments that are due now was forwarded and has not ended;
 * of a completed link those are its outstanding fees, so that its main payment holds none of them back.
 */
async function checkNothingSent(
  ctx: Context,
  { link, branding, merchant }: OpenLink,
  { chain, paymentReference, feeLegs = [] }: PaymentOrder,
): Promise<void> {
  const due = [paymentReference, ...feeLegs.map((leg) => leg.paymentReference)];
  const open = await findSentOf(ctx, { link, chain, paymentReferences: due });
  const sent = open.filter((one) => one.paymentReferences.some((paid) => due.includes(paid)));
  if (sent.length > 0) throw paymentInProgress(link, { branding, merchant, sent });
}
