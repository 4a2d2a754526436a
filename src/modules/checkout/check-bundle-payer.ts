import type { Currency } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { decideScreened } from '#modules/compliance/index.ts';
import type { MulticallChild, MulticallPayout } from '#modules/multicall-payouts/index.ts';
import { areWalletsScreened, screenWallets } from '#modules/screening/index.ts';
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
  if (refused !== undefined) throw walletNotAllowed(refused);
}
