export { draftRequest, type RequestFee, type RequestTerms } from './draft-request.ts';
export { isLate, type Standing } from './model/accounting.ts';
export { type Accounted, type Receipt, recordPayment } from './record-payment.ts';
export {
  anyUnpaid,
  findRequestsByTopic,
  insertRequests,
  type NewRequest,
  type RequestByTopic,
} from './store.ts';
export { undoPayments } from './undo-payments.ts';
