import { Refusal, refuseField } from '#kit/failure.ts';
import type { AccessDecision } from '#modules/compliance/index.ts';
import { SCREENING_RUNNING } from '#modules/screening/index.ts';
import type { SecurePayment } from '#modules/secure-payments/index.ts';

/** How much of a payment a payer's page may show. */
export type Sight = 'all' | 'masked' | 'hidden';

/** Whether a link lets only some wallets pay, has them judged, or hides anything from those that may not. */
export function isGuarded(link: Pick<SecurePayment, 'access' | 'flow'>): boolean {
  const { access } = link;
  const hides = access.hidesUntilApproved || access.hidesPayee;
  return access.restrictsPayers || hides || judgesPayers(link);
}

/** Whether vendors judge the wallets that pay a link; of a payout they judged who is paid. */
export function judgesPayers({ access, flow }: Pick<SecurePayment, 'access' | 'flow'>): boolean {
  return flow === 'incoming' && access.screening !== null;
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

/** An opened link, as far as it matters for who may pay it. */
interface OpenedLink {
  readonly link: Pick<SecurePayment, 'access' | 'flow'>;
  readonly wallet: string | undefined;
  /** Undefined where nothing was decided about the wallet. */
  readonly access: AccessDecision | undefined;
  /** Whether wallets are looked up before they pay. */
  readonly isScreened: boolean;
}

/**
 * Refuses to prepare the payment of a link that is restricted, or whose payers are screened: (400) without a wallet, because that
 * would be for everybody, and (403) for a wallet that may not pay.
 */
export function checkMayPay({ link, wallet, access, isScreened }: OpenedLink): void {
  if (access !== undefined && access.status !== 'approved') throw walletNotAllowed(access);
  const isUndecided = isGuarded(link) && access === undefined;
  if (isUndecided || (isScreened && wallet === undefined)) throw walletRequired();
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

/** 403: the wallet may not pay, for the reason of the decision; all of them in one form. */
export function walletNotAllowed(accessDecision: AccessDecision): Refusal {
  const message = messageOf(accessDecision);
  return new Refusal(accessDecision.reasonCode, 403, { message, body: { accessDecision } });
}

function messageOf({ status, reasonCode }: AccessDecision): string {
  if (reasonCode === SCREENING_RUNNING) {
    return 'Wallet is still being checked: try again in some seconds';
  }
  return status === 'error'
    ? 'Wallet could not be checked and may not pay this secure payment now'
    : 'Wallet is not allowed to pay this secure payment';
}
