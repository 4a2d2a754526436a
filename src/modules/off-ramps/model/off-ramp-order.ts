import type { NetworkId } from '#catalog/networks.ts';
import type { OffRampStatus } from './status.ts';

/** A payout of a request to a bank account. */
export interface OffRampOrderOfRequest {
  readonly id: string;
  readonly accountId: string;
  /** The row of the request. */
  readonly requestRowId: string;
  readonly status: OffRampStatus;
  readonly network: NetworkId;
  readonly currencyId: string;
  readonly amountUnits: bigint;
  readonly payoutCurrency: string;
  readonly providerAccountId: string;
  /** Null until the provider has it. */
  readonly providerOrderId: string | null;
  readonly depositAddress: string | null;
  readonly providerState: string | null;
  readonly endsAt: Date;
  readonly createdAt: Date;
  readonly readFailures: number;
}
