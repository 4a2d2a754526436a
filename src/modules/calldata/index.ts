export { type BatchCalldata, batchCalldata, countBatches } from './batch-calldata.ts';
export { listPaymentOptions, type PaymentOptions } from './list-payment-options.ts';
export type { Due } from './model/pay-plan.ts';
export { type PaymentCalldata, paymentCalldata } from './payment-calldata.ts';
export type { ConversionTerms, PaymentOrder } from './payment-order.ts';
export { type Quote, quoteOrders } from './quote-orders.ts';
export {
  type ApprovalTransaction,
  approvalTransaction,
  type BigNumberTransaction,
  bigNumberTransaction,
} from './transaction.ts';
