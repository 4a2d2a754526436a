import type { ScheduleProxyState, ScheduleRefusal } from '#chains/chain.ts';
import { Refusal, refuseField } from '#kit/failure.ts';

/** 400: recurring payouts cannot be paid there, or in that. */
export function recurrenceNotSupported(message: string, field = 'paymentCurrency'): Refusal {
  return refuseField(field, message, 'recurrence_not_supported');
}

/** 400: nobody here can send instalments. */
export function noOperatorKey(networkName: string): Refusal {
  const message = `Recurring payouts on ${networkName} are not available here: the operator has set no key that sends them`;
  return refuseField('recurrence', message, 'no_operator_key');
}

/** What is wrong with the contract that takes instalments; undefined where nothing is. */
export function proxyProblem(proxy: ScheduleProxyState): string | undefined {
  if (!proxy.isDeployed) return 'there is no such contract';
  if (proxy.isPaused) return 'it is paused by its owner';
  if (!proxy.isSenderAllowed) return 'it does not let the key of this installation send payments';
  if (!proxy.paysThroughKnownProxy) return 'it pays through an unknown fee proxy';
  return undefined;
}

/** 400: the contract that takes instalments would take none of ours, or pay where nobody looks. */
export function proxyNotUsable(networkName: string, problem: string): Refusal {
  const message = `Recurring payouts on ${networkName} are not available: the contract that makes them cannot be used, because ${problem}`;
  return refuseField('recurrence', message, 'recurring_proxy_not_usable');
}

/** 400: the contract knows signatures of keys only. */
export function payerIsContract(): Refusal {
  const message =
    'recurrence.payer is a contract: the contract that makes recurring payments accepts signatures of keys only';
  return refuseField('recurrence.payer', message, 'payer_is_contract');
}

/** 400: the contract pays one fee beside the amount. */
export function severalFeeReceivers(): Refusal {
  const message =
    'A recurring payout can pay one fee, a share of each payment, and others apply here too: that of feePercentage and feeAddress, the default one of a client ID, or those of the service';
  return new Refusal('several_fee_addresses', 400, message);
}

const TERMS_PROBLEMS: Readonly<Record<ScheduleRefusal, readonly [field: string, rule: string]>> = {
  total_payments: ['recurrence.totalPayments', 'must be a whole number from 2 to 255'],
  amount: [
    'amount',
    'is, with its fees, more than the contract that makes recurring payments can hold',
  ],
  times: [
    'recurrence.startDate',
    'must be before 2106-02-07T06:28:16Z: the contract that makes recurring payments can hold no later one',
  ],
  expires_too_early: ['recurrence.startDate', 'leads to payments after the signature expires'],
};

/** 400: what the contract cannot hold. */
export function termsNotHeld(refused: ScheduleRefusal): Refusal {
  const [field, rule] = TERMS_PROBLEMS[refused];
  return refuseField(field, `${field} ${rule}`);
}

/** 403: a client ID that browsers carry spends nothing of the operator's and changes no schedule. */
export function recurrenceNotForPublic(): Refusal {
  const message =
    'A client ID with allowed domains is public, so it neither creates nor changes recurring payouts: send an x-api-key';
  return new Refusal('public_client_id', 403, message);
}

/** 404: the account has no such recurring payout. */
export function recurringPayoutNotFound(): Refusal {
  return new Refusal('recurring_payment_not_found', 404, 'Recurring payment not found');
}

/** 400: it was signed before, or has ended. */
export function notPending(status: string): Refusal {
  const message =
    status === 'active' || status === 'paused'
      ? 'Recurring payment is already active'
      : `Recurring payment is ${status}`;
  return new Refusal('recurring_payment_not_pending', 400, message);
}

/** 400: by now several payments would be taken at once. */
export function startedLongAgo(): Refusal {
  const message =
    'The second payment is due already, so this would take several at once: create the recurring payout anew';
  return new Refusal('recurring_payment_started', 400, message);
}

/** 400: somebody else signed, or something else was signed. */
export function invalidPermitSignature(field = 'permitSignature'): Refusal {
  const message = `${field} is not the payer's signature of the permit`;
  return refuseField(field, message, 'invalid_signature');
}

/** 400: what is not paused does not go on. */
export function notPaused(status: string): Refusal {
  return new Refusal('recurring_payment_not_paused', 400, `Recurring payment is ${status}`);
}

/** 400: the permit takes nothing any more. */
export function permitExpired(): Refusal {
  const message = 'The signature of the payer has expired: create the recurring payout anew';
  return new Refusal('recurring_payment_expired', 400, message);
}

/** 400: nothing is left to be stopped. */
export function alreadyCompleted(): Refusal {
  return new Refusal('recurring_payment_completed', 400, 'Recurring payment is completed');
}

/** What creating a recurring payout refuses beside other payouts, one of each, for the description of an endpoint. */
export const RECURRENCE_REFUSALS = [
  recurrenceNotSupported('Recurring payouts are not available on Optimism'),
  noOperatorKey('Sepolia'),
  proxyNotUsable('Sepolia', 'it is paused by its owner'),
  payerIsContract(),
  severalFeeReceivers(),
];
