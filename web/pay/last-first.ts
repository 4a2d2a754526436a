import type { Wallet } from '../wallet/provider.ts';
import { LAST_WALLET_KEY, readKept } from './kept.ts';

/** The wallet that this browser used last stands first. */
export function lastFirst<One extends Wallet>(wallets: readonly One[]): readonly One[] {
  const last = readKept(LAST_WALLET_KEY);
  return wallets.toSorted((one, other) => Number(other.id === last) - Number(one.id === last));
}
