import { pause } from '../../engine/wait.ts';
import { discoverWallets, framedWallets } from '../../wallet/discover.ts';
import { isFramed } from '../../wallet/is-framed.ts';
import type { FoundWallet, Provider } from '../../wallet/provider.ts';
import type { At, Payer } from '../page-state.ts';
import type { SafePayer } from './safe-payer.ts';
import { loadSafeRoute } from './safe-route-part.ts';

/** Wallets announce themselves within half a second. */
const FOUND_WITHIN_MS = 1_000;

/** The wallets of this browser; within the interface of Safe the Safe around the page. */
export function findPayingWallets(onWallets: (wallets: readonly FoundWallet[]) => void): void {
  if (isFramed()) onWallets(framedWallets());
  else discoverWallets(onWallets);
}

/** One of them; undefined where it is not there. */
export async function findPayingWallet(walletId: string): Promise<Provider | undefined> {
  const found = new Promise<Provider>((resolve) =>
    findPayingWallets((wallets) => {
      const wallet = wallets.find(({ id }) => id === walletId);
      if (wallet !== undefined) resolve(wallet.provider);
    }),
  );
  return await Promise.race([found, pause(FOUND_WITHIN_MS).then(() => undefined)]);
}

/** The Safe that pays; undefined for a key, and for a contract that is known to be none nowhere. */
export async function findSafePayer(
  provider: Provider | undefined,
  payer: Payer,
  together?: At<'review'>['together'],
): Promise<SafePayer | undefined> {
  if (provider === undefined) return undefined;
  const { readAccount } = await import('../../wallet/capabilities.ts');
  const { isContract } = await readAccount(provider, payer, { chainId: payer.chainId });
  if (isContract !== true && together !== 'safe') return undefined;
  const safe = await (await loadSafeRoute()).readSafePayer(provider, payer);
  return together === 'safe' || safe.owners.length > 0 ? safe : undefined;
}
