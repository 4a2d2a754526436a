export {
  listPaymentOptions,
  type PaymentOption,
  type PaymentOptions,
} from './list-payment-options.ts';
export type { NativeCost, PayMetadata } from './model/pay-metadata.ts';
export type { Due } from './model/pay-plan.ts';
export {
  type PaymentCalldata,
  type PaymentOrder,
  paymentCalldata,
  type Transaction,
} from './payment-calldata.ts';
