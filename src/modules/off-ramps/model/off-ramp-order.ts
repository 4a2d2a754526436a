import type { NetworkId } from '#catalog/networks.ts';
import type { OffRampStatus } from './status.ts';

/** A payment that is signed now must reach its block before the order ends. */
const CLOSES_BEFORE_END_MS = 10 * 60_000;

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

/** From when on an order is not to be paid into. */
export function payUntilOf({ endsAt }: Pick<OffRampOrderOfRequest, 'endsAt'>): Date {
  return new Date(endsAt.getTime() - CLOSES_BEFORE_END_MS);
}
