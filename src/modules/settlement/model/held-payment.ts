import type { NetworkId } from '#catalog/networks.ts';
import type { Hex } from '#kit/hex.ts';
import type { ScreeningPlan } from '#modules/screening/index.ts';
import type { Senders } from './decide-payer.ts';
import type { HoldReason, PayerCheckStatus } from './payer-check.ts';

/** A payment that is held, with all that is decided by. */
export interface HeldPayment {
  readonly transferId: string;
  readonly accountId: string;
  readonly requestRowId: string;
  readonly network: NetworkId;
  /** Of a bridge where it was sent from; undefined for others, and where nothing is known of that network. */
  readonly originNetwork: NetworkId | undefined;
  readonly transactionHash: Hex;
  /** What moved, in units of the currency. */
  readonly tokenUnits: bigint;
  readonly currencyId: string;
  /** The public id of the request. */
  readonly requestId: string;
  readonly paymentReference: string;
  readonly senders: Senders;
  readonly isRestricted: boolean;
  readonly allowlistWaived: boolean;
  readonly status: PayerCheckStatus;
  readonly reason: HoldReason | null;
  readonly wallet: string | null;
  /** The vendor that refused it or gave no answer; null where it was none. */
  readonly provider: string | null;
  /** Who judges the wallets that pay its request; null where nobody does. */
  readonly plan: ScreeningPlan | null;
  readonly checks: number;
  readonly heldAt: Date;
  readonly decidedAt: Date | null;
}
