import type { NetworkId } from '#catalog/networks.ts';
import type { AccessPolicy } from './access-policy.ts';

/** A destination that an account registered. */
export interface PayeeDestination {
  /** The row. */
  readonly id: string;
  /** The whole ERC-7828 text, with its checksum. */
  readonly destinationId: string;
  readonly walletAddress: string;
  readonly walletType: 'eoa' | 'safe';
  readonly network: NetworkId;
  readonly chainId: number;
  readonly tokenAddress: string;
  readonly currencyId: string;
  readonly symbol: string;
  /** Null lets every wallet pay and hides nothing. */
  readonly accessPolicy: AccessPolicy | null;
  /** Whether the wallet itself registered it; another account may have named it. */
  readonly claimed: boolean;
  readonly active: boolean;
  readonly createdAt: Date;
}
