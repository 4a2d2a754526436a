import { broadcastTransactionEndpoint } from './broadcast-transaction.ts';
import { paySecurePaymentEndpoint } from './pay-secure-payment.ts';
import { recordUserEventEndpoint } from './record-user-event.ts';
import { viewSecurePaymentEndpoint } from './view-secure-payment.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints = [
  viewSecurePaymentEndpoint,
  paySecurePaymentEndpoint,
  broadcastTransactionEndpoint,
  recordUserEventEndpoint,
];
