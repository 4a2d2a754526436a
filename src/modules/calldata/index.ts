export { type BatchCalldata, batchCalldata, countBatches } from './batch-calldata.ts';
export { listPaymentOptions, type PaymentOptions } from './list-payment-options.ts';
export type { BatchMetadata } from './model/batch-metadata.ts';
export type { NamedFee } from './model/pay-metadata.ts';
export type { Due } from './model/pay-plan.ts';
export { type PaymentCalldata, paymentCalldata } from './payment-calldata.ts';
export type { ConversionTerms, FeeLeg, PaymentOrder } from './payment-order.ts';
export { type Quote, quoteOrders } from './quote-orders.ts';
export {
  type ApprovalTransaction,
  approvalTransaction,
  type BigNumberTransaction,
  bigNumberTransaction,
  type Transaction,
} from './transaction.ts';
