import { invoiceDecimals } from '#catalog/request-units.ts';
import type { Context } from '#context.ts';
import { prepareSingleBatch, type SingleBatchCalldata } from '#modules/calldata/index.ts';
import {
  amountSummaryOf,
  type FeeBundle,
  feeBundleOf,
  jointFeeBundle,
} from '#modules/fees/index.ts';
import { findTokenHolder } from './find-token-holder.ts';
import { isPaid } from './model/link-state.ts';
import { type OutstandingFeeShown, outstandingFeesShown } from './model/outstanding-fees.ts';
import { type PermitOption, permitOfHolder } from './model/permit-query.ts';
import type { OpenLink } from './open-link.ts';
import { type FeesByRequest, findFeesOf, orderWithFees } from './order-with-fees.ts';

/** What a payer signs for a batch: approvals, then one transaction that pays all or nothing. */
export interface PreparedBatch extends SingleBatchCalldata {
  /** The fees that the same transaction pays; only where any were planned. */
  readonly feeBundle?: FeeBundle;
  /** Only of a completed link: the fees that it was paid without, which are all that is paid. */
  readonly outstandingFees?: OutstandingFeeShown[];
}

/** Prepares the one transaction that pays all requests of a batch that are still due, and their fees. */
export async function prepareBatch(
  ctx: Context,
  open: OpenLink,
  asked: PermitOption,
): Promise<PreparedBatch> {
  const { outstanding } = open;
  const isCompleted = outstanding.size > 0;
  const due = open.asked
    .map((one, at) => ({ ...one, field: `requests[${at}]` }))
    .filter(({ request }) => (isCompleted ? outstanding.has(request.id) : !isPaid(request)));
  const fees = isCompleted ? outstanding : await findFeesOf(ctx, { asked: open.asked });
  const orders = due.map(({ request, field }) => ({
    ...orderWithFees(ctx, request, fees),
    field,
  }));
  const [first] = orders;
  const { wallet, isSafe } = open;
  const tokenHolder = first && (await findTokenHolder(first.chain, open));
  const permit = permitOfHolder(asked, tokenHolder);
  const prepared = await prepareSingleBatch(orders, wallet, { isSafe, tokenHolder, permit });
  const feeBundle = feeBundleFor(open, due, fees);
  return {
    ...prepared,
    ...(feeBundle && { feeBundle }),
    ...(isCompleted && { outstandingFees: outstandingFeesShown(open.link, outstanding) }),
  };
}

/** The fees that go along, in the order of the requests that they are of; null for none planned. */
function feeBundleFor(
  { link, wallet }: OpenLink,
  due: readonly OpenLink['asked'][0][],
  fees: FeesByRequest,
): FeeBundle | null {
  const bundles = due.flatMap(({ request, currency }) => {
    const { feePlan: plan, kind, id } = request;
    if (plan === null) return [];
    const decimals = invoiceDecimals(kind, currency);
    return [feeBundleOf({ plan, bundleId: null, currency, decimals }, fees.get(id) ?? [])];
  });
  return jointFeeBundle(bundles, {
    bundleId: wallet === undefined ? null : link.token,
    amountSummary: link.feePlan && amountSummaryOf(link.feePlan),
  });
}
