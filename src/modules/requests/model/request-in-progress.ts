import { unixSeconds } from '#kit/clock.ts';
import { Refusal } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import {
  type ForwardedTransaction,
  SENT_RETRY_SECONDS,
  sentTransactionsShown,
} from '#modules/forwarding/index.ts';

/** A transaction of a Safe that was proven to pay the link of a request, and for which others wait. */
export interface HoldingProposal {
  readonly chainId: number;
  readonly safeTransactionHash: Hex;
  /** Until when they do. */
  readonly holdsUntil: Date;
}

/** Owners take minutes and more to sign. */
const PROPOSAL_RETRY_SECONDS = 5;

/** 423: owners of a Safe sign a transaction that pays the link of the request. */
export function requestProposed(
  requestId: string,
  { chainId, safeTransactionHash: safeTxHash, holdsUntil }: HoldingProposal,
): Refusal {
  const safePaymentDeadline = unixSeconds(holdsUntil);
  const proposed = { safeTxHash, chainId, safePaymentDeadline };
  return new Refusal('secure_payment_in_progress', 423, {
    message: 'Secure payment is in progress',
    body: {
      status: 'pending',
      requestStatuses: [{ requestId, hasBeenPaid: false, txHash: null, ...proposed }],
    },
    retryAfterSeconds: PROPOSAL_RETRY_SECONDS,
  });
}

/** 423: nothing is prepared while a payment of the request that was sent for its link may still be executed. */
export function requestInProgress(
  { isPaid }: { readonly isPaid: boolean },
  sent: readonly ForwardedTransaction[],
): Refusal {
  return new Refusal('secure_payment_in_progress', 423, {
    message: 'Secure payment is in progress',
    body: {
      status: isPaid ? 'completed' : 'pending',
      sentTransactions: sentTransactionsShown(sent),
    },
    retryAfterSeconds: SENT_RETRY_SECONDS,
  });
}
