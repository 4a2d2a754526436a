import type { Context } from '#context.ts';
import type { CommerceMeasures } from '#modules/commerce/index.ts';

/** Far more polls than any node needs for one. */
const UNREAD_SECONDS_MAX = 300;

/** Longer than confirmations take on any network. */
const LATE_SECONDS_MAX = 1_800;

/** The escrow of a network with payments that can still change. */
export interface EscrowStatus {
  readonly network: string;
  /** Payments that something can still happen to. */
  readonly watched: number;
  /** Transactions of operators that have not ended. */
  readonly openOperations: number;
  /** How old the oldest of them is. */
  readonly oldestSeconds: number;
  /** Those that failed, or that the escrow refused, in the last week. */
  readonly failedOperations: number;
  /** How long ago its blocks were read. */
  readonly ageSeconds: number;
  /** Events that the token did not confirm. */
  readonly unmoved: number;
  /** Authorisations by others with references of ours, in the last week. */
  readonly foreign: number;
  readonly isUnread: boolean;
  readonly isLate: boolean;
}

/** What operators see of the escrows. */
export function escrowStatuses(
  ctx: Pick<Context, 'now'>,
  { escrows, foreign }: CommerceMeasures,
): readonly EscrowStatus[] {
  return escrows.map(({ network, watched, openOperations, readAt, unmoved, ...more }) => {
    const secondsSince = (at: Date) =>
      Math.max(0, Math.round((ctx.now().getTime() - at.getTime()) / 1_000));
    const ageSeconds = secondsSince(readAt);
    const oldestSeconds = more.oldestOpenAt === null ? 0 : secondsSince(more.oldestOpenAt);
    return {
      network,
      watched,
      openOperations,
      oldestSeconds,
      failedOperations: more.failedOperations,
      ageSeconds,
      unmoved,
      foreign: foreign.filter((one) => one.network === network).length,
      // Where nothing is watched nothing is read.
      isUnread: watched > 0 && ageSeconds > UNREAD_SECONDS_MAX,
      isLate: oldestSeconds > LATE_SECONDS_MAX,
    };
  });
}
