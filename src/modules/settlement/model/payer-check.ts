import type { Machine } from '#kit/machine.ts';

/**
 * What is decided about who sent a payment: `cleared` by what is known of them, `refused` until the account lets it in, and `released` by the
 * account.
 */
export type PayerCheckStatus = 'undecided' | 'cleared' | 'refused' | 'released';

/** What happens to it. */
export type PayerCheckEvent = 'was_cleared' | 'was_refused' | 'was_released' | 'allowlist_waived';

/** Every legal move. What was cleared or released counts, and a reorg ends it with its transfer. */
export const payerCheckMachine: Machine<PayerCheckStatus, PayerCheckEvent> = {
  undecided: { was_cleared: 'cleared', was_refused: 'refused', was_released: 'released' },
  refused: { was_released: 'released', allowlist_waived: 'undecided' },
  cleared: {},
  released: {},
};

/** Why a payment does not count. */
export type HoldReason =
  | 'wallet_not_allowed'
  | 'screening_rejected'
  | 'provider_error'
  | 'payer_unknown';

const REASONS: readonly string[] = [
  'wallet_not_allowed',
  'screening_rejected',
  'provider_error',
  'payer_unknown',
] satisfies HoldReason[];

/** Why a payment does not count, the wallet that this is about, and the vendor that said so or gave no answer. */
export interface HoldCause {
  readonly reason: HoldReason;
  readonly wallet: string | null;
  /** Null where it was no vendor, but a list or an allowlist. */
  readonly provider: string | null;
}

/** Whether a text from the database is a reason. */
export function isHoldReason(text: string | null): text is HoldReason {
  return text !== null && REASONS.includes(text);
}

/** What a status is called on a payment that counts; undefined where nothing was decided. */
export function payerDecisionOf(status: string | null): 'approved' | 'released' | undefined {
  if (status === 'cleared') return 'approved';
  return status === 'released' ? 'released' : undefined;
}

/** What the wire calls a status, in the words of access decisions. */
export type WirePayerStatus = 'pending' | 'approved' | 'rejected' | 'released';

const WIRE_STATUSES = {
  undecided: 'pending',
  cleared: 'approved',
  refused: 'rejected',
  released: 'released',
} as const satisfies Record<PayerCheckStatus, WirePayerStatus>;

/** What the wire calls a status. */
export function wirePayerStatus(status: PayerCheckStatus): WirePayerStatus {
  return WIRE_STATUSES[status];
}

/** The status that the wire calls so. */
export function payerCheckStatusOf(status: WirePayerStatus): PayerCheckStatus {
  if (status === 'pending') return 'undecided';
  if (status === 'approved') return 'cleared';
  return status === 'rejected' ? 'refused' : 'released';
}
