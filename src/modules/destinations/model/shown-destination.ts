import { NETWORKS } from '#catalog/networks.ts';
import { isoTime } from '#kit/clock.ts';
import type { AccessPolicy } from './access-policy.ts';
import { binaryInteropAddress } from './destination-id.ts';
import type { PayeeDestination } from './payee-destination.ts';

/** A registered destination as its owner sees it. */
export interface ShownDestination {
  readonly id: string;
  readonly destinationId: string;
  readonly walletAddress: string;
  readonly walletType: 'eoa' | 'safe';
  readonly tokenAddress: string;
  readonly chainId: number;
  readonly accessPolicy: AccessPolicy | null;
  /** A change of wallet takes effect at once, so none is ever pending. */
  readonly pendingWalletChange: null;
  readonly binaryInteropAddress: string;
  readonly humanReadableInteropAddress: string;
  readonly claimed: boolean;
  readonly active: boolean;
  readonly createdAt: string;
}

/** Shows a registered destination to its owner. */
export function showDestination(stored: PayeeDestination): ShownDestination {
  const { destinationId } = stored;
  return {
    id: stored.id,
    destinationId,
    walletAddress: stored.walletAddress,
    walletType: stored.walletType,
    tokenAddress: stored.tokenAddress,
    chainId: stored.chainId,
    accessPolicy: stored.accessPolicy,
    pendingWalletChange: null,
    binaryInteropAddress: binaryInteropAddress(NETWORKS[stored.network], stored.walletAddress),
    // The stored text was written by us, so its last colon stands before the token.
    humanReadableInteropAddress: destinationId.slice(0, destinationId.lastIndexOf(':')),
    claimed: stored.claimed,
    active: stored.active,
    createdAt: isoTime(stored.createdAt),
  };
}
