export { erasePayerData } from './erase-payer-data.ts';
export { exportPayerData } from './export-payer-data.ts';
export { findPaymentDetail } from './find-payment-detail.ts';
export { SEALED_PAYMENT_DETAILS } from './sealed-detail.ts';
