import type { Hex } from '#kit/hex.ts';
import { printMilestone } from './compare-milestones.ts';
import { type DifferenceOrigin, differenceOf } from './difference.ts';
import type {
  Difference,
  StoredMilestone,
  StoredPayment,
  StoredPaymentEvent,
  StoredRequest,
  StoredTransfer,
} from './stored-payments.ts';

/** What was paid to one request, and what was reported about it. */
interface RequestPayments {
  readonly payments: readonly StoredPayment[];
  readonly paymentEvents: readonly StoredPaymentEvent[];
  /** By their ids. */
  readonly transfers: ReadonlyMap<string, StoredTransfer>;
}

/**
 * Whether each payment, each one that is final and each one taken back was reported once, with the
 * milestones that its transfer has.
 */
export function comparePaymentEvents(
  { requestId, isFee }: StoredRequest,
  { payments, paymentEvents, transfers }: RequestPayments,
): readonly Difference[] {
  const paidBy = Map.groupBy(payments, hashOf);
  const eventsBy = Map.groupBy(paymentEvents, hashOf);
  return [...new Set([...paidBy.keys(), ...eventsBy.keys()])].flatMap((transactionHash) => {
    const of = { requestId, transactionHash, blockNumber: null };
    const due = isFee ? [] : (paidBy.get(transactionHash) ?? []);
    const events = eventsBy.get(transactionHash) ?? [];
    const confirmed = due.map(({ transferId }) => transfers.get(transferId)?.confirmed ?? null);
    // A payment that became final under an earlier release has no milestone and no event.
    const finalized = due.flatMap(({ transferId }) => transfers.get(transferId)?.finalized ?? []);
    return [
      ...compareEvents(of, ['payment.confirmed', 'payment.partial'], {
        expected: confirmed,
        found: milestonesIn(events, ['payment.confirmed', 'payment.partial'], 'confirmed'),
      }),
      ...compareEvents(of, ['payment.finalized'], {
        expected: finalized,
        found: milestonesIn(events, ['payment.finalized'], 'finalized'),
      }),
      ...compareEvents(of, ['payment.reverted'], {
        expected: due.flatMap(({ undone }) => (undone ? [null] : [])),
        found: milestonesIn(events, ['payment.reverted'], undefined),
      }),
    ];
  });
}

const hashOf = ({ transactionHash }: { readonly transactionHash: Hex }) => transactionHash;

type MilestoneList = readonly (StoredMilestone | null)[];

/** The milestone in every event of these types, or undefined; one for each event. */
function milestonesIn(
  events: readonly StoredPaymentEvent[],
  types: readonly string[],
  field: 'confirmed' | 'finalized' | undefined,
): MilestoneList {
  return events
    .filter(({ type }) => types.includes(type))
    .flatMap((paymentEvent) => {
      const milestone = field === undefined ? null : paymentEvent[field];
      return Array.from({ length: paymentEvent.times }, () => milestone);
    });
}

/** Milestones are compared only where the number of events is right. */
function compareEvents(
  of: DifferenceOrigin,
  types: readonly string[],
  { expected, found }: { readonly expected: MilestoneList; readonly found: MilestoneList },
): readonly Difference[] {
  const what = types.join(' or ');
  if (expected.length !== found.length) {
    const kind = found.length < expected.length ? 'event_missing' : 'event_too_many';
    return [differenceOf(kind, of, [`${expected.length} of ${what}`, `${found.length}`])];
  }
  const inStored = printMilestones(expected);
  const inEvents = printMilestones(found);
  if (inStored === inEvents) return [];
  return [differenceOf('wrong_mark', of, [`${inEvents}, as ${what} says`, inStored])];
}

const printMilestones = (milestones: MilestoneList) =>
  milestones.map(printMilestone).sort().join(', ');
