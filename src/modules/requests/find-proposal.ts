import type { Context } from '#context.ts';
import type { PaymentOrder } from '#modules/calldata/index.ts';
import { type HoldingProposal, requestProposed } from './model/request-in-progress.ts';
import type { ShownRequest } from './model/shown-request.ts';
import { findHoldingProposal } from './store/proposals.ts';

/** The proposal of a Safe that the link of a request waits for; no query where there can be none. */
export async function findProposalFor(
  ctx: Context,
  { link }: Pick<ShownRequest, 'link'>,
  { accounts }: PaymentOrder['chain'],
): Promise<HoldingProposal | undefined> {
  if (link === undefined || accounts === undefined) return undefined;
  return await findHoldingProposal(ctx, link.token);
}

/** Refuses (423) while owners of a Safe sign a payment of the request's link; of fees that are outstanding nobody signs one. */
export async function checkNothingProposed(
  ctx: Context,
  { request, order }: { readonly request: ShownRequest; readonly order: PaymentOrder },
): Promise<void> {
  if (order.isFees === true) return;
  const proposal = await findProposalFor(ctx, request, order.chain);
  if (proposal !== undefined) throw requestProposed(request.requestId, proposal);
}
