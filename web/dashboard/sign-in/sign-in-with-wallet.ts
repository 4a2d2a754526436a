import { checkChallenge } from '../../wallet/check-challenge.ts';
import type { FoundWallet, Provider } from '../../wallet/provider.ts';
import { WalletError } from '../../wallet/refusal.ts';
import { requestAccount, requestSignature } from '../../wallet/sign-in.ts';
import { answerOf, auth } from '../api/client.ts';
import { signInMessages } from '../messages/en-sign-in.ts';
import { SignInError } from './sign-in-error.ts';

/**
 * Signs in with a wallet: its account, a text of the auth host that names this page and nothing else, and the
 * signature of it. Any other text is not shown to the wallet; this one is handed over first, to be shown on the page.
 */
export async function signInWithWallet(
  { provider }: FoundWallet,
  onText: (text: string) => void,
): Promise<void> {
  try {
    await signIn(provider, onText);
  } catch (error) {
    if (error instanceof WalletError) throw new SignInError(signInMessages.refused(error.refusal));
    throw error;
  }
}

async function signIn(provider: Provider, onText: (text: string) => void): Promise<void> {
  const { address, chainId } = await requestAccount(provider);
  const { challengeId, nonce, message, expiresAt } = await answerOf(
    auth.POST('/v1/auth/wallet/challenge', { body: { address, chainId } }),
  );
  const { host, origin } = location;
  const expected = { host, origin, address, chainId, nonce, expiresAt };
  const problem = checkChallenge(message, expected);
  if (problem !== undefined) throw new SignInError(signInMessages.distrusted(problem));
  onText(message);
  const signature = await requestSignature(provider, { address, text: message });
  await answerOf(
    auth.POST('/v1/auth/wallet/verify', { body: { challengeId, nonce, message, signature } }),
  );
}
