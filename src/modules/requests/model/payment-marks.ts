import { isoTime } from '#kit/clock.ts';

/** A block, and when we looked at it. */
export interface Mark {
  readonly blockNumber: bigint;
  readonly at: Date;
}

/** How far a payment got on its chain; what an earlier release moved has no marks but the first. */
export interface PaymentMarks {
  /** The block that holds it. */
  readonly seen: Mark;
  /** This and the next: the newest block that was looked at when it got so far. */
  readonly confirmed: Mark | null;
  readonly finalized: Mark | null;
}

/** The columns of a transfer that say how far it got. */
export interface MarkColumns {
  readonly block_number: bigint;
  readonly seen_at: Date;
  readonly confirmed_block: bigint | null;
  readonly confirmed_at: Date | null;
  readonly finalized_block: bigint | null;
  readonly finalized_at: Date | null;
}

/** How far a payment got, as the row of its transfer says. */
export function marksOf(row: MarkColumns): PaymentMarks {
  return {
    seen: { blockNumber: row.block_number, at: row.seen_at },
    confirmed: markOf(row.confirmed_block, row.confirmed_at),
    finalized: markOf(row.finalized_block, row.finalized_at),
  };
}

function markOf(blockNumber: bigint | null, at: Date | null): Mark | null {
  return blockNumber === null || at === null ? null : { blockNumber, at };
}

/** A mark as the wire shows it. */
export interface WireMark {
  readonly blockNumber: number;
  readonly at: string;
}

/** The marks of a payment as the wire shows them; all null where there is no payment. */
export function wireMarks(marks: PaymentMarks | null): {
  readonly seen: WireMark | null;
  readonly confirmed: WireMark | null;
  readonly finalized: WireMark | null;
} {
  return {
    seen: marks && wireMark(marks.seen),
    confirmed: marks?.confirmed ? wireMark(marks.confirmed) : null,
    finalized: marks?.finalized ? wireMark(marks.finalized) : null,
  };
}

/** One mark as the wire shows it. */
export function wireMark({ blockNumber, at }: Mark): WireMark {
  return { blockNumber: Number(blockNumber), at: isoTime(at) };
}
