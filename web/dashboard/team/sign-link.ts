import { checkChallenge } from '../../wallet/check-challenge.ts';
import type { FoundWallet } from '../../wallet/provider.ts';
import { WalletError } from '../../wallet/refusal.ts';
import { requestAccount, requestSignature } from '../../wallet/sign-in.ts';
import { answerOf, auth } from '../api/client.ts';
import { signInMessages } from '../messages/en-sign-in.ts';
import { teamMessages } from '../messages/en-team.ts';
import { SignInError } from '../sign-in/sign-in-error.ts';

interface Linking {
  /** The login that the text must name. */
  readonly login: string;
  /** For a first wallet. */
  readonly password: string | undefined;
}

/**
 * Links a wallet, or signs with a linked one: its account, a text of the auth host that names this page and this login and nothing
 * else, and the signature of it. Any other text is not shown to the wallet.
 */
export async function signLink(wallet: FoundWallet, linking: Linking): Promise<void> {
  try {
    await sign(wallet, linking);
  } catch (error) {
    if (error instanceof WalletError) throw new SignInError(signInMessages.refused(error.refusal));
    throw error;
  }
}

async function sign({ provider }: FoundWallet, { login, password }: Linking): Promise<void> {
  const { address, chainId } = await requestAccount(provider);
  const body = { address, chainId, ...(password !== undefined && { password }) };
  const { challengeId, nonce, message, expiresAt } = await answerOf(
    auth.POST('/v1/auth/wallets/challenge', { body }),
  );
  const { host, origin } = location;
  const statement = `Link this wallet to the Florin login ${login}.`;
  const expected = { host, origin, address, chainId, nonce, expiresAt, statement };
  const problem = checkChallenge(message, expected);
  if (problem !== undefined) throw new SignInError(teamMessages.distrusted(problem));
  const signature = await requestSignature(provider, { address, text: message });
  await answerOf(
    auth.POST('/v1/auth/wallets', { body: { challengeId, nonce, message, signature } }),
  );
}
