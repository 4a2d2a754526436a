export { draftRequest, type RequestFee, type RequestTerms } from './draft-request.ts';
export { isLate } from './model/accounting.ts';
export { type Accounted, recordPayment } from './record-payment.ts';
export {
  anyUnpaid,
  findRequestsByTopic,
  insertRequests,
  type NewRequest,
  type RequestByTopic,
} from './store.ts';
export { undoPayments } from './undo-payments.ts';
