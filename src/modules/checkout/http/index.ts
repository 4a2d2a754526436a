import { broadcastTransactionEndpoint } from './broadcast-transaction.ts';
import { paySecurePaymentEndpoint } from './pay-secure-payment.ts';
import { recordMulticallIntentEndpoint } from './record-multicall-intent.ts';
import { recordPaymentIntentEndpoint } from './record-payment-intent.ts';
import { recordUserEventEndpoint } from './record-user-event.ts';
import { refreshStepTransactionEndpoint } from './refresh-step-transaction.ts';
import { serveUserOperationEndpoint } from './serve-user-operation.ts';
import { viewEmbeddingEndpoint } from './view-embedding.ts';
import { viewSecurePaymentEndpoint } from './view-secure-payment.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints = [
  viewSecurePaymentEndpoint,
  viewEmbeddingEndpoint,
  paySecurePaymentEndpoint,
  broadcastTransactionEndpoint,
  recordPaymentIntentEndpoint,
  recordMulticallIntentEndpoint,
  recordUserEventEndpoint,
  refreshStepTransactionEndpoint,
  serveUserOperationEndpoint,
];
