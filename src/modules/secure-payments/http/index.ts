import { createBankPayoutLinkEndpoint } from './create-bank-payout-link.ts';
import { createBatchPayoutLinkEndpoint } from './create-batch-payout-link.ts';
import { createPayoutLinkEndpoint } from './create-payout-link.ts';
import { createSecurePaymentEndpoint } from './create-secure-payment.ts';
import { findSecurePaymentEndpoint } from './find-secure-payment.ts';
import { invalidateSecurePaymentEndpoint } from './invalidate-secure-payment.ts';
import { listPayoutLinksEndpoint } from './list-payout-links.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints = [
  createSecurePaymentEndpoint,
  createPayoutLinkEndpoint,
  createBatchPayoutLinkEndpoint,
  createBankPayoutLinkEndpoint,
  findSecurePaymentEndpoint,
  invalidateSecurePaymentEndpoint,
  listPayoutLinksEndpoint,
];
