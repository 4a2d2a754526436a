export { completeSecurePayments } from './complete-secure-payments.ts';
export { createPayoutLink } from './create-payout-link.ts';
export { createSecurePayment } from './create-secure-payment.ts';
export { type LinkCount, measureLinks } from './measure-links.ts';
export type { Awaiting } from './model/awaited.ts';
export { BLOCK_REASONS, blockReasonOf, type EligibilityInput } from './model/bundle-fitness.ts';
export { CreatePayoutLinkInput } from './model/payout-body.ts';
export type { LinkedRequest, SecurePayment } from './model/secure-payment.ts';
export type { SecurePaymentStatus } from './model/status.ts';
export { previewPayoutLink } from './preview-payout-link.ts';
export { reopenSecurePayments } from './reopen-secure-payments.ts';
export {
  findByToken,
  findByTokens,
  findLinkOfRequest,
  findLinksOfRequests,
  lockLinks,
  type SettlingLink,
} from './store/links.ts';
export { isAllowedPayer } from './store/payers.ts';
