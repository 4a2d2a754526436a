import type { EscrowRefusal } from '#chains/chain.ts';
import { Refusal, refuseField } from '#kit/failure.ts';

/** 403: a public client ID in production, which anybody can use. */
export function noCommerceForPublic(): Refusal {
  const message =
    'A client ID with allowed domains is public and cannot hold or take payments: send an x-api-key';
  return new Refusal('public_client_id', 403, message);
}

/** 404: the caller has no such payment. */
export function commercePaymentNotFound(): Refusal {
  return new Refusal('commerce_payment_not_found', 404, 'Commerce payment not found');
}

/** 400: the network of a currency holds no payments. */
export function commerceNotAvailable(why: string): Refusal {
  return refuseField('paymentCurrency', why, 'commerce_not_available');
}

/** 400: nobody can operate the payment. */
export function noOperator(): Refusal {
  const message =
    'No operator: set operatorWalletAddress on the client ID, or ask the operator of this service for RELAYER_KEY';
  return new Refusal('no_operator', 400, message);
}

/** 400: another wallet operates the payment, which signs for itself. */
export function operatorIsAnother(operator: string): Refusal {
  const message = `${operator} operates this payment: let it send the calldata of this call`;
  return new Refusal('operator_is_another', 400, message);
}

/** 400: what is requested cannot be done in the state that the payment is in. */
export function notPossibleNow(message: string): Refusal {
  return new Refusal('commerce_payment_state', 400, message);
}

/** 409: another transaction of the payment may still change it. */
export function operationInProgress(): Refusal {
  return new Refusal('operation_in_progress', 409, {
    message: 'A transaction of this payment was sent and has not ended: read its status',
    retryAfterSeconds: 3,
  });
}

const WORDS = {
  wrong_sender: 'The escrow takes this from another wallet',
  not_approved: 'The buyer has not approved this payment yet: let it send payerTransactions first',
  approval_expired: 'preApprovalExpiry has passed: prepare another payment',
  authorization_expired: 'authorizationExpiry has passed: nothing can be captured any more',
  refund_expired: 'refundExpiry has passed: nothing can be refunded any more',
  collected_before: 'This payment was authorised before',
  too_much: 'More than the escrow holds for this payment',
  nothing_left: 'The escrow holds nothing for this payment',
  other:
    'The network would refuse this: the buyer may have too little of the token, or approved or signed something else',
} as const satisfies Record<EscrowRefusal, string>;

/** 400: the escrow would refuse the call. */
export function refusedByEscrow(refusal: EscrowRefusal): Refusal {
  return new Refusal('refused_by_escrow', 400, WORDS[refusal]);
}
