import type { Sealed } from '#kit/secret.ts';
import type { IdentityLevel, IdentityStatus } from '#providers/identity-provider.ts';
import type { PayerAgreementStatus, PayerIdentityEvent, PayerIdentityStatus } from './status.ts';

/** A payer without anything that says who it is. */
export interface Payer {
  /** A UUID, shown as `userId`. */
  readonly id: string;
  readonly accountId: string;
  readonly clientUserId: string;
  readonly beneficiaryType: IdentityLevel;
  readonly identityStatus: PayerIdentityStatus;
  readonly agreementStatus: PayerAgreementStatus;
  readonly identityProvider: string;
  /** From 1. */
  readonly checkNumber: number;
  readonly checkReference: string | null;
  /** Where the person shows who it is, sealed; a text where an earlier release wrote it. */
  readonly checkPage: Sealed | string | null;
  readonly checkExpiresAt: Date | null;
  readonly checkStartedAt: Date | null;
  readonly checkDecidedAt: Date | null;
  readonly revision: number;
  readonly tries: number;
}

/** Whether somebody may be paid out, or pay through a bank: both are done, and nothing less. */
export function isCompliant({
  identityStatus,
  agreementStatus,
}: Pick<Payer, 'identityStatus' | 'agreementStatus'>): boolean {
  return identityStatus === 'approved' && agreementStatus === 'completed';
}

/** By what the provider knows the check of a payer; it says nothing of the person, and is another one for each check. */
export function userRefOf({ id, checkNumber }: Pick<Payer, 'id' | 'checkNumber'>): string {
  return `${id}.${checkNumber}`;
}

/** The payer and the check of a reference; undefined for a text that is none of ours. */
export function readUserRef(
  userRef: string,
): { readonly id: string; readonly checkNumber: number } | undefined {
  const [, id, digits] =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([1-9]\d{0,8})$/.exec(userRef) ?? [];
  return id === undefined ? undefined : { id, checkNumber: Number(digits) };
}

const EVENTS: Readonly<Record<IdentityStatus, PayerIdentityEvent>> = {
  pending: 'is_checked',
  approved: 'was_approved',
  rejected: 'was_rejected',
  retry_required: 'needs_retry',
  unknown: 'became_unclear',
};

/** What a provider's answer means for the table of states. */
export function eventOf(status: IdentityStatus): PayerIdentityEvent {
  return EVENTS[status];
}

/** Whether the page of the provider can still be opened. */
export function hasLivePage(
  { checkPage, checkExpiresAt }: Pick<Payer, 'checkPage' | 'checkExpiresAt'>,
  now: Date,
): boolean {
  return checkPage !== null && checkExpiresAt !== null && checkExpiresAt > now;
}
