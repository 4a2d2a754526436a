import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { transact } from '#platform/db/transact.ts';
import { addWalletLogin, walletTaken } from './add-wallet-login.ts';
import { type OpenedSession, openSession } from './open-session.ts';
import { sessionOfActor } from './session-of-actor.ts';
import { consumeChallenge } from './store/challenges.ts';
import { findWalletLogin, keepContractChain, lockPerson, lockWallet } from './store/logins.ts';
import {
  challengeNotValid,
  contractOnOtherChain,
  proofOf,
  type SignedChallenge,
  signatureNotValid,
} from './verify-wallet-challenge.ts';

/**
 * Links the wallet that signed to the caller's person, or proves one that is linked, and opens a session of that wallet in this account in place of the
 * calling one.
 *
 * Refuses (400) a challenge that is unknown, used, expired or another session's, (401) what its wallet did not sign, and (409) a wallet that is
 * somebody else's login: two people are never merged. One attempt uses the challenge up, with any result.
 */
export async function linkWallet(ctx: Context, signed: SignedChallenge): Promise<OpenedSession> {
  invariant(!ctx.db.isTransaction, 'a refusal must not give an attempt back');
  const { accountId, personId, sessionId } = sessionOfActor(ctx);
  const challenge = await consumeChallenge(ctx, signed.challengeId, { sessionId, personId });
  if (challenge === undefined) throw challengeNotValid();
  const proof = await proofOf(ctx, challenge, signed);
  if (proof === undefined) throw signatureNotValid();
  const { family, address, chainId } = challenge;
  return await transact(ctx, async (ctx) => {
    await lockWallet(ctx, address);
    await lockPerson(ctx, personId);
    const known = await findWalletLogin(ctx, address);
    if (known !== undefined && known.personId !== personId) throw walletTaken();
    const { id: loginId } = await addWalletLogin(ctx, { accountId, family, address, personId });
    if (proof === 'contract' && !(await keepContractChain(ctx, { loginId, chainId }))) {
      throw contractOnOtherChain();
    }
    return await openSession(ctx, { accountId, loginId, wallet: { family, address } });
  });
}
