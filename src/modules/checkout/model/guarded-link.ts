import { Refusal, refuseField } from '#kit/failure.ts';
import type { AccessDecision } from '#modules/compliance/index.ts';
import type { SecurePayment } from '#modules/secure-payments/index.ts';

/** How much of a payment a payer's page may show. */
export type Sight = 'all' | 'masked' | 'hidden';

/** Whether a link lets only some wallets pay, or hides anything from those that may not. */
export function isGuarded({ access }: Pick<SecurePayment, 'access'>): boolean {
  return access.restrictsPayers || access.hidesUntilApproved || access.hidesPayee;
}

/** What is shown of a link: everything to an approved wallet, else what the link does not hide. */
export function sightOf(
  { access }: Pick<SecurePayment, 'access'>,
  decision: AccessDecision | undefined,
): Sight {
  if (decision?.status === 'approved') return 'all';
  if (access.hidesUntilApproved) return 'hidden';
  return access.hidesPayee ? 'masked' : 'all';
}

/**
 * Refuses to prepare the payment of a restricted link: (400) without a wallet, because that
 * would be for everybody, and (403) for a wallet that may not pay.
 */
export function checkMayPay(
  link: Pick<SecurePayment, 'access'>,
  decision: AccessDecision | undefined,
): void {
  if (!isGuarded(link)) return;
  if (decision === undefined) throw walletRequired();
  if (decision.status !== 'approved') throw walletNotAllowed(decision);
}

/** 400: what only some may see or pay is prepared for a wallet or not at all. */
export function walletRequired(): Refusal {
  const message = 'wallet is required: this payment is prepared only for wallets that may pay it';
  return refuseField('wallet', message, 'wallet_required');
}

/** 400: a payment from another network without a wallet. */
export function walletRequiredForRoute(): Refusal {
  const message = 'wallet is required with chain and token: a route is made for one wallet';
  return refuseField('wallet', message, 'wallet_required');
}

/** 403: the wallet is not on the allowlist of the link. */
function walletNotAllowed(accessDecision: AccessDecision): Refusal {
  return new Refusal('wallet_not_allowed', 403, {
    message: 'Wallet is not allowed to pay this secure payment',
    body: { accessDecision },
  });
}
