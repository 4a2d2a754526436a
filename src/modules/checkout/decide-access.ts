import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import {
  type AccessDecision,
  approveWallet,
  recordAccessRejected,
  rejectWallet,
} from '#modules/compliance/index.ts';
import {
  findLinkOfRequest,
  isAllowedPayer,
  type SecurePayment,
} from '#modules/secure-payments/index.ts';
import { isGuarded } from './model/guarded-link.ts';

/**
 * Decides whether a wallet may pay a restricted link, and reports one that may not;
 * undefined where there is nothing to decide: no wallet yet, or a link that is open to everybody.
 */
export async function decideAccess(
  ctx: Context,
  link: SecurePayment,
  wallet: string | undefined,
): Promise<AccessDecision | undefined> {
  if (wallet === undefined || !isGuarded(link)) return undefined;
  if (!link.access.restrictsPayers) return approveWallet(wallet);
  const { token } = link;
  if (await isAllowedPayer(ctx, { token, walletAddress: wallet })) return approveWallet(wallet);
  await recordRejection(ctx, link, wallet);
  return rejectWallet(wallet);
}

async function recordRejection(
  ctx: Context,
  link: SecurePayment,
  walletAddress: string,
): Promise<void> {
  const [first] = link.requests;
  const maker = first && (await findLinkOfRequest(ctx, first.id));
  invariant(first !== undefined && maker !== undefined, 'a link has requests');
  await recordAccessRejected(ctx, {
    accountId: link.accountId,
    securePaymentToken: link.token,
    requestId: first.requestId,
    walletAddress,
    clientIdId: maker.clientIdId,
    clientId: maker.clientId,
    orchestratorId: maker.orchestratorId,
    origin: maker.origin,
  });
}
