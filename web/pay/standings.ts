import { member, texts } from '../api/answer.ts';
import { countOf, recordsOf } from './finality.ts';

/** A block, and when the API had looked at it, in milliseconds since 1970. */
interface PaymentMilestone {
  readonly blockNumber: number;
  readonly at: number;
}

/** How far a transaction got that paid something of a link, as the API tells it. */
interface Standing {
  readonly hash: string;
  /** The block that holds it. */
  readonly seen: PaymentMilestone;
  readonly confirmed: PaymentMilestone | undefined;
  readonly finalized: PaymentMilestone | undefined;
}

/** The transactions that paid a link, each once, as far as it is told how they stand. */
export function standingsOf(statuses: unknown): readonly Standing[] {
  const found = recordsOf(statuses).flatMap(standingOf);
  return [...new Map(found.map((one) => [one.hash, one])).values()];
}

function standingOf(status: unknown): readonly Standing[] {
  const { txHash: hash } = texts(status, ['txHash']);
  const seen = markOf(status, 'seen');
  if (hash === undefined || seen === undefined || member(status, 'hasBeenPaid') !== true) return [];
  const confirmed = markOf(status, 'confirmed');
  return [{ hash, seen, confirmed, finalized: markOf(status, 'finalized') }];
}

function markOf(status: unknown, name: string): PaymentMilestone | undefined {
  const mark = member(status, name);
  const blockNumber = countOf(mark, 'blockNumber');
  const at = Date.parse(texts(mark, ['at']).at ?? '');
  return blockNumber === undefined || Number.isNaN(at) ? undefined : { blockNumber, at };
}
