import type { SignInProof } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { invariant, Refusal } from '#kit/failure.ts';
import { equalSecrets } from '#kit/secret.ts';
import { findOrOpenWalletAccount } from './find-or-open-wallet-account.ts';
import { type OpenedSession, openSession } from './open-session.ts';
import { type Challenge, consumeChallenge } from './store/challenges.ts';
import { keepContractChain } from './store/logins.ts';

/** What a wallet answers to its challenge. */
export interface SignedChallenge {
  readonly challengeId: string;
  readonly nonce: string;
  readonly message: string;
  /** Hexadecimal, with or without `0x`. */
  readonly signature: string;
}

/**
 * Signs a wallet in. Its first time opens an account.
 *
 * Refuses (400) a challenge that is unknown, used or expired, and (401) what its wallet did not
 * sign, or what only a contract says on another chain than before: the same address may be somebody
 * else's contract there. One attempt uses the challenge up, with any result: that is committed before anything
 * is checked.
 */
export async function verifyWalletChallenge(
  ctx: Context,
  signed: SignedChallenge,
): Promise<OpenedSession> {
  invariant(!ctx.db.isTransaction, 'a refusal must not give an attempt back');
  const challenge = await consumeChallenge(ctx, signed.challengeId);
  if (challenge === undefined) throw challengeNotValid();
  const proof = await proofOf(ctx, challenge, signed);
  if (proof === undefined) throw signatureNotValid();
  const { family, address, chainId } = challenge;
  const { accountId, loginId } = await findOrOpenWalletAccount(ctx, { family, address });
  if (proof === 'contract' && !(await keepContractChain(ctx, { loginId, chainId }))) {
    throw contractOnOtherChain();
  }
  return await openSession(ctx, { accountId, loginId, wallet: { family, address } });
}

/** The message is compared whole, so no field of it can be another one than the wallet was shown. */
export async function proofOf(
  ctx: Context,
  challenge: Challenge,
  { nonce, message, signature }: SignedChallenge,
): Promise<SignInProof | undefined> {
  if (!equalSecrets(nonce, challenge.nonce) || message !== challenge.message) return undefined;
  return await ctx.chains.checkSignIn({
    ...challenge,
    signature: `0x${signature.replace(/^0x/, '')}`,
  });
}

/** 400: no challenge that could still be answered, for whatever reason. */
export function challengeNotValid(): Refusal {
  const message = 'This challenge is unknown, used or expired; ask for a new one';
  return new Refusal('challenge_not_valid', 400, message);
}

/** 401: the wallet of the challenge did not sign its message. */
export function signatureNotValid(): Refusal {
  const message = 'The wallet did not sign the message of this challenge; ask for a new one';
  return new Refusal('signature_not_valid', 401, message);
}

/** 401: a contract on another chain than the one that the account knows. */
export function contractOnOtherChain(): Refusal {
  const message =
    'This contract wallet signed in on another chain before; ask for a challenge with the chainId of that one';
  return new Refusal('contract_on_other_chain', 401, message);
}
