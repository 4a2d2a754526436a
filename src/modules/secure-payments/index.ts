export type { SecurePaymentStatus } from './model/status.ts';
export { findByToken, type LinkedRequest, type SecurePayment } from './store.ts';
