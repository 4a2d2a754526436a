import type { Context } from '#context.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { activateAuthenticatorAppEndpoint } from './activate-authenticator-app.ts';
import { addPasskeyEndpoint } from './add-passkey.ts';
import { blockAccountEndpoint } from './block-account.ts';
import { createAuthenticatorAppEndpoint } from './create-authenticator-app.ts';
import { createPasskeyChallengeEndpoint } from './create-passkey-challenge.ts';
import { createSignInPasskeyChallengeEndpoint } from './create-sign-in-passkey-challenge.ts';
import { createWalletChallengeEndpoint } from './create-wallet-challenge.ts';
import { createWalletLinkChallengeEndpoint } from './create-wallet-link-challenge.ts';
import { linkWalletEndpoint } from './link-wallet.ts';
import { listLoginsEndpoint } from './list-logins.ts';
import { listOwnAccountsEndpoint } from './list-own-accounts.ts';
import { listSecondFactorsEndpoint } from './list-second-factors.ts';
import { listSessionsEndpoint } from './list-sessions.ts';
import { logInEndpoint } from './log-in.ts';
import { logOutEndpoint } from './log-out.ts';
import { registerUserEndpoint } from './register-user.ts';
import { removeSecondFactorEndpoint } from './remove-second-factor.ts';
import { renameAccountEndpoint } from './rename-account.ts';
import { renameSecondFactorEndpoint } from './rename-second-factor.ts';
import { replaceRecoveryCodesEndpoint } from './replace-recovery-codes.ts';
import { revokeSessionEndpoint } from './revoke-session.ts';
import { searchAccountsEndpoint } from './search-accounts.ts';
import { switchAccountEndpoint } from './switch-account.ts';
import { unblockAccountEndpoint } from './unblock-account.ts';
import { unlinkWalletEndpoint } from './unlink-wallet.ts';
import { verifySecondFactorEndpoint } from './verify-second-factor.ts';
import { verifyWalletChallengeEndpoint } from './verify-wallet-challenge.ts';
import { viewAccountEndpoint } from './view-account.ts';
import { viewSessionEndpoint } from './view-session.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints: readonly Endpoint<Context>[] = [
  createWalletChallengeEndpoint,
  verifyWalletChallengeEndpoint,
  registerUserEndpoint,
  logInEndpoint,
  verifySecondFactorEndpoint,
  createSignInPasskeyChallengeEndpoint,
  logOutEndpoint,
  viewSessionEndpoint,
  listSessionsEndpoint,
  revokeSessionEndpoint,
  listSecondFactorsEndpoint,
  createAuthenticatorAppEndpoint,
  activateAuthenticatorAppEndpoint,
  createPasskeyChallengeEndpoint,
  addPasskeyEndpoint,
  renameSecondFactorEndpoint,
  removeSecondFactorEndpoint,
  replaceRecoveryCodesEndpoint,
  listOwnAccountsEndpoint,
  switchAccountEndpoint,
  renameAccountEndpoint,
  listLoginsEndpoint,
  createWalletLinkChallengeEndpoint,
  linkWalletEndpoint,
  unlinkWalletEndpoint,
  searchAccountsEndpoint,
  viewAccountEndpoint,
  blockAccountEndpoint,
  unblockAccountEndpoint,
];
