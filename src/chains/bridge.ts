import type { Hex } from '#kit/hex.ts';
import type { BlockPoint } from './observed.ts';
import type { TokenPayment } from './signing.ts';

/** A transaction that a route provider proposes. */
export interface RouteTransaction {
  readonly to: string;
  readonly data: Hex;
  readonly valueUnits: bigint;
}

/** A contract call that a route carries to its destination, or that is to be carried there. */
export interface RouteCall {
  readonly to: string;
  readonly data: Hex;
}

/** The call that a route's destination makes, and how much of the output token it may take. */
export interface EmbeddedCall extends RouteCall {
  readonly units: bigint;
}

/** A fee that a route takes on the source network, in the source token. */
export interface RouteFee {
  readonly recipient: string;
  readonly units: bigint;
}

/** A swap of the source token on the source network, before the bridge. */
export interface RouteSwap {
  /** The exchange's contract. */
  readonly target: string;
  readonly tool: string;
  readonly inputToken: string;
  readonly inputUnits: bigint;
  readonly outputToken: string;
  readonly leastOutputUnits: bigint;
  readonly deadline: Date;
}

/** When parts of a route are too late; each by the clock of its own network. */
interface RouteDeadlines {
  /** The last moment at which the bridge accepts the source transaction. */
  readonly source: Date;
  /** The last moment at which the deposit can be filled on the destination; later it is refunded. */
  readonly bridge: Date;
  /** The last moment of the swap, where the route has one. */
  readonly swap?: { readonly at: Date; readonly tool: string } | undefined;
}

/** The right of one relayer to fill alone at first: for so long after the deposit, or until a time. */
export type RouteExclusivity = { readonly forMs: number } | { readonly until: Date };

/** What the calldata of a route does. All addresses are in the form in which their network shows them. */
export interface DecodedRoute {
  /** The provider's id of this route, which its events repeat. */
  readonly routeId: Hex;
  /** The name of the bridge and of the integrator, as the calldata says; anybody may write anything there. */
  readonly bridge: string;
  readonly integrator: string;
  /** The contract that takes the source token; it is also the one that is called. */
  readonly spender: string;
  readonly sourceToken: string;
  /** All that the payer pays, fees included. */
  readonly sourceUnits: bigint;
  readonly swaps: readonly RouteSwap[];
  readonly fees: readonly RouteFee[];
  /** The sum of the fees. */
  readonly feeUnits: bigint;
  /** What is deposited at least, and of which token. */
  readonly depositToken: string;
  readonly depositUnits: bigint;
  readonly destinationChainId: number;
  /** Who gets the tokens from the bridge: with a call, always the known receiver of the destination. */
  readonly receiver: string;
  readonly refundAddress: string;
  /** Who gets the tokens when the call does not run, and what it leaves. */
  readonly fallbackAddress: string;
  readonly outputToken: string;
  readonly leastOutputUnits: bigint;
  /** Undefined where the tokens go to the receiver and nothing is called. */
  readonly call: EmbeddedCall | undefined;
  readonly deadlines: RouteDeadlines;
  /** Undefined where anybody may fill at once. */
  readonly exclusivity: RouteExclusivity | undefined;
}

/** Why a route is none that we know; for logs and tests, never for payers. */
export interface RefusedRoute {
  readonly refused: string;
}

/** A deposit in the bridge, as the event of its source transaction describes it. */
export interface BridgeDeposit {
  readonly depositId: bigint;
  readonly originChainId: number;
  readonly destinationChainId: number;
  /** Who is refunded, and who counts as the payer. */
  readonly depositor: string;
  readonly recipient: string;
  readonly inputToken: string;
  readonly inputUnits: bigint;
  readonly outputToken: string;
  readonly outputUnits: bigint;
  readonly fillDeadline: Date;
  /** Identifies the deposit on its destination. */
  readonly relayHash: Hex;
  /** The hash of what the bridge hands to the recipient beside the tokens; zero where that is nothing. */
  readonly messageHash: Hex;
  /** Undefined where it carries no call that can be decoded. */
  readonly call: EmbeddedCall | undefined;
  /** Who gets the tokens when the call does not run; undefined where no call can be decoded. */
  readonly fallbackAddress: string | undefined;
}

/** A deposit that a fill on another network names, to look up where it was made. */
export interface DepositQuery {
  readonly depositId: bigint;
  readonly destinationChainId: number;
  readonly depositor: string;
  /** Of all that a fill repeats of its deposit; see `ObservedBridge`. */
  readonly termsHash: Hex;
}

/** A deposit and the transaction that made it. */
export interface FoundDeposit {
  readonly deposit: BridgeDeposit;
  readonly transactionHash: Hex;
}

/** Who paid a deposit, by the own logs of the tokens that moved. */
export interface DepositPayer {
  readonly depositId: bigint;
  /** Whose tokens were taken. */
  readonly payerAddress: string;
  /** What was taken: of a route with a swap, before it. */
  readonly tokenAddress: string;
  readonly units: bigint;
  /** Who moved at least as much of the token to the payer in the same transaction, where one address alone did. */
  readonly pulledFrom?: string | undefined;
}

/** A source transaction to look up; who sent it and its nonce, where that was observed before. */
export interface SourceQuery {
  readonly hash: Hex;
  readonly sent?: { readonly sender: string; readonly nonce: bigint } | undefined;
}

/** A source transaction that a node has. */
interface SentTransaction {
  readonly hash: Hex;
  readonly sender: string;
  readonly nonce: bigint;
  /** What it calls: what it was to do, also where it was reverted or waits. Undefined where it creates a contract. */
  readonly transaction: RouteTransaction | undefined;
}

/** A source transaction at this moment. */
export type SourceTransaction =
  | {
      readonly hash: Hex;
      readonly state: 'unknown';
      /** Whether a final block has another transaction of this sender and nonce; never true without `sent`. */
      readonly isReplaced: boolean;
    }
  | (SentTransaction & { readonly state: 'waiting' })
  | (SentTransaction & {
      readonly state: 'reverted' | 'success';
      readonly block: BlockPoint;
      readonly blockTime: Date;
      readonly isFinal: boolean;
      /** The deposits that it made in the bridge, in the order of their events; most make one. */
      readonly deposits: readonly BridgeDeposit[];
      /**
       * Where it calls another contract than those of the bridge, so that others than its sender may have paid: who paid
       * the deposits of which that is shown. Undefined where its sender paid.
       */
      readonly payers?: readonly DepositPayer[] | undefined;
    });

/** What became of a deposit on its destination. */
export interface FillState {
  /** Whether it is filled by the newest block. */
  readonly isFilled: boolean;
  /** Whether it is filled by the newest final block. */
  readonly isFilledFinally: boolean;
  readonly headTime: Date;
  readonly finalTime: Date;
}

/** The transaction that filled a deposit. */
export interface Fill {
  readonly transactionHash: Hex;
  readonly block: BlockPoint;
  readonly blockTime: Date;
  readonly isFinal: boolean;
  readonly relayer: string;
  readonly recipient: string;
  /** What was paid out, which the depositor may have changed. */
  readonly outputUnits: bigint;
  /** `fallback`: the call did not run, and the tokens went to `fallback.address`. */
  readonly outcome: 'call_ran' | 'fallback' | 'no_call';
  readonly fallback?: { readonly address: string; readonly units: bigint } | undefined;
}

/** A payment of the bridge back to a depositor. */
export interface Refund {
  readonly transactionHash: Hex;
  readonly block: BlockPoint;
  readonly blockTime: Date;
  /** Position in its block: one refund may be found for several deposits of one depositor. */
  readonly logIndex: number;
  readonly isFinal: boolean;
  readonly to: string;
  readonly units: bigint;
}

/** Encoding and decoding of routes; pure. */
interface BridgeRoutes {
  /** What the calldata of a route that starts here does, word by word; or why it is none that we know. */
  decodeRoute(transaction: RouteTransaction): DecodedRoute | RefusedRoute;
  /** The call that pays through the fee proxy here, to be embedded in a route that ends here. */
  destinationCall(payment: TokenPayment): RouteCall & { readonly gasLimit: bigint };
  /** The payment that a call makes through the fee proxy here; undefined for every other call. */
  readPaymentCall(call: RouteCall): TokenPayment | undefined;
}

/** What stands at addresses of a network. */
interface ContractReads {
  /**
   * Whether each address is a contract here, which elsewhere may be nobody's or somebody else's. One whose key only
   * delegated it is none. Throws `Outage` when no node answers.
   */
  findContracts(addresses: readonly string[]): Promise<readonly boolean[]>;
}

/**
 * The bridge of a network. Hashes, addresses and transactions are opaque to modules. Reads throw `Outage`
 * when no node answers. A block is final when the node calls it so, or by the network's depth where it does not.
 */
export interface BridgeReads extends BridgeRoutes, ContractReads {
  /** Source transactions on this network in the order of the query, in one round of reads. */
  readSources(queries: readonly SourceQuery[]): Promise<readonly SourceTransaction[]>;
  /**
   * The deposit on this network, from a block on, of which a fill elsewhere repeats everything; undefined while none is found. A
   * fill without one was made up by whoever filled.
   */
  findDeposit(query: DepositQuery, fromBlock: bigint): Promise<FoundDeposit | undefined>;
  /** Deposits whose destination is this network, in the order of the query, in one round of reads. */
  readFills(deposits: readonly BridgeDeposit[]): Promise<readonly FillState[]>;
  /** The fill of a deposit whose destination is this network; undefined while none is found. */
  findFill(deposit: BridgeDeposit, fromBlock: bigint): Promise<Fill | undefined>;
  /**
   * The first refund that may be of a deposit made on this network, from a block on, and there only after a log; undefined
   * while none is found. No refund names its deposit: of several equal deposits it may be another's.
   */
  findRefund(
    deposit: BridgeDeposit,
    fromBlock: bigint,
    afterLogIndex?: number,
  ): Promise<Refund | undefined>;
}
