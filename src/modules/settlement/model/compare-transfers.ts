import type { BookTransfer, Difference, DifferenceKind, Movement } from './books.ts';

/** The transfers of a stretch of blocks, from both sides. */
export interface TransferSides {
  /** What the chain holds for our requests in the stretch. */
  readonly seen: readonly Movement[];
  /** Every transfer of these requests in the books, undone ones and those of other blocks included. */
  readonly booked: readonly BookTransfer[];
  readonly from: bigint;
  readonly to: bigint;
}

/** What should be, and what is. */
type Sides = readonly [expected: string, found: string];

type Told = Omit<Difference, 'requestId'> & { readonly requestRowId: string };

/** What differs between the transfers of a chain and those of the books; requests by their rows. */
export function compareTransfers(sides: TransferSides): readonly Told[] {
  const standing = sides.booked.filter(({ status }) => status !== 'undone');
  const byPlace = new Map(standing.map((transfer) => [placeOf(transfer), transfer]));
  const paired = new Set<string>();
  const differences: Told[] = [];
  const unmet: Movement[] = [];
  for (const movement of sides.seen) {
    const booked = byPlace.get(placeOf(movement));
    if (booked === undefined) {
      unmet.push(movement);
      continue;
    }
    paired.add(booked.id);
    differences.push(...compareMovements(movement, booked));
  }
  for (const movement of unmet) {
    const elsewhere = standing.find(
      (booked) => !paired.has(booked.id) && paymentOf(booked) === paymentOf(movement),
    );
    if (elsewhere !== undefined) {
      paired.add(elsewhere.id);
      differences.push(
        tell('transfer_in_another_block', movement, [sayPlace(movement), sayPlace(elsewhere)]),
        ...compareMovements(movement, elsewhere),
      );
      continue;
    }
    const wasThere = sides.booked.some((booked) => placeOf(booked) === placeOf(movement));
    const kind = wasThere ? 'transfer_taken_back' : 'transfer_missing';
    differences.push(tell(kind, movement, [sayUnits(movement), wasThere ? 'undone' : 'nothing']));
  }
  const alone = standing.filter(
    ({ id, blockNumber }) =>
      !paired.has(id) && blockNumber >= sides.from && blockNumber <= sides.to,
  );
  const times = Map.groupBy(standing, paymentOf);
  return [...differences, ...alone.map((booked) => tellOfAlone(booked, times))];
}

/** A transfer of the books that the chain does not hold: a second one of a payment, or none at all. */
function tellOfAlone(booked: BookTransfer, times: ReadonlyMap<string, readonly unknown[]>): Told {
  const isSecond = (times.get(paymentOf(booked))?.length ?? 0) > 1;
  return isSecond
    ? tell('transfer_twice', booked, ['one transfer', `another in ${sayPlace(booked)}`])
    : tell('transfer_not_on_chain', booked, ['nothing', sayUnits(booked)]);
}

/** What differs between two accounts of the same transfer. */
function compareMovements(seen: Movement, booked: BookTransfer): readonly Told[] {
  const fields: readonly (readonly [DifferenceKind, string, string])[] = [
    ['wrong_transaction', seen.transactionHash, booked.transactionHash],
    ['wrong_request', seen.requestId, booked.requestId],
    ['wrong_amount', sayUnits(seen), sayUnits(booked)],
    ['wrong_payer', seen.payerAddress, booked.payerAddress],
    ['wrong_fee', sayFee(seen), sayFee(booked)],
    ['wrong_time', seen.blockTime.toISOString(), booked.blockTime.toISOString()],
  ];
  return fields
    .filter(([, expected, found]) => expected !== found)
    .map(([kind, expected, found]) => tell(kind, seen, [expected, found]));
}

function tell(kind: DifferenceKind, at: Movement, [expected, found]: Sides): Told {
  return {
    kind,
    requestRowId: at.requestId,
    transactionHash: at.transactionHash,
    blockNumber: at.blockNumber,
    securePaymentToken: null,
    expected,
    found,
  };
}

/** A block's hash and the log's index name a transfer for good. */
const placeOf = ({ blockHash, logIndex }: Movement) => `${blockHash} ${logIndex}`;

/** A payment is of one transaction and one request, though there may be several. */
const paymentOf = ({ transactionHash, requestId }: Movement) => `${transactionHash} ${requestId}`;

const sayPlace = ({ blockNumber, blockHash, logIndex }: Movement) =>
  `block ${blockNumber} ${blockHash}, log ${logIndex}`;

const sayUnits = ({ creditedUnits, tokenUnits }: Movement) =>
  creditedUnits === tokenUnits
    ? `${creditedUnits} units`
    : `${creditedUnits} units, ${tokenUnits} of the token`;

function sayFee({ feeUnits, feeAddress, tokenFeeUnits }: Movement): string {
  // Without a fee the address is whatever the payer's wallet filled in.
  if (feeUnits === 0n && tokenFeeUnits === 0n) return 'none';
  const token = feeUnits === tokenFeeUnits ? '' : `, ${tokenFeeUnits} of the token`;
  return `${feeUnits} units${token} to ${feeAddress}`;
}
