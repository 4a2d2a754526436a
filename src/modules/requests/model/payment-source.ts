import type { NetworkId } from '#catalog/networks.ts';
import type { Hex } from '#kit/hex.ts';

/** Where a payment from another network came from. */
export interface PaymentSource {
  readonly accountId: string;
  /** The request's row. */
  readonly requestRowId: string;
  /** The transaction that made the payment, on the network of its request. */
  readonly network: NetworkId;
  readonly transactionHash: Hex;
  /** The transaction of the payer. */
  readonly sourceNetwork: NetworkId;
  readonly sourceTransactionHash: Hex;
  /** What left the payer, fees of the route included. */
  readonly units: bigint;
  readonly tokenAddress: string;
}
