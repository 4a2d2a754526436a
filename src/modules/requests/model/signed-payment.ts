import type { NetworkId } from '#catalog/networks.ts';
import type { TokenPayment } from '#chains/chain.ts';
import { Refusal, refuseField } from '#kit/failure.ts';
import type { SignedSubmission } from './signed-payment-shapes.ts';

/** What a payer was handed out to sign. */
export interface SignedPayment {
  readonly id: string;
  readonly network: NetworkId;
  readonly currencyId: string;
  readonly payerAddress: string;
  readonly nonce: bigint;
  readonly expiresAt: Date;
  readonly payments: readonly TokenPayment[];
  /** The approval of the token that the payer signs too. */
  readonly approval: { readonly units: bigint; readonly nonce: bigint } | undefined;
}

/** Two words and the parity, in any of its forms. */
const KEY_SIGNATURE = /^.{2}[0-9a-f]{128}(00|01|1b|1c)$/i;

/** Refuses (400) a submission that is about something else than what was handed out. */
export function checkSubmission(signed: SignedPayment, submission: SignedSubmission): void {
  const { signedPaymentIntent: intent, signedApprovalPermit: permit } = submission;
  checkSame('signedPaymentIntent', intent, signed);
  if (permit === undefined) return;
  const { approval, expiresAt } = signed;
  if (approval === undefined) {
    const message = 'signedApprovalPermit must be left out: no approval was to be signed';
    throw refuseField('signedApprovalPermit', message);
  }
  checkSame('signedApprovalPermit', permit, { nonce: approval.nonce, expiresAt });
  if (KEY_SIGNATURE.test(permit.signature)) return;
  const field = 'signedApprovalPermit.signature';
  throw refuseField(field, `${field} must be the signature of a key, of 65 bytes`);
}

function checkSame(
  name: string,
  given: { readonly nonce: string; readonly deadline: string },
  { nonce, expiresAt }: { readonly nonce: bigint; readonly expiresAt: Date },
): void {
  const seconds = BigInt(expiresAt.getTime()) / 1_000n;
  for (const [member, expected] of [
    ['nonce', nonce],
    ['deadline', seconds],
  ] as const) {
    if (BigInt(given[member]) === expected) continue;
    const field = `${name}.${member}`;
    throw refuseField(field, `${field} must be ${expected}, which was to be signed`);
  }
}

/** 404: there is no such payment to sign, or none is offered on the network. */
export function paymentIntentNotFound(): Refusal {
  return new Refusal('payment_intent_not_found', 404, 'Payment intent data not found');
}

/** 400: what was signed cannot be paid any more, or was not signed as it should. */
export function paymentIntentRefused(message: string): Refusal {
  return new Refusal('payment_intent_refused', 400, message);
}

/** 400: this request is not paid by signatures. */
export function paymentIntentNotAvailable(message: string): Refusal {
  return new Refusal('payment_intent_not_available', 400, message);
}

/** 403: anybody could use the credential, and what is sent costs the operator. */
export function noSubmissionForPublic(): Refusal {
  const message = 'A public client ID has nothing sent: send an x-api-key';
  return new Refusal('public_client_id', 403, message);
}

/** 429: a caller prepares more payments of a request than payers need. */
export function tooManyPaymentIntents(retryAfterSeconds: number): Refusal {
  const message = 'You prepared too many signatures for this request';
  return new Refusal('too_many_payment_intents', 429, { message, retryAfterSeconds });
}
