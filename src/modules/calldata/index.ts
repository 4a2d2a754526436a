export { type BatchCalldata, batchCalldata, countBatches } from './batch-calldata.ts';
export { listPaymentOptions, type PaymentOptions } from './list-payment-options.ts';
export { BatchMetadataResponse } from './model/batch-shapes.ts';
export {
  CalldataMetadataResponse,
  SAMPLE_METADATA,
  TransactionResponse,
} from './model/calldata-shapes.ts';
export { checkOneNetwork } from './model/one-network.ts';
export { CANNOT_BE_PAID } from './model/refused-payees.ts';
export { paymentCalldata, planPayment } from './payment-calldata.ts';
export type { PaymentOrder } from './payment-order.ts';
export { type Quote, quoteOrders } from './quote-orders.ts';
export { startCoinWorth } from './read-coin-worth.ts';
export { RequestCalldata, requestCalldata, SAMPLE_REQUEST_CALLDATA } from './request-calldata.ts';
export { routeCalldata } from './route-calldata.ts';
export { prepareSingleBatch, SAMPLE_SINGLE_BATCH, SingleBatchCalldata } from './single-batch.ts';
export { tokenOrderOf } from './token-order.ts';
