import { isNetworkId, type NetworkId } from '#catalog/networks.ts';
import type { SecurePayment } from './secure-payment.ts';

/** Why a link cannot be paid as a part of a bundle; the specification's words. */
export const BLOCK_REASONS = [
  'not_found',
  'not_owned',
  'not_outgoing',
  'not_single_payment',
  'invalid_child_linkage',
  'already_paid',
  'request_processing',
  'secure_payment_expired',
  'secure_payment_not_pending',
  'compliance_failed',
  'not_payable_child',
] as const;
/** Why a link cannot be paid as a part of a bundle. */
export type BlockReason = (typeof BLOCK_REASONS)[number];

/** The time of the check, and on which networks this installation has nodes. */
export interface EligibilityInput {
  readonly now: Date;
  readonly isConnected: (network: NetworkId) => boolean;
}

/** Why a link cannot be paid as a part of a bundle at a moment; undefined where it can. */
export function blockReasonOf(
  link: SecurePayment,
  input: EligibilityInput,
): BlockReason | undefined {
  if (link.flow !== 'outgoing') return 'not_outgoing';
  if (link.paymentType !== 'single') return 'not_single_payment';
  if (link.requests.length !== 1) return 'invalid_child_linkage';
  return pendingReasonOf(link, input);
}

function pendingReasonOf(
  { requests: [request], ...link }: SecurePayment,
  { now, isConnected }: EligibilityInput,
): BlockReason | undefined {
  if (request === undefined) return 'invalid_child_linkage';
  const { network, paidUnits, expectedUnits, seenTransactionHash } = request;
  if (paidUnits >= expectedUnits || link.status === 'completed') return 'already_paid';
  if (seenTransactionHash !== null) return 'request_processing';
  if (link.status === 'compliance_failed') return 'compliance_failed';
  if (link.status === 'expired') return 'secure_payment_expired';
  if (link.status !== 'pending') return 'secure_payment_not_pending';
  if (now >= link.expiresAt) return 'secure_payment_expired';
  // A bundle has one payer and no list of them, so a list that a link has could not be kept.
  const isPayable = isNetworkId(network) && isConnected(network) && !link.access.restrictsPayers;
  return isPayable ? undefined : 'not_payable_child';
}
