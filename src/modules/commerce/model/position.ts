import type { EscrowEventType } from '#chains/chain.ts';
import type { CommerceStatus } from './status.ts';

/** What can be sent with the operator's key. */
export type OperationKind = 'authorize' | 'capture' | 'void';

/** What a payment's operator and payer agreed on, as far as its status depends on it. */
export interface CommerceExpiries {
  readonly preApprovalExpiresAt: Date;
  readonly authorizationExpiresAt: Date;
  readonly refundExpiresAt: Date;
}

/** The sums of a payment's events. */
export interface CommerceSums {
  readonly authorizedUnits: bigint;
  readonly capturedUnits: bigint;
  readonly voidedUnits: bigint;
  readonly reclaimedUnits: bigint;
  readonly refundedUnits: bigint;
}

/** An event that counts. */
export interface CommerceMovement {
  readonly type: EscrowEventType;
  readonly units: bigint;
}

/** Nothing has happened yet. */
export const NO_SUMS: CommerceSums = {
  authorizedUnits: 0n,
  capturedUnits: 0n,
  voidedUnits: 0n,
  reclaimedUnits: 0n,
  refundedUnits: 0n,
};

/** The sums after one more event. */
export function addMovement(sums: CommerceSums, { type, units }: CommerceMovement): CommerceSums {
  const { authorizedUnits, capturedUnits } = sums;
  switch (type) {
    case 'authorized':
      return { ...sums, authorizedUnits: authorizedUnits + units };
    case 'charged':
      return {
        ...sums,
        authorizedUnits: authorizedUnits + units,
        capturedUnits: capturedUnits + units,
      };
    case 'captured':
      return { ...sums, capturedUnits: capturedUnits + units };
    case 'voided':
      return { ...sums, voidedUnits: sums.voidedUnits + units };
    case 'reclaimed':
      return { ...sums, reclaimedUnits: sums.reclaimedUnits + units };
    case 'refunded':
      return { ...sums, refundedUnits: sums.refundedUnits + units };
  }
}

/** The sums of all these events. */
export function sumsOf(movements: readonly CommerceMovement[]): CommerceSums {
  return movements.reduce(addMovement, NO_SUMS);
}

/** What can still be captured. */
export function capturableUnits(sums: CommerceSums): bigint {
  return sums.authorizedUnits - sums.capturedUnits - sums.voidedUnits - sums.reclaimedUnits;
}

/** What can still be refunded. */
export function refundableUnits({ capturedUnits, refundedUnits }: CommerceSums): bigint {
  return capturedUnits - refundedUnits;
}

/** The sums, expiries and transactions that a payment's status follows from. */
export interface CommercePosition {
  readonly sums: CommerceSums;
  readonly expiries: CommerceExpiries;
  /** What was sent with the operator's key and has not ended. */
  readonly openOperation: OperationKind | undefined;
  /** Whether the last transaction that was to authorise it was reverted. */
  readonly hasFailed: boolean;
  readonly now: Date;
}

/** Where a payment stands. */
export function statusOf(position: CommercePosition): CommerceStatus {
  const { sums, openOperation } = position;
  if (sums.authorizedUnits === 0n) return unauthorizedStatus(position);
  if (openOperation === 'capture') return 'capturing';
  if (openOperation === 'void') return 'voiding';
  if (sums.refundedUnits > 0n) {
    return refundableUnits(sums) > 0n ? 'partially_refunded' : 'refunded';
  }
  if (sums.capturedUnits > 0n) return 'paid';
  if (sums.voidedUnits > 0n) return 'voided';
  if (sums.reclaimedUnits > 0n) return 'reclaimed';
  return position.now >= position.expiries.authorizationExpiresAt ? 'expired' : 'authorized';
}

function unauthorizedStatus({ openOperation, expiries, hasFailed, now }: CommercePosition) {
  if (openOperation === 'authorize') return 'authorizing';
  if (now >= expiries.preApprovalExpiresAt) return 'expired';
  return hasFailed ? 'failed' : 'pending';
}

/** When a status that stands now changes by time alone; undefined where it does not. */
export function nextExpiry(
  status: CommerceStatus,
  { preApprovalExpiresAt, authorizationExpiresAt }: CommerceExpiries,
): Date | undefined {
  if (status === 'pending' || status === 'failed') return preApprovalExpiresAt;
  return status === 'authorized' ? authorizationExpiresAt : undefined;
}

/** What the escrow would let its operator do. */
export interface CommerceAbilities {
  readonly canCapture: boolean;
  readonly canVoid: boolean;
  readonly canRefund: boolean;
}

/**
 * What can be done now. `sums` are of everything that was seen, also of what does not count yet: what was taken once is not
 * offered again. Nothing is while a transaction is open, which may change all of it.
 */
export function abilitiesOf({
  sums,
  expiries,
  openOperation,
  now,
}: Omit<CommercePosition, 'hasFailed'>): CommerceAbilities {
  const isFree = openOperation === undefined;
  const isHeld = isFree && capturableUnits(sums) > 0n;
  return {
    canCapture: isHeld && now < expiries.authorizationExpiresAt,
    canVoid: isHeld,
    canRefund: isFree && refundableUnits(sums) > 0n && now < expiries.refundExpiresAt,
  };
}

/** Clocks of chains differ from ours, a block waits to be deep enough, and what is final is so within hours. */
const WATCHED_AFTER_MS = 86_400_000;

/** Until when anything can still happen to a payment on the chain; undefined where no time ends that. */
export function watchedUntil({
  sums,
  expiries,
  openOperation,
  now,
}: Omit<CommercePosition, 'hasFailed'>): Date | undefined {
  // Voiding and reclaiming never expire.
  if (openOperation !== undefined || capturableUnits(sums) > 0n) return undefined;
  const isNew = sums.authorizedUnits === 0n;
  const ends = isNew ? expiries.preApprovalExpiresAt : expiries.refundExpiresAt;
  const last = isNew || refundableUnits(sums) > 0n ? ends.getTime() : 0;
  return new Date(Math.max(last, now.getTime()) + WATCHED_AFTER_MS);
}
