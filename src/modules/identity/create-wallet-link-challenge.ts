import type { Context } from '#context.ts';
import { Refusal, refuseField } from '#kit/failure.ts';
import { countAttempt, countAttemptOfCaller } from './count-attempt.ts';
import {
  CHALLENGES_PER_CALLER,
  notAnAddress,
  storeChallenge,
  type WalletChallenge,
} from './create-wallet-challenge.ts';
import { linkStatement } from './model/sign-in-message.ts';
import { isPassword } from './password-hash.ts';
import { sessionOfActor } from './session-of-actor.ts';
import { findEmailLoginById, findWalletLogin } from './store/logins.ts';
import { findLoginsOf } from './store/members.ts';

/** As at signing in: people mistype some times. */
const PER_LOGIN = { name: 'link_password', attempts: 10, windowSeconds: 900 };

/** Which wallet is to be linked to the caller. */
interface LinkChallengeInput {
  readonly address: string;
  readonly chainId: number;
  readonly password: string | undefined;
}

/**
 * Creates a challenge for a wallet that is to be linked to the caller's person, or is, to sign within five minutes in this session alone.
 *
 * A wallet decides where money goes, so a stolen session must not be enough to add one: refuses (403) where a wallet is linked and none has signed this session,
 * and (400) a first wallet without the password, (429) too many attempts at it, and (400) a text that is no address.
 */
export async function createWalletLinkChallenge(
  ctx: Context,
  { address, chainId, password }: LinkChallengeInput,
): Promise<WalletChallenge> {
  const wallet = ctx.chains.readWallet(address);
  if (wallet === undefined) throw notAnAddress();
  await countAttemptOfCaller(ctx, CHALLENGES_PER_CALLER);
  const { sessionId, personId, loginId, ...session } = sessionOfActor(ctx);
  const known = await findWalletLogin(ctx, wallet.address);
  const isNew = known?.personId !== personId;
  if (isNew && session.wallet === undefined) {
    const logins = await findLoginsOf(ctx, [personId]);
    if (logins.some(({ kind }) => kind === 'wallet')) throw linkedWalletRequired();
    await checkPassword(ctx, { loginId, password });
  }
  const login = session.wallet?.address ?? (await findEmailLoginById(ctx, loginId))?.email ?? '';
  const statement = linkStatement(login);
  return await storeChallenge(ctx, {
    wallet,
    chainId,
    linking: { sessionId, personId, statement },
  });
}

async function checkPassword(
  ctx: Context,
  { loginId, password }: { readonly loginId: string; readonly password: string | undefined },
): Promise<void> {
  if (password === undefined) throw passwordRequired();
  await countAttempt(ctx, PER_LOGIN, loginId);
  const login = await findEmailLoginById(ctx, loginId);
  if (!(await isPassword(password, login?.passwordHash))) throw wrongPassword();
  await ctx.throttle.clear(PER_LOGIN, loginId);
}

/** 400: a first wallet without the password. */
export function passwordRequired(): Refusal {
  const message = 'password is required to link a first wallet';
  return refuseField('password', message, 'password_required');
}

/** 400: not the password of the session's login. */
export function wrongPassword(): Refusal {
  return refuseField('password', 'password is wrong', 'wrong_password');
}

/** 403: a session by password, of somebody who has a wallet. */
export function linkedWalletRequired(): Refusal {
  const message = 'Sign with a wallet that is linked already; then this one can be linked';
  return new Refusal('linked_wallet_required', 403, message);
}
