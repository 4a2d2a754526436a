import { Refusal } from '#kit/failure.ts';
import {
  type ForwardedTransaction,
  SENT_RETRY_SECONDS,
  sentTransactionsShown,
} from '#modules/forwarding/index.ts';
import type { SecurePayment } from '#modules/secure-payments/index.ts';
import { requestStatusesOf } from './link-state.ts';
import { identityShown, type PageIdentity } from './page-identity.ts';

interface InProgress extends PageIdentity {
  readonly sent: readonly ForwardedTransaction[];
}

/** 423: nothing is prepared while a payment that was sent may still be executed. */
export function paymentInProgress(link: SecurePayment, { sent, ...identity }: InProgress): Refusal {
  return new Refusal('secure_payment_in_progress', 423, {
    message: 'Secure payment is in progress',
    body: {
      status: link.status,
      ...identityShown(identity),
      requestStatuses: requestStatusesOf(link),
      sentTransactions: sentTransactionsShown(sent),
    },
    retryAfterSeconds: SENT_RETRY_SECONDS,
  });
}
