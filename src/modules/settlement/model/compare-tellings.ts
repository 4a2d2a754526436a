import type { Hex } from '#kit/hex.ts';
import type {
  BookMark,
  BookPayment,
  BookRequest,
  BookTelling,
  BookTransfer,
  Difference,
} from './books.ts';
import { sayMark } from './compare-marks.ts';
import { type Place, tell } from './tell-difference.ts';

/** What was paid to one request, and what was told of it. */
interface Told {
  readonly payments: readonly BookPayment[];
  readonly tellings: readonly BookTelling[];
  /** By their ids. */
  readonly transfers: ReadonlyMap<string, BookTransfer>;
}

/**
 * Whether each payment, each one that is final and each one taken back was told of once, with the
 * marks that its transfer has.
 */
export function compareTellings(
  { requestId, isFee }: BookRequest,
  { payments, tellings, transfers }: Told,
): readonly Difference[] {
  const paidBy = Map.groupBy(payments, hashOf);
  const toldBy = Map.groupBy(tellings, hashOf);
  return [...new Set([...paidBy.keys(), ...toldBy.keys()])].flatMap((transactionHash) => {
    const of = { requestId, transactionHash, blockNumber: null };
    const due = isFee ? [] : (paidBy.get(transactionHash) ?? []);
    const told = toldBy.get(transactionHash) ?? [];
    const confirmed = due.map(({ transferId }) => transfers.get(transferId)?.confirmed ?? null);
    // What became final under an earlier release has no mark, and was told of nowhere.
    const finalized = due.flatMap(({ transferId }) => transfers.get(transferId)?.finalized ?? []);
    return [
      ...compareEvents(of, ['payment.confirmed', 'payment.partial'], {
        expected: confirmed,
        found: marksIn(told, ['payment.confirmed', 'payment.partial'], 'confirmed'),
      }),
      ...compareEvents(of, ['payment.finalized'], {
        expected: finalized,
        found: marksIn(told, ['payment.finalized'], 'finalized'),
      }),
      ...compareEvents(of, ['payment.reverted'], {
        expected: due.flatMap(({ undone }) => (undone ? [null] : [])),
        found: marksIn(told, ['payment.reverted'], undefined),
      }),
    ];
  });
}

const hashOf = ({ transactionHash }: { readonly transactionHash: Hex }) => transactionHash;

type Marks = readonly (BookMark | null)[];

/** The mark in every event of these types, or nothing in its place; one for each time it was told. */
function marksIn(
  told: readonly BookTelling[],
  types: readonly string[],
  field: 'confirmed' | 'finalized' | undefined,
): Marks {
  return told
    .filter(({ type }) => types.includes(type))
    .flatMap((telling) => {
      const mark = field === undefined ? null : telling[field];
      return Array.from({ length: telling.times }, () => mark);
    });
}

/** The marks are compared only where as many events are there as should be. */
function compareEvents(
  of: Place,
  types: readonly string[],
  { expected, found }: { readonly expected: Marks; readonly found: Marks },
): readonly Difference[] {
  const what = types.join(' or ');
  if (expected.length !== found.length) {
    const kind = found.length < expected.length ? 'event_missing' : 'event_too_many';
    return [tell(kind, of, [`${expected.length} of ${what}`, `${found.length}`])];
  }
  const inBooks = sayMarks(expected);
  const inEvents = sayMarks(found);
  if (inBooks === inEvents) return [];
  return [tell('wrong_mark', of, [`${inEvents}, as ${what} says`, inBooks])];
}

const sayMarks = (marks: Marks) => marks.map(sayMark).sort().join(', ');
