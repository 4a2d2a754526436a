import { Refusal, refuseField } from '#kit/failure.ts';
import { notScreened } from '#modules/screening/index.ts';
import type { PartyRole, RefusalReason } from './refused-wallet.ts';

/** A wallet that may not take part, where the caller named it, and the public word for why. */
interface RefusedParty {
  readonly role: PartyRole;
  readonly field: string;
  readonly code: RefusalReason;
}

const WORDS = {
  payer: {
    screening_rejected: 'is not allowed to pay',
    provider_error: 'could not be checked and may not pay now',
  },
  recipient: {
    screening_rejected: 'is not allowed to be paid',
    provider_error: 'could not be checked and may not be paid now',
  },
} as const;

/** 403: a wallet was rejected, or nothing is known of it; both in one form. */
export function refusedParty({ role, field, code }: RefusedParty): Refusal {
  const message = `${field} is a wallet that ${WORDS[role][code]}`;
  return new Refusal(code, 403, { message, errors: [{ field, message }] });
}

/** 400: wallets are looked up before they pay, so one must be named. */
export function payerRequired(field: string): Refusal {
  const message = `${field} is required: wallets are screened here before they pay`;
  return refuseField(field, message, 'wallet_required');
}

/** Examples for the descriptions of endpoints whose payer and recipient are looked up or judged. */
export const PARTY_REFUSALS = {
  plan: () => notScreened('the plan of the client ID', 'hypernative is not configured here'),
  payer: (field: string) => refusedParty({ role: 'payer', field, code: 'screening_rejected' }),
} as const;
