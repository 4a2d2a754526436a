import { currencyById } from '#catalog/currencies.ts';
import { isNetworkId } from '#catalog/networks.ts';
import { accountOf, type Context } from '#context.ts';
import { invariant, Outage } from '#kit/failure.ts';
import type { DueFee } from '#modules/fees/index.ts';
import { findRecipient, openOrder, payUntilOf } from '#modules/off-ramps/index.ts';
import {
  notApproved,
  notPaidOut,
  payeeGetsTokens,
  payerNotCompliant,
} from './model/bank-calldata.ts';
import { linkNotPayable, payoutOver, requestPaid } from './model/payable-alone.ts';
import type { ShownRequest } from './model/shown-request.ts';
import { openOwnRequest } from './read-scope.ts';
import { findDueFees } from './store/fee-components.ts';
import { setPayee } from './store/payees.ts';

/** A payout to a bank account that can be paid now. */
interface OpenBankOrder {
  readonly request: ShownRequest;
  readonly orderId: string;
  /** The provider's, where the tokens go. */
  readonly depositAddress: string;
  /** From when on it cannot be paid. */
  readonly payUntil: Date;
  /** The fees that are paid by themselves behind it. */
  readonly dueFees: readonly DueFee[];
}

/**
 * The caller's own payout to a bank account with its order, which is made where there is none. Refuses (404) a request that is not the
 * account's, (400) one whose payee gets the tokens, and as `openOrderOf` does.
 */
export async function openBankOrder(ctx: Context, requestId: string): Promise<OpenBankOrder> {
  const request = await openOwnRequest(ctx, requestId);
  if (request.payout === undefined) throw payeeGetsTokens();
  return await openOrderOf(ctx, request);
}

/**
 * The order by which a request is paid out, made where there is none. Refuses (400) a request whose payee gets the tokens, (409) one that was
 * paid or whose money came back, (403) one whose link was withdrawn, a payer who is not compliant and a bank account that is not approved, and as `openOrder`.
 */
export async function openOrderOf(ctx: Context, request: ShownRequest): Promise<OpenBankOrder> {
  const { payout, network, currencyId, expectedUnits: amountUnits } = request;
  if (payout === undefined) throw notPaidOut();
  if (request.status === 'paid') throw requestPaid();
  if (payout.outcome === 'returned') throw payoutOver();
  if (request.link?.status === 'invalidated') throw linkNotPayable();
  const accountId = accountOf(ctx);
  const recipient = await findRecipient(ctx, { accountId, ...payout });
  if (recipient === 'not_compliant') throw payerNotCompliant();
  if (recipient === 'not_approved') throw notApproved();
  const currency = currencyById(currencyId);
  invariant(isNetworkId(network) && currency !== undefined, 'requests name listed currencies');
  if (ctx.offRamp === undefined) throw new Outage('no off-ramp provider is configured');
  const terms = { accountId, requestRowId: request.id, network, currencyId, amountUnits };
  const order = await openOrder(ctx, { ...terms, ...recipient }, (ctx, payeeAddress) =>
    setPayee(ctx, { requestRowId: request.id, payeeAddress }),
  );
  const { id: orderId, depositAddress } = order;
  invariant(depositAddress !== null, 'an open order has a deposit address');
  const dueFees = (await findDueFees(ctx, [request.id])).get(request.id) ?? [];
  return { request, orderId, depositAddress, payUntil: payUntilOf(order), dueFees };
}
