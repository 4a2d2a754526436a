import { NETWORKS } from '#catalog/networks.ts';
import { isoTime, unixSeconds } from '#kit/clock.ts';
import { Refusal } from '#kit/failure.ts';
import type { LinkIntent, OpenProposal } from '#modules/intents/index.ts';
import { wireMilestones } from '#modules/ledger/index.ts';
import type { Awaiting, LinkedRequest, SecurePayment } from '#modules/secure-payments/index.ts';
import type { OutstandingFeeShown, SkippedFeeShown } from './outstanding-fees.ts';
import { identityShown, type PageIdentity } from './page-identity.ts';
import type { PaidFeeShown } from './paid-fees.ts';

type Milestones = ReturnType<typeof wireMilestones>;

/** What is reported about one request of a link: as documented for completed links and running payments. */
export interface RequestStatusShown {
  readonly requestId: string;
  readonly hasBeenPaid: boolean;
  /** The transaction that paid it, or that was seen and still waits for confirmations. */
  readonly txHash: string | null;
  /** How far that transaction got. */
  readonly seen: Milestones['seen'];
  readonly confirmed: Milestones['confirmed'];
  readonly finalized: Milestones['finalized'];
  /** What a payment still waits for that was seen and does not count yet. */
  readonly awaits: AwaitsShown | null;
}

/** What a payment waits for, as the wire shows it. */
interface AwaitsShown extends Omit<Awaiting, 'blockNumber'> {
  readonly blockNumber: number;
}

/** The words for a token that names no link, whether or not it could. */
export function linkNotFound(): Refusal {
  return new Refusal('secure_payment_not_found', 404, 'Token not found');
}

/** When a link is opened, and whose page it is. */
interface Opening extends PageIdentity {
  readonly now: Date;
  /** The fees that were paid, of a link that was paid. */
  readonly paidFees: readonly PaidFeeShown[];
  /** Those that it was paid without. */
  readonly outstandingFees: readonly OutstandingFeeShown[];
  /** Those that its payments should have brought and did not. */
  readonly skippedFees: readonly SkippedFeeShown[];
  /** The payments from other networks that were reported of a link that is over: they may still arrive, or be refunded. */
  readonly intents: readonly LinkIntent[];
  /** What owners of a Safe sign, of a link that waits for it. */
  readonly proposal: OpenProposal | undefined;
}

/**
 * Refuses a link that cannot be paid: 409 when it was paid, 423 while it waits for owners of a Safe, 403 when it expired, was withdrawn or
 * rejected. A deadline counts from its moment on, also before the sweep has marked it.
 */
export function checkPayable(link: SecurePayment, opening: Opening): void {
  if (isComplete(link)) throw alreadyPaid(link, opening);
  const { intents, proposal, now } = opening;
  const isWithdrawn = link.status !== 'pending' && link.status !== 'expired';
  if (proposal !== undefined && !isWithdrawn) {
    throw proposalInProgress(link, { ...opening, proposal });
  }
  if (!isOver(link, now)) return;
  const status = link.status === 'pending' ? 'expired' : link.status;
  throw new Refusal(`secure_payment_${status}`, 403, {
    message: 'Secure payment token expired or invalid status',
    body: {
      status,
      ...identityShown(opening),
      ...(status === 'expired' && { expiresAt: isoTime(link.expiresAt) }),
      // Money that is on its way when the deadline passes still settles; its payer must not fear.
      ...(wasSeen(link) && { requestStatuses: requestStatusesOf(link) }),
      ...(intents.length > 0 && { paymentIntents: [...intents] }),
    },
  });
}

/** Whether a link that was not paid can be paid no more. */
export function isOver({ status, expiresAt }: SecurePayment, now: Date): boolean {
  return status !== 'pending' || now >= expiresAt;
}

/** How each request of a link stands. */
export function requestStatusesOf(link: SecurePayment): RequestStatusShown[] {
  return link.requests.map(requestStatusOf);
}

function requestStatusOf(request: LinkedRequest): RequestStatusShown {
  return {
    requestId: request.requestId,
    hasBeenPaid: isPaid(request),
    txHash: request.paidTransactionHash ?? request.seenTransactionHash,
    ...wireMilestones(request.milestones),
    awaits: awaitsOf(request),
  };
}

/** What the newest payment of a request waits for; null where it counts, or there is none. */
export function awaitsOf({ awaited }: LinkedRequest): AwaitsShown | null {
  return awaited && { ...awaited, blockNumber: Number(awaited.blockNumber) };
}

/** Whether a payment of a link was seen that still waits for confirmations. */
export function isOnItsWay(link: SecurePayment): boolean {
  return link.requests.some(({ seenTransactionHash }) => seenTransactionHash !== null);
}

/** Whether any payment of a link was seen, settled or not. */
function wasSeen(link: SecurePayment): boolean {
  return requestStatusesOf(link).some(({ txHash }) => txHash !== null);
}

/** Whether all requests of a link were paid. */
export function isComplete({ status, requests }: SecurePayment): boolean {
  return status === 'completed' || requests.every(isPaid);
}

/** Whether a request was paid in full. */
export function isPaid(request: LinkedRequest): boolean {
  return request.paidUnits >= request.expectedUnits;
}

/** Owners take minutes and more to sign. */
const PROPOSAL_RETRY_SECONDS = 5;

/** What is shown of a proposal beside the request that it pays; nothing without one. */
export function proposalShown(proposal: OpenProposal | undefined) {
  if (proposal === undefined) return {};
  const { safeTransactionHash: safeTxHash, network, holdsUntil, safe, signed } = proposal;
  const { chainId } = NETWORKS[network];
  return {
    safeTxHash,
    chainId,
    safePaymentDeadline: unixSeconds(holdsUntil),
    ...(safe !== null && { safeAddress: safe }),
    ...(signed !== null && {
      safeConfirmations: signed.owners,
      safeThreshold: signed.threshold,
    }),
  };
}

/** 423: owners of a Safe sign a transaction that pays the link. */
function proposalInProgress(
  link: SecurePayment,
  { proposal, ...identity }: PageIdentity & { readonly proposal: OpenProposal },
): Refusal {
  const ofProposal = proposalShown(proposal);
  return new Refusal('secure_payment_in_progress', 423, {
    message: 'Secure payment is in progress',
    body: {
      status: link.status,
      ...identityShown(identity),
      requestStatuses: requestStatusesOf(link).map((one) =>
        one.hasBeenPaid ? one : { ...one, ...ofProposal },
      ),
    },
    retryAfterSeconds: PROPOSAL_RETRY_SECONDS,
  });
}

function alreadyPaid(link: SecurePayment, opening: Opening): Refusal {
  const { paidFees, outstandingFees, skippedFees } = opening;
  return new Refusal('secure_payment_completed', 409, {
    message: 'Secure payment has already been completed',
    body: {
      status: 'completed',
      ...identityShown(opening),
      requestStatuses: requestStatusesOf(link),
      paidFees,
      outstandingFees,
      skippedFees,
      redirectUrl: link.redirectUrl,
      redirectLabel: link.redirectLabel,
    },
  });
}
