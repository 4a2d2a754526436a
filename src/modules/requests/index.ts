export { CREATOR_REFUSALS, checkCreator } from './check-creator.ts';
export { createRequests } from './create-requests.ts';
export { findAccounted } from './find-accounted.ts';
export { findCountedPayments } from './find-counted-payments.ts';
export { findPayableOrders } from './find-payable-orders.ts';
export { isRelayed } from './find-relayed.ts';
export { payableRequestFrom } from './model/payable-request.ts';
export { CreateRequestRequest } from './model/request-body.ts';
export { openBankOrder } from './open-bank-order.ts';
export { openSourceFees } from './open-source-fees.ts';
export { amountDue, orderOfRequest } from './order-of-request.ts';
export { readTerms } from './read-terms.ts';
export { recordPaymentSource } from './record-payment-source.ts';
export { type Accounted, recordPayments } from './record-payments.ts';
export { repeatRequest } from './repeat-request.ts';
export { findDueFees, findPaidFees } from './store/fee-components.ts';
export { requestInserts } from './store/new-requests.ts';
export {
  findRequestsByReference,
  lockRequests,
} from './store/requests.ts';
export { findSkippedFees } from './store/skipped-fees.ts';
export { undoPayments } from './undo-payments.ts';
