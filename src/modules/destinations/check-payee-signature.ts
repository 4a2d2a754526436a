import { accountOf, type Context } from '#context.ts';
import { type Refusal, refuseField } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { serviceOf } from './create-destination-signing-data.ts';
import { type DestinationId, parseDestinationId } from './model/destination-id.ts';
import { type SignedAction, signingDataOf } from './model/signing-data.ts';
import { findNonce, type Nonce } from './store/nonces.ts';

/** What a payee sends after signing. */
export interface PayeeSignature {
  readonly signature: Hex;
  readonly nonce: string;
}

/**
 * The destination that a payee signed for, with a nonce of the caller's account that is still unused; the change
 * that follows uses it up. A refused attempt does not.
 *
 * Refuses (400) a nonce that is unknown, used, expired or for another action or destination, and what the
 * wallet of its destination did not sign.
 */
export async function checkPayeeSignature(
  ctx: Context,
  { signature, nonce }: PayeeSignature,
  signedFor: { readonly action: SignedAction; readonly destination?: DestinationId },
): Promise<DestinationId> {
  const found = await findNonce(ctx, { accountId: accountOf(ctx), nonce });
  if (found === undefined) throw nonceNotValid('is unknown');
  checkNonce(ctx, found, signedFor.action);
  const destination = parseDestinationId(found.destinationId);
  if (signedFor.destination !== undefined && signedFor.destination.text !== destination.text) {
    throw nonceNotValid('was given for another destination');
  }
  const { family, chainId } = destination.network;
  const proof = await ctx.chains.checkSignIn({
    family,
    chainId,
    address: destination.walletAddress,
    message: signingDataOf({ ...found, destination, service: serviceOf(ctx) }),
    signature,
  });
  if (proof === undefined) throw signatureNotValid(destination.walletAddress);
  return destination;
}

function checkNonce(ctx: Context, found: Nonce, action: SignedAction): void {
  if (found.consumedAt !== null) throw nonceNotValid('was used');
  if (found.expiresAt <= ctx.now()) throw nonceNotValid('has expired');
  if (found.action !== action) throw nonceNotValid(`was given for the action ${found.action}`);
}

/** 400: a nonce that allows nothing, and why. */
export function nonceNotValid(why: string): Refusal {
  const message = `nonce ${why}; ask for new signing data`;
  return refuseField('nonce', message, 'nonce_not_valid');
}

/** 400: a signature that is not the wallet's, of exactly the data that came with the nonce. */
export function signatureNotValid(walletAddress: string): Refusal {
  const message = `Invalid signature provided: ${walletAddress} did not sign the data of this nonce`;
  return refuseField('signature', message, 'signature_not_valid');
}
