import type { Context } from '#context.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { createWalletChallengeEndpoint } from './create-wallet-challenge.ts';
import { listSessionsEndpoint } from './list-sessions.ts';
import { logInEndpoint } from './log-in.ts';
import { logOutEndpoint } from './log-out.ts';
import { registerUserEndpoint } from './register-user.ts';
import { revokeSessionEndpoint } from './revoke-session.ts';
import { verifyWalletChallengeEndpoint } from './verify-wallet-challenge.ts';
import { viewSessionEndpoint } from './view-session.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints: readonly Endpoint<Context>[] = [
  createWalletChallengeEndpoint,
  verifyWalletChallengeEndpoint,
  registerUserEndpoint,
  logInEndpoint,
  logOutEndpoint,
  viewSessionEndpoint,
  listSessionsEndpoint,
  revokeSessionEndpoint,
];
