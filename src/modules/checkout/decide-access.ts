import { isNetworkId, NETWORKS, type Network } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import {
  type AccessDecision,
  approveWallet,
  decideByPlan,
  decideScreened,
  recordAccessRejected,
  recordRefusedWallets,
  rejectWallet,
} from '#modules/compliance/index.ts';
import {
  type LinkWallet,
  PROVIDER_ERROR,
  recordRejection,
  type ScreenedWallet,
  screenPayerByPlan,
  screenWallets,
} from '#modules/screening/index.ts';
import {
  findLinkOfRequest,
  isAllowedPayer,
  type SecurePayment,
} from '#modules/secure-payments/index.ts';
import { isGuarded, judgesPayers } from './model/guarded-link.ts';
import type { PayerWallets } from './model/payer-query.ts';

/** Who is to pay, and on which networks: the link's, and the one that it is paid from. */
interface DecidedPayer extends Pick<PayerWallets, 'wallet' | 'holder' | 'isSafe'> {
  readonly networks: readonly Network[];
}

type Payer = Parameters<typeof approveWallet>[0];

/**
 * Decides whether a payer may pay a link, and reports one that may not: the wallet that has the tokens must be on the allowlist,
 * then neither it nor the wallet that signs may be rejected in advance, on a list of sanctioned addresses or unknown there, and then the vendors of the
 * link's plan must approve both. Undefined where there is nothing to decide: no wallet yet, or a link that is open to everybody and a wallet that nothing speaks against.
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
  const { accountId } = link;
  const wallets = [wallet, holder];
  const screened = await screenWallets(ctx, { accountId, networks, wallets });
  const refused = decideScreened(payer, screened);
  if (refused?.status === 'rejected') await recordListed(ctx, link, { payer, screened });
  if (refused?.status === 'error') await recordUnknown(ctx, link, { networks, screened });
  if (refused !== undefined) return refused;
  if (judgesPayers(link)) return await judgePayer(ctx, link, payer);
  return isGuarded(link) ? approveWallet(payer) : undefined;
}

/** The decision of the vendors of the link's plan: both the wallet that signs and the one that has the tokens must pass. */
async function judgePayer(
  ctx: Context,
  link: SecurePayment,
  payer: Payer,
): Promise<AccessDecision> {
  const [request] = link.requests;
  const { screening: plan } = link.access;
  invariant(plan !== null && request !== undefined && isNetworkId(request.network), 'it is judged');
  const each = [...new Set([payer.holder, payer.wallet])];
  const wallets = await walletsOf(ctx, link, { payer, each });
  const network = NETWORKS[request.network];
  const watchedUntil = link.expiresAt;
  return decideByPlan(
    payer,
    await screenPayerByPlan(ctx, { plan, network, wallets, watchedUntil }),
  );
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
  { payer, screened }: { readonly payer: Payer; readonly screened: readonly ScreenedWallet[] },
): Promise<void> {
  const listed = screened.filter(({ listing }) => listing === 'listed');
  const each = listed.map(({ walletAddress }) => walletAddress);
  const wallets = await walletsOf(ctx, link, { payer, each });
  for (const [i, wallet] of wallets.entries()) {
    const found = listed[i];
    const evaluatedAt = found?.evaluatedAt ?? ctx.now();
    await recordRejection(ctx, {
      ...wallet,
      evaluatedAt,
      ...(found && { provider: found.provider }),
    });
  }
}

/** Lists gave no answer about them, so there is no result of the link. */
async function recordUnknown(
  ctx: Context,
  { accountId, token: securePaymentToken }: SecurePayment,
  {
    networks,
    screened,
  }: { readonly networks: readonly Network[]; readonly screened: readonly ScreenedWallet[] },
): Promise<void> {
  const [network] = networks;
  invariant(network !== undefined, 'a payment happens on a network');
  const wallets = screened
    .filter(({ listing }) => listing === 'unknown')
    .map(
      ({ walletAddress, provider }) =>
        ({
          accountId,
          walletAddress,
          role: 'payer',
          network: network.id,
          code: PROVIDER_ERROR,
          provider,
        }) as const,
    );
  await recordRefusedWallets(ctx, { wallets, operationId: null, securePaymentToken });
}

/** Wallets of a payer as results name them. */
async function walletsOf(
  ctx: Context,
  link: SecurePayment,
  { payer, each }: { readonly payer: Payer; readonly each: readonly string[] },
): Promise<readonly LinkWallet[]> {
  const { wallet, holder, isSafe } = payer;
  const { requestId: _, ...maker } = await findMaker(ctx, link);
  const isAccount = isSafe || wallet !== holder;
  return each.map((walletAddress) => {
    const ofAccount = walletAddress === wallet && isAccount;
    return {
      role: 'payer',
      accountId: link.accountId,
      securePaymentToken: link.token,
      walletAddress,
      subject: {
        walletType: ofAccount ? 'smart_account' : 'eoa',
        parentWalletAddress: ofAccount && wallet !== holder ? holder : null,
        eoaAddress: holder,
        smartAccountAddress: isAccount ? wallet : null,
        ...maker,
      },
    };
  });
}

/** What a link was created with, and the public id of what it asks for first. */
async function findMaker(ctx: Context, { requests: [first] }: SecurePayment) {
  const maker = first && (await findLinkOfRequest(ctx, first.id));
  invariant(first !== undefined && maker !== undefined, 'a link has requests');
  const { clientIdId, clientId, orchestratorId, origin } = maker;
  return { requestId: first.requestId, clientIdId, clientId, orchestratorId, origin };
}
