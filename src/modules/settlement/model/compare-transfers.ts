import type { Difference, DifferenceKind, Movement, StoredTransfer } from './stored-payments.ts';

/** The transfers of a range of blocks, from both sides. */
export interface TransferSides {
  /** The chain's transfers for our requests in the range. */
  readonly seen: readonly Movement[];
  /** Every transfer of these requests in the ledger, undone ones and those of other blocks included. */
  readonly stored: readonly StoredTransfer[];
  readonly from: bigint;
  readonly to: bigint;
}

/** What should be, and what is. */
type Sides = readonly [expected: string, found: string];

type UnresolvedDifference = Omit<Difference, 'requestId'> & { readonly requestRowId: string };

/** What differs between the transfers of a chain and those of the ledger; requests by their rows. */
export function compareTransfers(sides: TransferSides): readonly UnresolvedDifference[] {
  const active = sides.stored.filter(({ status }) => status !== 'undone');
  const byPosition = new Map(active.map((transfer) => [positionOf(transfer), transfer]));
  const paired = new Set<string>();
  const differences: UnresolvedDifference[] = [];
  const unmet: Movement[] = [];
  for (const movement of sides.seen) {
    const stored = byPosition.get(positionOf(movement));
    if (stored === undefined) {
      unmet.push(movement);
      continue;
    }
    paired.add(stored.id);
    differences.push(...compareMovements(movement, stored));
  }
  for (const movement of unmet) {
    const elsewhere = active.find(
      (stored) => !paired.has(stored.id) && paymentOf(stored) === paymentOf(movement),
    );
    if (elsewhere !== undefined) {
      paired.add(elsewhere.id);
      differences.push(
        unresolved('transfer_in_another_block', movement, [
          printPosition(movement),
          printPosition(elsewhere),
        ]),
        ...compareMovements(movement, elsewhere),
      );
      continue;
    }
    const wasThere = sides.stored.some((stored) => positionOf(stored) === positionOf(movement));
    const kind = wasThere ? 'transfer_taken_back' : 'transfer_missing';
    differences.push(
      unresolved(kind, movement, [sayUnits(movement), wasThere ? 'undone' : 'nothing']),
    );
  }
  const unmatched = active.filter(
    ({ id, blockNumber }) =>
      !paired.has(id) && blockNumber >= sides.from && blockNumber <= sides.to,
  );
  const times = Map.groupBy(active, paymentOf);
  return [...differences, ...unmatched.map((stored) => differenceOfUnmatched(stored, times))];
}

/** A transfer of the ledger that is not on the chain: a second one of a payment, or an invented one. */
function differenceOfUnmatched(
  stored: StoredTransfer,
  times: ReadonlyMap<string, readonly unknown[]>,
): UnresolvedDifference {
  const isSecond = (times.get(paymentOf(stored))?.length ?? 0) > 1;
  return isSecond
    ? unresolved('transfer_twice', stored, ['one transfer', `another in ${printPosition(stored)}`])
    : unresolved('transfer_not_on_chain', stored, ['nothing', sayUnits(stored)]);
}

/** What differs between two accounts of the same transfer. */
function compareMovements(seen: Movement, stored: StoredTransfer): readonly UnresolvedDifference[] {
  const fields: readonly (readonly [DifferenceKind, string, string])[] = [
    ['wrong_transaction', seen.transactionHash, stored.transactionHash],
    ['wrong_request', seen.requestId, stored.requestId],
    ['wrong_amount', sayUnits(seen), sayUnits(stored)],
    ['wrong_payer', seen.payerAddress, stored.payerAddress],
    ['wrong_fee', sayFee(seen), sayFee(stored)],
    ['wrong_time', seen.blockTime.toISOString(), stored.blockTime.toISOString()],
  ];
  return fields
    .filter(([, expected, found]) => expected !== found)
    .map(([kind, expected, found]) => unresolved(kind, seen, [expected, found]));
}

function unresolved(
  kind: DifferenceKind,
  at: Movement,
  [expected, found]: Sides,
): UnresolvedDifference {
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
const positionOf = ({ blockHash, logIndex }: Movement) => `${blockHash} ${logIndex}`;

/** A payment is of one transaction and one request, though there may be several. */
const paymentOf = ({ transactionHash, requestId }: Movement) => `${transactionHash} ${requestId}`;

const printPosition = ({ blockNumber, blockHash, logIndex }: Movement) =>
  `block ${blockNumber} ${blockHash}, log ${logIndex}`;

const sayUnits = ({ creditedUnits, tokenUnits }: Movement) =>
  creditedUnits === tokenUnits
    ? `${creditedUnits} units`
    : `${creditedUnits} units, ${tokenUnits} of the token`;

function sayFee({ feeUnits, feeAddress, tokenFeeUnits }: Movement): string {
  // Without a fee the address may be any value of the payer's wallet.
  if (feeUnits === 0n && tokenFeeUnits === 0n) return 'none';
  const token = feeUnits === tokenFeeUnits ? '' : `, ${tokenFeeUnits} of the token`;
  return `${feeUnits} units${token} to ${feeAddress}`;
}
