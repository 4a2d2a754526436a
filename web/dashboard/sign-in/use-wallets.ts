import { useCallback, useSyncExternalStore } from 'react';
import type { FoundWallet } from '../../wallet/provider.ts';
import { foundWallets, onWallets, type WalletKind } from './wallets.ts';

/** The wallets of one kind in this browser; undefined while they are searched. */
export function useWallets(kind: WalletKind): readonly FoundWallet[] | undefined {
  const subscribe = useCallback((listener: () => void) => onWallets(kind, listener), [kind]);
  return useSyncExternalStore(subscribe, () => foundWallets(kind));
}
