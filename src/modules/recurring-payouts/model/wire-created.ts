import type { Call, SchedulePermit } from '#chains/chain.ts';
import { type RevivedPayout, wireCall, wirePermit, wireRevived } from './wire.ts';

/** A new recurring payout, and what its payer signs. */
export interface RecurringPayoutCreated {
  readonly id: string;
  readonly accountId: string;
  readonly pageToken: string;
  /** Where the payer opens its page. */
  readonly pageUrl: string;
  /** Of the first instalment. */
  readonly requestId: string;
  readonly paymentReference: string;
  readonly permit: SchedulePermit;
  /** The approvals that it needs. */
  readonly transactions: readonly Call[];
  /** What all instalments of the payer in this token take through this contract, with those of this one. */
  readonly neededUnits: bigint;
  readonly allowanceUnits: bigint;
  /** What the others take, and which part of it is not signed yet. */
  readonly othersUnits: bigint;
  readonly unsignedUnits: bigint;
  readonly revived: readonly RevivedPayout[];
}

/** A new recurring payout as the wire shows it; amounts are in the smallest unit. */
export function wireCreated(created: RecurringPayoutCreated) {
  const { id, pageToken, pageUrl, requestId, paymentReference, transactions } = created;
  const { neededUnits, allowanceUnits, othersUnits } = created;
  const lackingUnits = neededUnits > allowanceUnits ? neededUnits - allowanceUnits : 0n;
  return {
    id,
    requestId,
    paymentReference,
    pageToken,
    pageUrl,
    transactions: transactions.map(wireCall),
    recurringPaymentPermit: wirePermit(created.permit),
    metadata: {
      // The permit is signed beside them.
      stepsRequired: transactions.length + 1,
      totalNeededAllowance: String(neededUnits),
      currentAllowance: String(allowanceUnits),
      additionalAllowanceNeeded: String(lackingUnits),
      existingPaymentsAmount: String(othersUnits),
      unsignedPaymentsAmount: String(created.unsignedUnits),
      revives: wireRevived(created.revived, created.accountId),
    },
  };
}
