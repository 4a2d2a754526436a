/** A transaction that this browser has proposed to a Safe. */
export interface OwnProposal {
  /** What its owners sign; no transaction of the network has it. */
  readonly safeTxHash: string;
  readonly safe: string;
  /** Until when it is waited for, in milliseconds since 1970. */
  readonly until: number;
  readonly walletId: string;
  /** Whether the API has taken the report of it, or never will. */
  readonly isReported: boolean;
  /** Whether its time was over when it was read from what is stored. */
  readonly isOver?: boolean;
  /** The token of another network that it pays from, as the API names it; undefined on the link's own. */
  readonly source?: ProposedSource | undefined;
}

/** From where a proposal pays, and to whom returns what does not arrive. */
interface ProposedSource {
  readonly chain: string;
  readonly token: string;
  readonly networkId: string;
  readonly refundTo: string;
}

/** What owners of a Safe have executed on another network. */
export interface Executed {
  readonly own: OwnProposal;
  /** Of the transaction that did it. */
  readonly hash: string;
  readonly view: unknown;
}
