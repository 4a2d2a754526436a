import type { Context } from '#context.ts';
import { Refusal, refuseField } from '#kit/failure.ts';
import { findPayability } from '#modules/off-ramps/index.ts';
import { paymentInProgress } from './model/payment-in-progress.ts';
import type { OpenLink } from './open-link.ts';

/**
 * Refuses what must not be paid to the off-ramp provider of a payout now: (400) from another network, as the provider would give the tokens
 * back to the bridge, (423) where the provider has them already, and (403) where its order has ended or its recipient may no longer be
 * paid. The holder of a link does not learn which. Of a paid link, whose fees are left, nothing is refused.
 */
export async function checkPaidOut(ctx: Context, open: OpenLink): Promise<void> {
  const { link, source, outstanding, asked, ...identity } = open;
  const [{ request }] = asked;
  if (!link.isPaidOut || outstanding.size > 0) return;
  if (source !== undefined) throw paidOnOneNetwork();
  const { id: requestRowId, payeeAddress } = request;
  const { accountId } = link;
  const payability = await findPayability(ctx, { accountId, requestRowId, payeeAddress });
  if (payability === 'in_progress') throw paymentInProgress(link, { ...identity, sent: [] });
  if (payability === 'not_payable') throw payoutNotPayable();
}

/** 400: a payout to a bank account comes from a wallet on its own network. */
function paidOnOneNetwork(): Refusal {
  const message = 'chain must be left out: a payout to a bank account is paid on its own network';
  return refuseField('chain', message, 'source_not_supported');
}

/** 403: neither its order nor its recipient is said. */
function payoutNotPayable(): Refusal {
  const message = 'This payout to a bank account cannot be paid now: whoever created it sees why';
  return new Refusal('payout_not_payable', 403, message);
}
