import { compareBundle } from './compare-bundles.ts';
import { compareKeptSums } from './compare-kept-sums.ts';
import { compareMilestones } from './compare-milestones.ts';
import { comparePaymentEvents } from './compare-payment-events.ts';
import { compareTransfers } from './compare-transfers.ts';
import { differenceOf } from './difference.ts';
import type {
  Difference,
  Movement,
  StoredLink,
  StoredPayment,
  StoredPaymentEvent,
  StoredPayments,
  StoredRequest,
  StoredTransfer,
} from './stored-payments.ts';

/** A range of blocks, and the ledger's state of every request in it. */
export interface ComparedRange {
  readonly from: bigint;
  readonly to: bigint;
  /** The newest block that is final; what is only seen up to there should have been settled. */
  readonly finalUpTo: bigint;
  /** The newest block that is final for so long that its payments should have been reported final. */
  readonly longFinalUpTo: bigint;
  /** When the ledger was read. */
  readonly now: Date;
  /** The chain's transfers for our requests. */
  readonly seen: readonly Movement[];
  readonly stored: StoredPayments;
}

/**
 * Every difference between the ledger and the chain, and within the ledger. It computes again what
 * follows from transfers, without the code that wrote the ledger.
 */
export function compareStored(range: ComparedRange): readonly Difference[] {
  const { stored, seen, from, to } = range;
  const publicIds = new Map(stored.requests.map(({ id, requestId }) => [id, requestId]));
  const transfers = compareTransfers({ seen, stored: stored.transfers, from, to }).map(
    ({ requestRowId, ...reported }) => ({
      ...reported,
      requestId: publicIds.get(requestRowId) ?? null,
    }),
  );
  const paidUnits = sumsOf(stored.payments);
  const shelf = shelve(stored);
  return [
    ...transfers,
    ...stored.transfers.flatMap((transfer) =>
      compareTransfer(transfer, shelf.requests.get(transfer.requestId)),
    ),
    ...stored.transfers.flatMap((transfer) => compareSettlement(transfer, { shelf, range })),
    ...stored.payments.flatMap((payment) => comparePayment(payment, shelf)),
    ...stored.requests.flatMap((request) => compareRequest(request, paidUnits)),
    ...stored.requests.flatMap((request) =>
      compareKeptSums(request, shelf.paymentsOfRequest.get(request.id) ?? []),
    ),
    ...stored.links.flatMap((link) => compareLink(link, shelf, paidUnits)),
    ...stored.bundles.flatMap((bundle) => compareBundle(bundle, range.now)),
    ...stored.requests.flatMap((request) =>
      comparePaymentEvents(request, {
        payments: shelf.paymentsOfRequest.get(request.id) ?? [],
        paymentEvents: shelf.paymentEvents.get(request.requestId) ?? [],
        transfers: shelf.transfers,
      }),
    ),
  ];
}

/** The ledger in maps by key: one request may have any number of payments. */
interface Shelf {
  readonly requests: ReadonlyMap<string, StoredRequest>;
  readonly transfers: ReadonlyMap<string, StoredTransfer>;
  readonly paymentsOfTransfer: ReadonlyMap<string, readonly StoredPayment[]>;
  readonly paymentsOfRequest: ReadonlyMap<string, readonly StoredPayment[]>;
  /** By the public request id. */
  readonly paymentEvents: ReadonlyMap<string, readonly StoredPaymentEvent[]>;
}

function shelve({ requests, transfers, payments, paymentEvents }: StoredPayments): Shelf {
  return {
    requests: new Map(requests.map((request) => [request.id, request])),
    transfers: new Map(transfers.map((transfer) => [transfer.id, transfer])),
    paymentsOfTransfer: Map.groupBy(payments, ({ transferId }) => transferId),
    paymentsOfRequest: Map.groupBy(payments, ({ requestId }) => requestId),
    paymentEvents: Map.groupBy(paymentEvents, ({ requestId }) => requestId),
  };
}

/** What the payments that stand bring each request, by the request's row. */
function sumsOf(payments: readonly StoredPayment[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { requestId, amountUnits, undone } of payments) {
    if (!undone) sums.set(requestId, (sums.get(requestId) ?? 0n) + amountUnits);
  }
  return sums;
}

/** Whether a transfer is on the network of its request, and its milestones fit its status. */
function compareTransfer(
  transfer: StoredTransfer,
  request: StoredRequest | undefined,
): readonly Difference[] {
  const { transactionHash, blockNumber, network } = transfer;
  const of = { requestId: request?.requestId ?? null, transactionHash, blockNumber };
  const milestones = compareMilestones(transfer).map((sides) =>
    differenceOf('wrong_mark', of, sides),
  );
  if (request === undefined || request.network === network) return milestones;
  return [differenceOf('wrong_network', of, [request.network, network]), ...milestones];
}

/** Whether a transfer was turned into a payment once it counted, and reported final some time later. */
function compareSettlement(
  transfer: StoredTransfer,
  { shelf, range }: { readonly shelf: Shelf; readonly range: ComparedRange },
): readonly Difference[] {
  const { id, status, requestId, transactionHash, blockNumber, creditedUnits } = transfer;
  const of = {
    requestId: shelf.requests.get(requestId)?.requestId ?? null,
    transactionHash,
    blockNumber,
  };
  // What waits for a decision about its payer, or was refused, is not to count.
  if (status === 'undone' || status === 'held' || status === 'refused') return [];
  if (status === 'seen') {
    const isLeft = blockNumber <= range.finalUpTo;
    return isLeft
      ? [differenceOf('transfer_not_settled', of, ['settled, as its block is final', status])]
      : [];
  }
  const payments = shelf.paymentsOfTransfer.get(id) ?? [];
  const isPruned = status === 'confirmed' && blockNumber <= range.longFinalUpTo;
  if (payments.some(({ undone }) => !undone)) {
    const sides = ['final, as its block is for an hour and more', status] as const;
    return isPruned ? [differenceOf('transfer_not_final', of, sides)] : [];
  }
  const expected = `a payment of ${creditedUnits} units`;
  return payments.length === 0
    ? [differenceOf('transfer_without_payment', of, [expected, 'none'])]
    : [differenceOf('payment_taken_back', of, [expected, 'one that was taken back'])];
}

/** Whether a transfer is a payment as its status says. */
function isCounted(status: string): boolean {
  return status === 'confirmed' || status === 'finalized';
}

/** Whether a payment has the amount of its transfer, in the currency of its request. */
function comparePayment(payment: StoredPayment, shelf: Shelf): readonly Difference[] {
  if (payment.undone) return [];
  const request = shelf.requests.get(payment.requestId);
  const transfer = shelf.transfers.get(payment.transferId);
  const { transactionHash } = payment;
  const requestId = request?.requestId ?? null;
  const found = `a payment of ${payment.amountUnits} units`;
  if (transfer === undefined || !isCounted(transfer.status)) {
    const blockNumber = transfer?.blockNumber ?? null;
    const expected = `none: its transfer is ${transfer?.status ?? 'of another request'}`;
    return [
      differenceOf('payment_without_transfer', { requestId, transactionHash, blockNumber }, [
        expected,
        found,
      ]),
    ];
  }
  const of = { requestId, transactionHash, blockNumber: transfer.blockNumber };
  const countedFee = transfer.feeAddress === request?.feeAddress ? transfer.feeUnits : 0n;
  const expectedPayment = sayPayment({
    ...transfer,
    amountUnits: transfer.creditedUnits,
    feeUnits: countedFee,
    receivedAt: transfer.blockTime,
  });
  const foundPayment = sayPayment({
    ...payment,
    tokenUnits: payment.tokenUnits ?? transfer.tokenUnits,
    tokenFeeUnits: payment.tokenFeeUnits ?? transfer.tokenFeeUnits,
  });
  const isLate = lateness(payment, request);
  const asked = request && `${request.currencyId} on ${request.network}`;
  const paidIn = `${payment.currencyId} on ${payment.network}`;
  return [
    ...(expectedPayment === foundPayment
      ? []
      : [differenceOf('payment_unlike_transfer', of, [expectedPayment, foundPayment])]),
    ...(asked === undefined || asked === paidIn
      ? []
      : [differenceOf('payment_unlike_request', of, [asked, paidIn])]),
    ...(isLate.includes(payment.late)
      ? []
      : [differenceOf('wrong_lateness', of, [sayLate(!payment.late), sayLate(payment.late)])]),
  ];
}

/** Whether a payment can be late: by the deadline of one of its links. */
function lateness({ receivedAt }: StoredPayment, request: StoredRequest | undefined): boolean[] {
  if (request === undefined) return [true, false];
  const { deadlines } = request;
  return deadlines.length === 0 ? [false] : deadlines.map((deadline) => receivedAt > deadline);
}

const sayLate = (late: boolean) => (late ? 'late' : 'in time');

interface ComparedPayment {
  readonly amountUnits: bigint;
  readonly feeUnits: bigint;
  readonly tokenUnits: bigint | null;
  readonly tokenFeeUnits: bigint | null;
  readonly payerAddress: string;
  readonly transactionHash: string;
  readonly receivedAt: Date;
}

function sayPayment(payment: ComparedPayment): string {
  const { amountUnits, feeUnits, tokenUnits, tokenFeeUnits } = payment;
  return (
    `${amountUnits} units, fee ${feeUnits} (of the token ${tokenUnits}, fee ${tokenFeeUnits}), ` +
    `from ${payment.payerAddress} in ${payment.transactionHash} at ${payment.receivedAt.toISOString()}`
  );
}

/** Whether the totals of a request are those of its payments. */
function compareRequest(
  { id, requestId, status, expectedUnits }: StoredRequest,
  paidUnits: ReadonlyMap<string, bigint>,
): readonly Difference[] {
  const paid = paidUnits.get(id) ?? 0n;
  const expected = paid === 0n ? 'created' : paid < expectedUnits ? 'partially_paid' : 'paid';
  if (status === expected) return [];
  const of = { requestId, transactionHash: null, blockNumber: null };
  const sum = `${expected}, as ${paid} of ${expectedUnits} units are paid`;
  return [differenceOf('request_in_wrong_status', of, [sum, status])];
}

/** Whether a link is completed exactly when all of its requests are paid. */
function compareLink(
  { token, status, requestIds }: StoredLink,
  { requests }: Shelf,
  paidUnits: ReadonlyMap<string, bigint>,
): readonly Difference[] {
  const asked = requestIds.flatMap((id) => requests.get(id) ?? []);
  const isFull = asked.every(({ id, expectedUnits }) => (paidUnits.get(id) ?? 0n) >= expectedUnits);
  const of = { requestId: asked[0]?.requestId ?? null, transactionHash: null, blockNumber: null };
  if (status === 'completed' && !isFull) {
    const difference = differenceOf('link_completed_without_money', of, ['not completed', status]);
    return [{ ...difference, securePaymentToken: token }];
  }
  // A link that was withdrawn or refused takes money and stays what it is.
  if ((status === 'pending' || status === 'expired') && isFull) {
    const difference = differenceOf('link_not_completed', of, [
      'completed, as all of it is paid',
      status,
    ]);
    return [{ ...difference, securePaymentToken: token }];
  }
  return [];
}
