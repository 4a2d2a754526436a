import type { ChainHappening } from '#chains/chain.ts';

/** A bug that is planted to see whether the simulation finds it. */
export interface Plant {
  /** Statements that are left out as if they had been carried out. */
  readonly forgets?: (text: string) => boolean;
  /** What ingestion is told in place of what happened; undefined leaves it out. */
  readonly reshape?: (happening: ChainHappening) => ChainHappening;
  /** Something done after each settlement, straight in the tables. */
  readonly afterwards?: string;
}

const within = (part: RegExp) => ({ forgets: (text: string) => part.test(text) });

const withTransfers = (
  change: (
    transfers: Extract<ChainHappening, { type: 'blocks' }>['transfers'],
  ) => Extract<ChainHappening, { type: 'blocks' }>['transfers'],
): Plant => ({
  reshape: (happening) =>
    happening.type === 'reorg'
      ? happening
      : { ...happening, transfers: change(happening.transfers) },
});

/** No bug of ours. */
export const NO_PLANT: Plant = {};

/** Bugs that code like this is known to have, by what is wrong. */
export const PLANTS: Readonly<Record<string, Plant>> = {
  'believes the event and not the transfer': withTransfers((transfers) =>
    transfers.map((one) => ({
      ...one,
      creditedUnits: one.claimedUnits,
      tokenUnits: one.claimedUnits,
    })),
  ),
  'counts a transfer under two names': withTransfers((transfers) =>
    transfers.flatMap((one) => [one, { ...one, logIndex: one.logIndex + 1_000 }]),
  ),
  'misses a payment when a block has several': withTransfers((transfers) =>
    transfers.length > 1 ? transfers.slice(1) : transfers,
  ),
  'records no event': within(/^insert into "?event"?|insert into event /),
  'forgets the outbox': within(/^insert into "?outbox"?/),
  'takes no payment back': within(/insert into "payment_undo"/),
  'leaves a vanished transfer standing': within(
    /update "chain_transfer" set "status" = \$1 where "network"/,
  ),
  'begins no transaction': within(/^(begin|commit|rollback)$/),
  'opens what was withdrawn': {
    afterwards: `update secure_payment set status = 'pending' where status = 'completed'`,
  },
};
