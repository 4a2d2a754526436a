export type { OpenInput } from './open-link.ts';
export { type PreparedPayment, paySecurePayment } from './pay-secure-payment.ts';
export { viewSecurePayment } from './view-secure-payment.ts';
