import { Refusal } from '#kit/failure.ts';
import {
  type ForwardedTransaction,
  SENT_RETRY_SECONDS,
  sentTransactionsShown,
} from '#modules/forwarding/index.ts';
import type { ShownBranding } from '#modules/orchestrators/index.ts';
import type { SecurePayment } from '#modules/secure-payments/index.ts';
import { requestStatusesOf } from './link-state.ts';

interface InProgress {
  readonly branding: ShownBranding | null;
  readonly sent: readonly ForwardedTransaction[];
}

/** 423: nothing is prepared while a payment that was sent may still be executed. */
export function paymentInProgress(link: SecurePayment, { branding, sent }: InProgress): Refusal {
  return new Refusal('secure_payment_in_progress', 423, {
    message: 'Secure payment is in progress',
    body: {
      status: link.status,
      branding,
      requestStatuses: requestStatusesOf(link),
      sentTransactions: sentTransactionsShown(sent),
    },
    retryAfterSeconds: SENT_RETRY_SECONDS,
  });
}
