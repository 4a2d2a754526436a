import type { AccountReads } from '#chains/accounts.ts';
import type {
  BridgeReads,
  BroadcastResult,
  ChainUpdate,
  EscrowReads,
  Schedules,
  SentOutcome,
} from '#chains/chain.ts';
import type { WalletScreener } from '#providers/wallet-screener.ts';

/** A bug that is planted to see whether the simulation finds it. */
export interface Plant {
  /** What the simulation says of it, among other things. */
  readonly shows: RegExp;
  /** What is sent in a statement's place; undefined leaves it out as if it had been carried out. */
  readonly sends?: (text: string) => string | undefined;
  /** What ingestion receives instead of the real update. */
  readonly reshape?: (update: ChainUpdate) => ChainUpdate;
  /** Whether what failed has succeeded by the word of every node of Tron, block and receipt alike. */
  readonly succeedsAlways?: boolean;
  /** What a process takes the end of a forwarded transaction for. */
  readonly judges?: (outcome: SentOutcome) => SentOutcome;
  /** What a process takes a node's answer to a forwarded transaction for. */
  readonly answersAs?: (result: BroadcastResult) => BroadcastResult;
  /** How a process reads a bridge. */
  readonly bridgeAs?: (reads: BridgeReads) => BridgeReads;
  /** How a process reads Safes. */
  readonly accountsAs?: (reads: AccountReads) => AccountReads;
  /** How a process reads the escrow. */
  readonly escrowAs?: (reads: EscrowReads) => EscrowReads;
  /** How a process reads and sends instalments. */
  readonly schedulesAs?: (schedules: Schedules) => Schedules;
  /** How a process reaches the vendor that judges wallets. */
  readonly screenerAs?: (screener: WalletScreener) => WalletScreener;
  /** Something done after each turn of a worker, straight in the tables. */
  readonly afterwards?: string;
}

type Blocks = Extract<ChainUpdate, { type: 'blocks' }>;

const leavingOut = (part: RegExp): Pick<Plant, 'sends'> => ({
  sends: (text) => (part.test(text) ? undefined : text),
});

const retelling = (
  change: (transfers: Blocks['transfers']) => Blocks['transfers'],
): Pick<Plant, 'reshape'> => ({
  reshape: (update) =>
    update.type === 'reorg' ? update : { ...update, transfers: change(update.transfers) },
});

/** No bug of ours. */
export const NO_PLANT: Omit<Plant, 'shows'> = {};

/** Bugs that code like this is known to have, by what is wrong. */
export const PLANTS: Readonly<Record<string, Plant>> = {
  'believes the event and not the transfer': {
    ...retelling((transfers) =>
      transfers.map((one) => ({
        ...one,
        creditedUnits: one.claimedUnits,
        tokenUnits: one.claimedUnits,
      })),
    ),
    shows: /^the ledger has \d+ of request/,
  },
  'counts a transfer under two names': {
    ...retelling((transfers) =>
      transfers.flatMap((one) => [one, { ...one, logIndex: one.logIndex + 1_000 }]),
    ),
    shows: /^one log of a transaction counts twice/,
  },
  'misses a payment when a block has several': {
    ...retelling((transfers) => (transfers.length > 1 ? transfers.slice(1) : transfers)),
    shows: /^the ledger has \d+ of request|a payment was missed that no node had lost/,
  },
  'records no event': {
    ...leavingOut(/insert into stored_event \(/),
    shows: /^a change was (added|undone) 1 times and reported 0 times/,
  },
  'forgets the outbox': {
    sends: (text) => text.replace(/(insert into outbox .* where to_fan_out)/, '$1 and false'),
    shows: /^event .* waits in no outbox/,
  },
  'takes no payment back': {
    ...leavingOut(/insert into payment_undo/),
    shows: /^a payment stands on a transfer that is undone/,
  },
  'calls final what only counts': {
    afterwards: `update chain_transfer set status = 'finalized', finalized_block = confirmed_block,
      finalized_at = confirmed_at where status = 'confirmed'`,
    shows: /^transfer .* counts since \d+, and final is \d+/,
  },
  'leaves a vanished transfer standing': {
    sends: (text) =>
      text.replace(/(update chain_transfer set [^;]*?block_number > \$\d+)/, '$1 and false'),
    shows: /^one log of a transaction counts twice|^the ledger has|counts \d+ times, not/,
  },
  'begins no transaction': {
    ...leavingOut(/^(begin|start transaction.*|commit|rollback)$/),
    shows:
      /^a change was|counts twice|^a settled transfer has no payment|^a payment stands on|^request .* is|^link .* is/,
  },
  'opens what was settled': {
    afterwards: `update secure_payment set status = 'pending' where status = 'completed'`,
    shows: /^link .* is pending and wholly paid/,
  },
  'marks as failed what was delivered': {
    afterwards: `update webhook_delivery set status = 'failed' where status = 'delivered'`,
    shows: /^webhook_delivery .* moved from delivered to failed/,
  },
};
