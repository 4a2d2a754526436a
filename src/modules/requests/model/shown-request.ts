import type { PayableRequest } from './payable-request.ts';
import type { RequestStatus } from './status.ts';

/** A request as its owner sees it. */
export interface ShownRequest extends PayableRequest {
  readonly status: RequestStatus;
  readonly createdAt: Date;
  /** Who is expected to pay. */
  readonly payerAddress: string | null;
  /** The recurring payout that alone pays it, where there is one. */
  readonly recurringPayoutId: string | null;
  readonly originalRequestId: string | null;
  readonly originalRequestPaymentReference: string | null;
  readonly recurrenceStopped: boolean;
  /** The integrator's own name for it, from its link where it has one. */
  readonly reference: string | null;
  /** The public `cli_...` text of what it was made with, where that was a client ID. */
  readonly clientId: string | null;
  /** Its current link; undefined without one. */
  readonly link:
    | {
        readonly token: string;
        readonly status: string;
        readonly expiresAt: Date;
        /** Whether it lets some wallets pay only, or shows itself to them only. */
        readonly guards: boolean;
        readonly hidesPayee: boolean;
      }
    | undefined;
  /** What all payments that stand brought, in units of what moved. */
  readonly paidTokenUnits: bigint;
  /** Who paid it: who made the newest payment that stands and found something unpaid. */
  readonly paidBy: string | null;
}

/** How far a request is, as the wire says it. */
export type WireStatus = 'created' | 'pending' | 'partially_paid' | 'paid' | 'cancelled';

/**
 * The status of a request: what the payments that stand say, but `pending` while one that was seen
 * waits for its confirmations, and `cancelled` where nothing came and its link was withdrawn.
 */
export function wireStatus(
  request: Pick<ShownRequest, 'status' | 'link' | 'seenTransactionHash'>,
): WireStatus {
  if (request.status === 'paid') return 'paid';
  if (request.seenTransactionHash !== null) return 'pending';
  const { status, link } = request;
  return status === 'created' && link?.status === 'invalidated' ? 'cancelled' : status;
}
