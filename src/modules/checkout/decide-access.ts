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
import type { PayerWallets } from './model/payer-query.ts';

/**
 * Decides whether the wallet that has the tokens may pay a restricted link, and reports one that may not;
 * undefined where there is nothing to decide: no wallet yet, or a link that is open to everybody.
 */
export async function decideAccess(
  ctx: Context,
  link: SecurePayment,
  { wallet, holder, isSafe }: Pick<PayerWallets, 'wallet' | 'holder' | 'isSafe'>,
): Promise<AccessDecision | undefined> {
  if (wallet === undefined || holder === undefined || !isGuarded(link)) return undefined;
  const payer = { wallet, holder, isSafe };
  if (!link.access.restrictsPayers) return approveWallet(payer);
  const { token } = link;
  if (await isAllowedPayer(ctx, { token, walletAddress: holder })) return approveWallet(payer);
  await recordRejection(ctx, link, holder);
  return rejectWallet(payer);
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
