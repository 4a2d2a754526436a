import { member, texts } from '../engine/members.ts';
import { countOf, recordsOf } from './finality.ts';

/** A block, and when the API scanned it, in milliseconds since 1970. */
interface PaymentMilestone {
  readonly blockNumber: number;
  readonly at: number;
}

/** The progress of a transaction that paid something of a link, by the API. */
interface PaymentProgress {
  readonly hash: string;
  /** The block that holds it. */
  readonly seen: PaymentMilestone;
  readonly confirmed: PaymentMilestone | undefined;
  readonly finalized: PaymentMilestone | undefined;
}

/** The transactions that paid a link, each once, as far as their state is returned. */
export function progressOfPayments(statuses: unknown): readonly PaymentProgress[] {
  const found = recordsOf(statuses).flatMap(progressOf);
  return [...new Map(found.map((one) => [one.hash, one])).values()];
}

function progressOf(status: unknown): readonly PaymentProgress[] {
  const { txHash: hash } = texts(status, ['txHash']);
  const seen = milestoneOf(status, 'seen');
  if (hash === undefined || seen === undefined || member(status, 'hasBeenPaid') !== true) return [];
  const confirmed = milestoneOf(status, 'confirmed');
  return [{ hash, seen, confirmed, finalized: milestoneOf(status, 'finalized') }];
}

function milestoneOf(status: unknown, name: string): PaymentMilestone | undefined {
  const milestone = member(status, name);
  const blockNumber = countOf(milestone, 'blockNumber');
  const at = Date.parse(texts(milestone, ['at']).at ?? '');
  return blockNumber === undefined || Number.isNaN(at) ? undefined : { blockNumber, at };
}
