import { Refusal } from '#kit/failure.ts';
import type { ShownRequest } from './shown-request.ts';

/**
 * Refuses a request that cannot be paid by itself: (409) one that was paid, (403) one that a recurring payout pays, and one whose link is
 * over or lets only some wallets pay or see it, because the link alone keeps to that.
 */
export function checkPayableAlone(request: ShownRequest, now: Date): void {
  if (request.status === 'paid') throw requestPaid();
  if (request.recurringPayoutId !== null) throw paidByScheduleOnly();
  if (request.payout !== undefined) throw paidOutOnly();
  const { link } = request;
  if (link === undefined) return;
  if (link.status !== 'pending' || link.expiresAt <= now) throw linkNotPayable();
  if (link.guards || link.hidesPayee) throw paidByLinkOnly();
}

/** 409: the bank has sent the money back. */
export function payoutOver(): Refusal {
  const message = 'The payout of this request has ended: create another request';
  return new Refusal('payout_over', 409, message);
}

/** 409: nothing is due of the request. */
export function requestPaid(): Refusal {
  return new Refusal('request_paid', 409, 'Request has already been paid');
}

/** 403: a recurring payout pays the request; a payment beside it would pay it twice. */
function paidByScheduleOnly(): Refusal {
  const message = 'This request is paid by its recurring payout only';
  return new Refusal('recurring_payment_only', 403, message);
}

/** 403: a request that is paid out to a bank account is paid as a whole, for the bank account that its account has named. */
function paidOutOnly(): Refusal {
  const message =
    'This request is paid out to a bank account: name it by clientUserId and paymentDetailsId';
  return new Refusal('payout_only', 403, message);
}

/** 403: the link of the request is over. */
export function linkNotPayable(): Refusal {
  const message = 'The secure payment of this request can no longer be paid';
  return new Refusal('secure_payment_not_payable', 403, message);
}

/** 403: the link of the request lets only some wallets pay or see it. */
export function paidByLinkOnly(): Refusal {
  const message = 'This request restricts its payers: it is paid through its secure payment only';
  return new Refusal('secure_payment_only', 403, message);
}
