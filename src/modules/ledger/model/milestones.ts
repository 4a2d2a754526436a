import { isoTime } from '#kit/clock.ts';

/** A block, and when we scanned it. */
export interface Milestone {
  readonly blockNumber: bigint;
  readonly at: Date;
}

/** How far a payment got on its chain; what an earlier release moved has no milestones but the first. */
export interface PaymentMilestones {
  /** The block of the transfer. */
  readonly seen: Milestone;
  /** This and the next: the newest scanned block when it reached the milestone. */
  readonly confirmed: Milestone | null;
  readonly finalized: Milestone | null;
}

/** The columns of a transfer with its milestones. */
export interface MilestoneColumns {
  readonly block_number: bigint;
  readonly seen_at: Date;
  readonly confirmed_block: bigint | null;
  readonly confirmed_at: Date | null;
  readonly finalized_block: bigint | null;
  readonly finalized_at: Date | null;
}

/** The milestones of a payment, from the row of its transfer. */
export function milestonesOf(row: MilestoneColumns): PaymentMilestones {
  return {
    seen: { blockNumber: row.block_number, at: row.seen_at },
    confirmed: milestoneOf(row.confirmed_block, row.confirmed_at),
    finalized: milestoneOf(row.finalized_block, row.finalized_at),
  };
}

function milestoneOf(blockNumber: bigint | null, at: Date | null): Milestone | null {
  return blockNumber === null || at === null ? null : { blockNumber, at };
}

/** A milestone as the wire shows it. */
export interface WireMilestone {
  readonly blockNumber: number;
  readonly at: string;
}

/** The milestones of a payment as the wire shows them; all null where there is no payment. */
export function wireMilestones(milestones: PaymentMilestones | null): {
  readonly seen: WireMilestone | null;
  readonly confirmed: WireMilestone | null;
  readonly finalized: WireMilestone | null;
} {
  return {
    seen: milestones && wireMilestone(milestones.seen),
    confirmed: milestones?.confirmed ? wireMilestone(milestones.confirmed) : null,
    finalized: milestones?.finalized ? wireMilestone(milestones.finalized) : null,
  };
}

/** One milestone as the wire shows it. */
export function wireMilestone({ blockNumber, at }: Milestone): WireMilestone {
  return { blockNumber: Number(blockNumber), at: isoTime(at) };
}
