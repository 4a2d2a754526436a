import type { Network } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import {
  type AccessDecision,
  approveWallet,
  decideScreened,
  recordAccessRejected,
  rejectWallet,
} from '#modules/compliance/index.ts';
import { recordRejection, screenWallets } from '#modules/screening/index.ts';
import {
  findLinkOfRequest,
  isAllowedPayer,
  type SecurePayment,
} from '#modules/secure-payments/index.ts';
import { isGuarded } from './model/guarded-link.ts';
import type { PayerWallets } from './model/payer-query.ts';

/** Who is to pay, and on which networks: the link's, and the one that it is paid from. */
interface DecidedPayer extends Pick<PayerWallets, 'wallet' | 'holder' | 'isSafe'> {
  readonly networks: readonly Network[];
}

type Payer = Parameters<typeof approveWallet>[0];

/**
 * Decides whether a payer may pay a link, and reports one that may not: the wallet that has the tokens must be on the allowlist,
 * and then neither it nor the wallet that signs may be on a list of sanctioned addresses, or unknown there. Undefined where there
 * is nothing to decide: no wallet yet, or a link that is open to everybody and a wallet that nothing speaks against.
 */
export async function decideAccess(
  ctx: Context,
  link: SecurePayment,
  { wallet, holder, isSafe, networks }: DecidedPayer,
): Promise<AccessDecision | undefined> {
  if (wallet === undefined || holder === undefined) return undefined;
  const payer = { wallet, holder, isSafe };
  const { restrictsPayers } = link.access;
  if (
    restrictsPayers &&
    !(await isAllowedPayer(ctx, { token: link.token, walletAddress: holder }))
  ) {
    await recordNotAllowed(ctx, link, holder);
    return rejectWallet(payer);
  }
  const screened = await screenWallets(ctx, { networks, wallets: [wallet, holder] });
  const refused = decideScreened(payer, screened);
  if (refused === undefined) return isGuarded(link) ? approveWallet(payer) : undefined;
  if (refused.status === 'rejected') await recordListed(ctx, link, { payer, screened });
  return refused;
}

async function recordNotAllowed(
  ctx: Context,
  link: SecurePayment,
  walletAddress: string,
): Promise<void> {
  const { requestId, ...maker } = await findMaker(ctx, link);
  await recordAccessRejected(ctx, {
    accountId: link.accountId,
    securePaymentToken: link.token,
    requestId,
    walletAddress,
    ...maker,
  });
}

/** Each wallet that is listed is a result of its own. */
async function recordListed(
  ctx: Context,
  link: SecurePayment,
  decided: { readonly payer: Payer; readonly screened: Awaited<ReturnType<typeof screenWallets>> },
): Promise<void> {
  const { wallet, holder, isSafe } = decided.payer;
  const { requestId: _, ...maker } = await findMaker(ctx, link);
  const isAccount = isSafe || wallet !== holder;
  const listed = decided.screened.filter(({ listing }) => listing === 'listed');
  for (const { walletAddress, evaluatedAt } of listed) {
    const ofAccount = walletAddress === wallet && isAccount;
    await recordRejection(ctx, {
      role: 'payer',
      accountId: link.accountId,
      securePaymentToken: link.token,
      walletAddress,
      walletType: ofAccount ? 'smart_account' : 'eoa',
      parentWalletAddress: ofAccount && wallet !== holder ? holder : null,
      eoaAddress: holder,
      smartAccountAddress: isAccount ? wallet : null,
      evaluatedAt,
      ...maker,
    });
  }
}

/** What a link was created with, and the public id of what it asks for first. */
async function findMaker(ctx: Context, { requests: [first] }: SecurePayment) {
  const maker = first && (await findLinkOfRequest(ctx, first.id));
  invariant(first !== undefined && maker !== undefined, 'a link has requests');
  const { clientIdId, clientId, orchestratorId, origin } = maker;
  return { requestId: first.requestId, clientIdId, clientId, orchestratorId, origin };
}
