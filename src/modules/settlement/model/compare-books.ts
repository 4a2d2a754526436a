import type {
  BookLink,
  BookPayment,
  BookRequest,
  Books,
  BookTelling,
  BookTransfer,
  Difference,
  Movement,
} from './books.ts';
import { compareBundle } from './compare-bundles.ts';
import { compareKeptSums } from './compare-kept-sums.ts';
import { compareMarks } from './compare-marks.ts';
import { compareTellings } from './compare-tellings.ts';
import { compareTransfers } from './compare-transfers.ts';
import { tell } from './tell-difference.ts';

/** A stretch of blocks, and what the books say of every request that it touches. */
export interface Stretch {
  readonly from: bigint;
  readonly to: bigint;
  /** The newest block that is final; what is only seen up to there should have been settled. */
  readonly finalUpTo: bigint;
  /** The newest block that is final for so long that what is in it should have been told to be. */
  readonly longFinalUpTo: bigint;
  /** When the books were read. */
  readonly now: Date;
  /** What the chain holds for our requests. */
  readonly seen: readonly Movement[];
  readonly books: Books;
}

/**
 * Everything in which the books differ from the chain, and from themselves. It works out anew what
 * follows from transfers, and asks none of the code that wrote the books.
 */
export function compareBooks(stretch: Stretch): readonly Difference[] {
  const { books, seen, from, to } = stretch;
  const publicIds = new Map(books.requests.map(({ id, requestId }) => [id, requestId]));
  const transfers = compareTransfers({ seen, booked: books.transfers, from, to }).map(
    ({ requestRowId, ...told }) => ({ ...told, requestId: publicIds.get(requestRowId) ?? null }),
  );
  const paidUnits = sumsOf(books.payments);
  const shelf = shelve(books);
  return [
    ...transfers,
    ...books.transfers.flatMap((transfer) =>
      compareTransfer(transfer, shelf.requests.get(transfer.requestId)),
    ),
    ...books.transfers.flatMap((transfer) => compareSettlement(transfer, { shelf, stretch })),
    ...books.payments.flatMap((payment) => comparePayment(payment, shelf)),
    ...books.requests.flatMap((request) => compareRequest(request, paidUnits)),
    ...books.requests.flatMap((request) =>
      compareKeptSums(request, shelf.paymentsOfRequest.get(request.id) ?? []),
    ),
    ...books.links.flatMap((link) => compareLink(link, shelf, paidUnits)),
    ...books.bundles.flatMap((bundle) => compareBundle(bundle, stretch.now)),
    ...books.requests.flatMap((request) =>
      compareTellings(request, {
        payments: shelf.paymentsOfRequest.get(request.id) ?? [],
        tellings: shelf.tellings.get(request.requestId) ?? [],
        transfers: shelf.transfers,
      }),
    ),
  ];
}

/** The books by what they are looked up by: one request may have any number of payments. */
interface Shelf {
  readonly requests: ReadonlyMap<string, BookRequest>;
  readonly transfers: ReadonlyMap<string, BookTransfer>;
  readonly paymentsOfTransfer: ReadonlyMap<string, readonly BookPayment[]>;
  readonly paymentsOfRequest: ReadonlyMap<string, readonly BookPayment[]>;
  /** By the public request id. */
  readonly tellings: ReadonlyMap<string, readonly BookTelling[]>;
}

function shelve({ requests, transfers, payments, tellings }: Books): Shelf {
  return {
    requests: new Map(requests.map((request) => [request.id, request])),
    transfers: new Map(transfers.map((transfer) => [transfer.id, transfer])),
    paymentsOfTransfer: Map.groupBy(payments, ({ transferId }) => transferId),
    paymentsOfRequest: Map.groupBy(payments, ({ requestId }) => requestId),
    tellings: Map.groupBy(tellings, ({ requestId }) => requestId),
  };
}

/** What the payments that stand bring each request, by the request's row. */
function sumsOf(payments: readonly BookPayment[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { requestId, amountUnits, undone } of payments) {
    if (!undone) sums.set(requestId, (sums.get(requestId) ?? 0n) + amountUnits);
  }
  return sums;
}

/** Whether a transfer is on the network of its request, and its marks fit its status. */
function compareTransfer(
  transfer: BookTransfer,
  request: BookRequest | undefined,
): readonly Difference[] {
  const { transactionHash, blockNumber, network } = transfer;
  const of = { requestId: request?.requestId ?? null, transactionHash, blockNumber };
  const marks = compareMarks(transfer).map((sides) => tell('wrong_mark', of, sides));
  if (request === undefined || request.network === network) return marks;
  return [tell('wrong_network', of, [request.network, network]), ...marks];
}

/** Whether a transfer was turned into a payment once it counts, and told to be final some time later. */
function compareSettlement(
  transfer: BookTransfer,
  { shelf, stretch }: { readonly shelf: Shelf; readonly stretch: Stretch },
): readonly Difference[] {
  const { id, status, requestId, transactionHash, blockNumber, creditedUnits } = transfer;
  const of = {
    requestId: shelf.requests.get(requestId)?.requestId ?? null,
    transactionHash,
    blockNumber,
  };
  if (status === 'undone') return [];
  if (status === 'seen') {
    const isLeft = blockNumber <= stretch.finalUpTo;
    return isLeft
      ? [tell('transfer_not_settled', of, ['settled, as its block is final', status])]
      : [];
  }
  const payments = shelf.paymentsOfTransfer.get(id) ?? [];
  const isForgotten = status === 'confirmed' && blockNumber <= stretch.longFinalUpTo;
  if (payments.some(({ undone }) => !undone)) {
    const sides = ['final, as its block is for an hour and more', status] as const;
    return isForgotten ? [tell('transfer_not_final', of, sides)] : [];
  }
  const expected = `a payment of ${creditedUnits} units`;
  return payments.length === 0
    ? [tell('transfer_without_payment', of, [expected, 'none'])]
    : [tell('payment_taken_back', of, [expected, 'one that was taken back'])];
}

/** Whether a payment is what its transfer brought, in what its request asks for. */
function comparePayment(payment: BookPayment, shelf: Shelf): readonly Difference[] {
  if (payment.undone) return [];
  const request = shelf.requests.get(payment.requestId);
  const transfer = shelf.transfers.get(payment.transferId);
  const { transactionHash } = payment;
  const requestId = request?.requestId ?? null;
  const found = `a payment of ${payment.amountUnits} units`;
  if (transfer === undefined || transfer.status === 'undone' || transfer.status === 'seen') {
    const blockNumber = transfer?.blockNumber ?? null;
    const expected = `none: its transfer is ${transfer?.status ?? 'of another request'}`;
    return [
      tell('payment_without_transfer', { requestId, transactionHash, blockNumber }, [
        expected,
        found,
      ]),
    ];
  }
  const of = { requestId, transactionHash, blockNumber: transfer.blockNumber };
  const countedFee = transfer.feeAddress === request?.feeAddress ? transfer.feeUnits : 0n;
  const expectedFacts = sayPayment({
    ...transfer,
    amountUnits: transfer.creditedUnits,
    feeUnits: countedFee,
    receivedAt: transfer.blockTime,
  });
  const foundFacts = sayPayment({
    ...payment,
    tokenUnits: payment.tokenUnits ?? transfer.tokenUnits,
    tokenFeeUnits: payment.tokenFeeUnits ?? transfer.tokenFeeUnits,
  });
  const isLate = lateness(payment, request);
  const asked = request && `${request.currencyId} on ${request.network}`;
  const paidIn = `${payment.currencyId} on ${payment.network}`;
  return [
    ...(expectedFacts === foundFacts
      ? []
      : [tell('payment_unlike_transfer', of, [expectedFacts, foundFacts])]),
    ...(asked === undefined || asked === paidIn
      ? []
      : [tell('payment_unlike_request', of, [asked, paidIn])]),
    ...(isLate.includes(payment.late)
      ? []
      : [tell('wrong_lateness', of, [sayLate(!payment.late), sayLate(payment.late)])]),
  ];
}

/** Whether a payment can be late: by the deadline of one of the links that asked for it. */
function lateness({ receivedAt }: BookPayment, request: BookRequest | undefined): boolean[] {
  if (request === undefined) return [true, false];
  const { deadlines } = request;
  return deadlines.length === 0 ? [false] : deadlines.map((deadline) => receivedAt > deadline);
}

const sayLate = (late: boolean) => (late ? 'late' : 'in time');

interface PaymentFacts {
  readonly amountUnits: bigint;
  readonly feeUnits: bigint;
  readonly tokenUnits: bigint | null;
  readonly tokenFeeUnits: bigint | null;
  readonly payerAddress: string;
  readonly transactionHash: string;
  readonly receivedAt: Date;
}

function sayPayment(facts: PaymentFacts): string {
  const { amountUnits, feeUnits, tokenUnits, tokenFeeUnits } = facts;
  return (
    `${amountUnits} units, fee ${feeUnits} (of the token ${tokenUnits}, fee ${tokenFeeUnits}), ` +
    `from ${facts.payerAddress} in ${facts.transactionHash} at ${facts.receivedAt.toISOString()}`
  );
}

/** Whether a request says as much as its payments come to. */
function compareRequest(
  { id, requestId, status, expectedUnits }: BookRequest,
  paidUnits: ReadonlyMap<string, bigint>,
): readonly Difference[] {
  const paid = paidUnits.get(id) ?? 0n;
  const expected = paid === 0n ? 'created' : paid < expectedUnits ? 'partially_paid' : 'paid';
  if (status === expected) return [];
  const of = { requestId, transactionHash: null, blockNumber: null };
  const sum = `${expected}, as ${paid} of ${expectedUnits} units are paid`;
  return [tell('request_in_wrong_status', of, [sum, status])];
}

/** Whether a link is completed exactly when all that it asks for is paid. */
function compareLink(
  { token, status, requestIds }: BookLink,
  { requests }: Shelf,
  paidUnits: ReadonlyMap<string, bigint>,
): readonly Difference[] {
  const asked = requestIds.flatMap((id) => requests.get(id) ?? []);
  const isWhole = asked.every(
    ({ id, expectedUnits }) => (paidUnits.get(id) ?? 0n) >= expectedUnits,
  );
  const of = { requestId: asked[0]?.requestId ?? null, transactionHash: null, blockNumber: null };
  if (status === 'completed' && !isWhole) {
    const difference = tell('link_completed_without_money', of, ['not completed', status]);
    return [{ ...difference, securePaymentToken: token }];
  }
  // A link that was withdrawn or refused takes money and stays what it is.
  if ((status === 'pending' || status === 'expired') && isWhole) {
    const difference = tell('link_not_completed', of, ['completed, as all of it is paid', status]);
    return [{ ...difference, securePaymentToken: token }];
  }
  return [];
}
