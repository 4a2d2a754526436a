import { refuseField } from '#kit/failure.ts';
import type { CommerceExpiries } from './position.ts';

/** A shop's buyer approves at once, or comes back within a day. */
const PRE_APPROVAL_SECONDS = 86_400;
/** As long as cards are usually held. */
const AUTHORIZATION_SECONDS = 604_800;
/** As long as goods are usually sent back. */
const REFUND_SECONDS = 7_776_000;
/** As of a client ID's own defaults. */
const SECONDS_MAX = 315_360_000;

/** In seconds since 1970, as a call names them. */
interface ExpiriesInput {
  readonly preApprovalExpiry?: number | undefined;
  readonly authorizationExpiry?: number | undefined;
  readonly refundExpiry?: number | undefined;
}

interface Defaults {
  readonly preApprovalSeconds: number | undefined;
  readonly authorizationSeconds: number | undefined;
}

/**
 * The expiries of a new payment: those of the call, of its client ID, or a day, a week and ninety days more. Refuses (400) those that are over, out of
 * order or further away than ten years.
 */
export function readExpiries(
  input: ExpiriesInput,
  { defaults, now }: { readonly defaults: Defaults | undefined; readonly now: Date },
): CommerceExpiries {
  const nowSeconds = Math.floor(now.getTime() / 1_000);
  const authorization =
    input.authorizationExpiry ??
    Math.max(
      nowSeconds + (defaults?.authorizationSeconds ?? AUTHORIZATION_SECONDS),
      input.preApprovalExpiry ?? 0,
    );
  const preApproval =
    input.preApprovalExpiry ??
    Math.min(nowSeconds + (defaults?.preApprovalSeconds ?? PRE_APPROVAL_SECONDS), authorization);
  const refund = input.refundExpiry ?? authorization + REFUND_SECONDS;
  const latest = nowSeconds + SECONDS_MAX;
  if (preApproval <= nowSeconds) {
    const field =
      input.preApprovalExpiry === undefined ? 'authorizationExpiry' : 'preApprovalExpiry';
    throw refuseField(field, `${field} must be later than now`);
  }
  if (authorization < preApproval) {
    throw refuseField(
      'authorizationExpiry',
      'authorizationExpiry must not be before preApprovalExpiry',
    );
  }
  if (refund < authorization) {
    throw refuseField('refundExpiry', 'refundExpiry must not be before authorizationExpiry');
  }
  if (authorization > latest) {
    throw refuseField('authorizationExpiry', 'authorizationExpiry must be within ten years');
  }
  if (refund > latest + REFUND_SECONDS) {
    throw refuseField('refundExpiry', 'refundExpiry must be within ten years');
  }
  return {
    preApprovalExpiresAt: new Date(preApproval * 1_000),
    authorizationExpiresAt: new Date(authorization * 1_000),
    refundExpiresAt: new Date(refund * 1_000),
  };
}
