import type { Flow } from '#modules/events/index.ts';
import type { PayoutTarget } from '#modules/off-ramps/index.ts';
import type { ScreeningPlan } from '#modules/screening/index.ts';
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
  /** Which way its money goes. */
  readonly flow: Flow;
  /** Who judges its wallets; null where nobody does. */
  readonly plan: ScreeningPlan | null;
  /** Its current link; undefined without one. */
  readonly link:
    | {
        readonly token: string;
        readonly status: string;
        readonly expiresAt: Date;
        /** Whether it lets some wallets pay only, has them judged, or shows itself to them only. */
        readonly guards: boolean;
        readonly hidesPayee: boolean;
      }
    | undefined;
  /** What all payments that stand brought, in units of what moved. */
  readonly paidTokenUnits: bigint;
  /** The bank account that it is paid out to, and how that ended; undefined where its payee gets the tokens. */
  readonly payout: (PayoutTarget & { readonly outcome: 'sent' | 'returned' | null }) | undefined;
  /** Who paid it: who made the newest payment that stands and found something unpaid. */
  readonly paidBy: string | null;
}

/** How far a request is, as the wire says it. */
export type WireStatus = 'created' | 'pending' | 'partially_paid' | 'paid' | 'cancelled';

/**
 * The status of a request: what the payments that stand say, but `pending` while one that was seen
 * waits for its confirmations or the money is on its way to a bank, and `cancelled` where nothing came and its link was withdrawn, or
 * its bank has sent the money back.
 */
export function wireStatus(
  request: Pick<ShownRequest, 'status' | 'link' | 'seenTransactionHash' | 'payout'>,
): WireStatus {
  if (hasBeenPaid(request)) return 'paid';
  if (request.payout?.outcome === 'returned') return 'cancelled';
  if (request.status === 'paid') return 'pending';
  if (request.seenTransactionHash !== null) return 'pending';
  const { status, link } = request;
  return status === 'created' && link?.status === 'invalidated' ? 'cancelled' : status;
}

/** Whether who is to be paid has the money: of a payout the bank account, and not the deposit address. */
export function hasBeenPaid({ status, payout }: Pick<ShownRequest, 'status' | 'payout'>): boolean {
  return status === 'paid' && (payout === undefined || payout.outcome === 'sent');
}

/** Who is paid, as a caller may see it; null while a payout has no deposit address. */
export function payeeOf(
  { link, payeeAddress }: Pick<ShownRequest, 'link' | 'payeeAddress'>,
  isPublic: boolean,
): string | null {
  if (payeeAddress === '') return null;
  return isPublic && link?.hidesPayee === true ? null : payeeAddress;
}
