import { Refusal } from '#kit/failure.ts';
import {
  type ForwardedTransaction,
  SENT_RETRY_SECONDS,
  sentTransactionsShown,
} from '#modules/forwarding/index.ts';

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
