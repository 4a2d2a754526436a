export { completeSecurePayment } from './complete-secure-payment.ts';
export { createSecurePayment } from './create-secure-payment.ts';
export type { SecurePaymentStatus } from './model/status.ts';
export { reopenSecurePayment } from './reopen-secure-payment.ts';
export {
  findByToken,
  findLinkOfRequest,
  type LinkedRequest,
  type SecurePayment,
  type SettlingLink,
} from './store.ts';
