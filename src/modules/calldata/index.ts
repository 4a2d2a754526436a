export { listPaymentOptions, type PaymentOptions } from './list-payment-options.ts';
export type { Due } from './model/pay-plan.ts';
export { type PaymentCalldata, paymentCalldata } from './payment-calldata.ts';
