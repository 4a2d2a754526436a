import type { Currency } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { decideScreened, ScreeningRefusal } from '#modules/compliance/index.ts';
import type { MulticallChild, MulticallPayout } from '#modules/multicall-payouts/index.ts';
import {
  areWalletsScreened,
  PROVIDER_ERROR,
  SCREENING_REJECTED,
  type ScreenedWallet,
  screenWallets,
} from '#modules/screening/index.ts';
import { networksOf } from './model/bundle-state.ts';
import { walletNotAllowed, walletRequired } from './model/guarded-link.ts';
import type { PayerWallets } from './model/payer-query.ts';

interface BundlePayer extends Pick<PayerWallets, 'wallet' | 'holder' | 'isSafe'> {
  readonly payout: Pick<MulticallPayout, 'accountId'>;
  /** Those that it would pay. */
  readonly children: readonly MulticallChild[];
  readonly source: Currency | undefined;
}

/**
 * Refuses to prepare the payment of a bundle: (400) without a wallet where payers are screened, and (403) for one that its account rejects, or
 * that is on a list of sanctioned addresses or unknown there. The bundle's own account pays it, so nothing is reported to it.
 */
export async function checkBundlePayer(
  ctx: Context,
  { payout: { accountId }, children, wallet, holder, isSafe, source }: BundlePayer,
): Promise<void> {
  const own = networksOf(children);
  const networks = source === undefined ? own : [...own, NETWORKS[source.network]];
  if (wallet === undefined || holder === undefined) {
    if (areWalletsScreened(ctx, networks)) throw walletRequired();
    return;
  }
  const wallets = [wallet, holder];
  const screened = await screenWallets(ctx, { accountId, networks, wallets });
  const refused = decideScreened({ wallet, holder, isSafe }, screened);
  if (refused === undefined) return;
  const [network] = networks;
  invariant(network !== undefined, 'a bundle that is paid pays something');
  const unfit = screened.filter(({ listing }) => listing !== 'not_listed');
  throw new ScreeningRefusal(
    walletNotAllowed(refused),
    unfit.map((one) => ({ accountId, network: network.id, ...refusedFrom(one) })),
  );
}

const refusedFrom = ({ walletAddress, listing, provider }: ScreenedWallet) =>
  ({
    role: 'payer',
    walletAddress,
    code: listing === 'listed' ? SCREENING_REJECTED : PROVIDER_ERROR,
    provider,
  }) as const;
