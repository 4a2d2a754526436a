import type { ChainFamily, Network, NetworkId } from '#catalog/networks.ts';
import type { PaymentKind } from '#catalog/payment-kind.ts';
import type { Hex } from '#kit/hex.ts';
import type { FeeLimits } from '#kit/resources.ts';
import type { AccountReads } from './accounts.ts';
import type {
  PayerBalances,
  TokenBalanceQuery,
  TransferSimulation,
  TransferSimulationResult,
} from './balances.ts';
import type { BridgeReads } from './bridge.ts';
import type { EscrowReads } from './escrow.ts';
import type { NameReads } from './names.ts';
import type { AgreementQuery, NodeAgreement, NodeState } from './node-state.ts';
import type { BlockPoint, ChainUpdate, FollowFrom, ScannedBlocks, ScanRange } from './observed.ts';
import type { TokenPermits } from './permits.ts';
import type { TransactionRelay } from './relay.ts';
import type { SanctionsReads } from './sanctions.ts';
import type { Schedules } from './schedules.ts';
import type { TransactionSender } from './sender.ts';
import type { SignedContent } from './signed-content.ts';
import type { SignedPayments } from './signed-payments.ts';
import type {
  Call,
  ResourceNeeds,
  ResourcePrices,
  Resources,
  TransactionStep,
  UnsignedTransaction,
} from './signing.ts';

export type { PaymentKind } from '#catalog/payment-kind.ts';
export type { AccountState, SafeExecution } from './accounts.ts';
export type {
  PayerBalances,
  TokenBalance,
  TokenBalanceQuery,
  TransferSimulation,
  TransferSimulationResult,
} from './balances.ts';
export type {
  BridgeDeposit,
  BridgeReads,
  DecodedRoute,
  DepositPayer,
  Fill,
  FillState,
  FoundDeposit,
  Refund,
  RouteTransaction,
  SourceQuery,
  SourceTransaction,
} from './bridge.ts';
export type {
  EscrowBlocks,
  EscrowCollection,
  EscrowEvent,
  EscrowEventType,
  EscrowNames,
  EscrowReads,
  EscrowRefusal,
  EscrowTerms,
  ForeignAuthorization,
  OurEscrowPayments,
} from './escrow.ts';
export type { NameReads } from './names.ts';
export type { AgreementQuery, NodeAgreement, NodeState } from './node-state.ts';
export {
  type BlockPoint,
  type ChainUpdate,
  DeepReorg,
  type EventPosition,
  type FollowFrom,
  type ObservedBridge,
  type ObservedConversion,
  type ObservedTransfer,
  type ScannedBlocks,
  type ScanRange,
} from './observed.ts';
export type { Permit, TokenPermits } from './permits.ts';
export type {
  BroadcastResult,
  CheckedTransaction,
  SentOutcome,
  SignedTransaction,
  TransactionRelay,
} from './relay.ts';
export type { SanctionsReads } from './sanctions.ts';
export type {
  InstalmentRefusal,
  InstalmentToTake,
  PreparedSchedule,
  SchedulePayer,
  SchedulePermit,
  ScheduleProxyState,
  ScheduleRefusal,
  Schedules,
  ScheduleTerms,
  TakenInstalment,
} from './schedules.ts';
export type { OwnTransaction, PreparedCall, TransactionSender } from './sender.ts';
export type { SignedContent } from './signed-content.ts';
export type {
  ContentToSign,
  PaymentsToSign,
  SignedPaymentRefusal,
  SignedPaymentState,
  SignedPayments,
} from './signed-payments.ts';
export type {
  BatchStep,
  Call,
  ChainPayment,
  ConversionPayment,
  NativePayment,
  ResourceNeeds,
  ResourcePrices,
  Resources,
  Spender,
  TokenPayment,
  TransactionStep,
  UnsignedTransaction,
} from './signing.ts';

/** How much to convert, and through which currencies. */
export interface RateQuery {
  readonly path: readonly string[];
  /** In the currency that the path starts with, with eight decimals. */
  readonly invoiceUnits: bigint;
}

/** What rates are read for. */
interface RateOptions {
  /** Whether nothing is paid by them: failures count against no node and are logged, and what a node refuses is not read again. */
  readonly isOnlyShown?: boolean;
}

/** What a conversion would take now. */
export interface Rate {
  /** The amount of the query in units of the token that the path ends with, rounded down. */
  readonly outUnits: bigint;
  /** When the oldest of the rates on the path was set. */
  readonly oldestAt: Date;
  /** The time of the block that this was read in; the contract counts a rate's age by this clock. */
  readonly readAt: Date;
}

/** What the batch contract of a network is at this moment. */
export interface BatchContract {
  /** What it takes of every amount on top, of 10,000. */
  readonly feeBps: bigint;
  /**
   * The kinds of payment for which its code is the published one and it pays through the proxies of the
   * catalog; empty where anything cannot be read.
   */
  readonly publishedKinds: readonly PaymentKind[];
}

/** The outcome of a transaction, as a node reports it. */
export interface TransactionOutcome {
  readonly status: 'success' | 'reverted';
  readonly block: BlockPoint;
}

/** One node of a network, whose answers no other node stands in for. */
export interface SingleNode extends Pick<Chain, 'scan'> {
  /** As in its `NodeState`. */
  readonly name: string;
  /** What it does not serve that following has a worse substitute for, in words; nothing is tried where it is left out. */
  readonly findGaps?: () => Promise<readonly string[]>;
}

/** What a network's contracts can do beside taking one payment in a token. */
interface Capabilities {
  /** Payments in the network's own coin. */
  readonly native: boolean;
  /** Payments in a token for an invoice in another currency. */
  readonly conversion: boolean;
  /** Several payments in one transaction. */
  readonly batch: boolean;
}

/**
 * One network, reached through its family's adapter. Modules use this port and know no family;
 * `tests/chains/conformance.ts` is the suite that every adapter passes.
 *
 * Reads throw `Outage` when no node answers, unless their comment says otherwise; the pure functions never do.
 */
export interface Chain {
  readonly network: Network;
  readonly capabilities: Capabilities;
  readonly needs: ResourceNeeds;
  /** What a transaction may cost at most, as it is signed; undefined where wallets choose it. */
  readonly feeLimits?: FeeLimits | undefined;

  /** One round trip: balance and allowance of every token in the query, native balance and prices of resources. */
  readPayerBalances(wallet: string, queries: readonly TokenBalanceQuery[]): Promise<PayerBalances>;
  /**
   * Simulates each of these transfers from a wallet; nothing is sent. Called in the
   * same tick as other reads, the first of them share their request. Never throws if no node answers:
   * the result is then `unknown`.
   */
  simulateTransfers(
    wallet: string,
    queries: readonly TransferSimulation[],
  ): Promise<readonly TransferSimulationResult[]>;
  /**
   * One round trip: the rate of each conversion; undefined where the chain has no such path, and where a node refuses one
   * that is only shown.
   */
  readRates(
    queries: readonly RateQuery[],
    options?: RateOptions,
  ): Promise<readonly (Rate | undefined)[]>;
  /** The fee of the batch contract on every amount, in basis points; cached for minutes. */
  readBatchFeeBps(): Promise<bigint>;
  /**
   * The state of the batch contract, not cached; in the same tick as other reads it shares
   * their request. The network must have one.
   */
  readBatchContract(): Promise<BatchContract>;
  /** Throws `Refusal` when a node serves another chain than this network's, `Outage` when none answers. */
  checkChainId(): Promise<void>;
  /** The number of the newest block. */
  readHead(): Promise<bigint>;
  /** The outcome of a transaction, or undefined while it is in no block. */
  readOutcome(transactionHash: Hex): Promise<TransactionOutcome | undefined>;

  /** Every node of the network, in the order of the settings; without a request. */
  nodes(): readonly NodeState[];
  /** Queries every node separately about a fact. Never throws if nodes do not answer: those count as silent. */
  checkAgreement(agreementQuery: AgreementQuery): Promise<NodeAgreement>;

  /** Whether a text is an address of this family, with its checksum right where it has one. */
  isAddress(text: string): boolean;
  /** The form in which an address is stored and shown. Its argument must pass `isAddress`. */
  normalAddress(text: string): string;
  /**
   * The transactions that a wallet signs, one for each step and in their order. Without a wallet they
   * show what will be signed. A family whose transactions name a recent block queries a node, and throws
   * `Outage` when none answers.
   */
  prepare(
    steps: readonly TransactionStep[],
    wallet: string | undefined,
  ): Promise<readonly UnsignedTransaction[]>;
  /**
   * What a call does that `prepare` encodes; undefined for every other call. Pure; undefined for families whose transactions are no bare calls.
   */
  readStep?(call: Call): TransactionStep | undefined;
  /**
   * What transactions that use these resources cost a wallet together, one entry for each transaction,
   * in the native coin's smallest unit. Pure.
   */
  networkFeeUnits(transactions: readonly Resources[], prices: ResourcePrices): bigint;
  /** What the chain records in place of a payment reference: a payment is found by it. In lower case; pure. */
  referenceKey(paymentReference: Hex): Hex;

  /**
   * Reports updates of the chain until the signal aborts; node failures are retried inside.
   * Throws `Refusal` when a node serves another chain, `DeepReorg` when it must not continue.
   */
  follow(from: FollowFrom, signal: AbortSignal): AsyncGenerator<ChainUpdate, void, void>;
  /**
   * The payments in a range of blocks, in chunks, oldest first, without following the chain.
   * Throws `Outage` when no node answers, a block of the range does not exist yet, or blocks are
   * replaced during the read; it can continue after the last `to`.
   */
  scan(range: ScanRange): AsyncGenerator<ScannedBlocks, void, void>;
  /** Every node of the network separately, in the order of the settings, for comparing their answers. */
  eachNode(): readonly SingleNode[];
  /**
   * Sends a signed transaction, in the form that the family's wallets return, to the network and
   * returns its hash. Accepted does not mean paid.
   */
  broadcast(signed: string): Promise<Hex>;
  /** How signed transactions are forwarded; undefined for families whose wallets send them themselves. */
  readonly relay?: TransactionRelay | undefined;
  /** Accounts that are contracts, as payers; undefined for a family whose contracts cannot pay. */
  readonly accounts?: AccountReads | undefined;
  /** Approvals of tokens by signature; undefined for a family whose tokens take none. */
  readonly permits?: TokenPermits | undefined;
  /** Payments from and to other networks; undefined where the network has no bridge. */
  readonly bridge?: BridgeReads | undefined;
  /** Payments that are held until they are captured; undefined where the network has no escrow, or its collectors are not known. */
  readonly escrow?: EscrowReads | undefined;
  /** Payments that payers sign for and this installation sends; undefined where no setting names the contract that makes them. */
  readonly signedPayments?: SignedPayments | undefined;
  /** Payments on a schedule; undefined where the network has no contract that takes them. */
  readonly schedules?: Schedules | undefined;
  /** Who sends all of that with the operator's key; there wherever `signedPayments` is, and undefined where no setting names the key. */
  readonly sender?: TransactionSender | undefined;
  /** A public list of sanctioned addresses; undefined where the network has none. */
  readonly sanctions?: SanctionsReads | undefined;
  /** Names that accounts gave themselves; undefined where the network has no registry of them, and where no setting wants them shown. */
  readonly names?: NameReads | undefined;
  /** Whether this wallet signed this message; a node is queried only for contract wallets. */
  checkSignIn(address: string, message: SignedContent, signature: Hex): Promise<boolean>;
  /** Lets go of connections. */
  close(): Promise<void>;
}

/** The networks that this installation is connected to. */
export interface Chains {
  /** The chain of a network, or undefined when no node is configured for it. */
  get(network: NetworkId): Chain | undefined;
  readonly all: readonly Chain[];
  /**
   * The wallet of an address of any family, whether or not a network of that family
   * is connected; undefined for what is no address or has a wrong checksum.
   */
  readWallet(text: string): Wallet | undefined;
  /**
   * How a wallet proved that it signed a message; undefined without proof. A key's signature is checked without a node, also where no
   * network of its family is connected; a contract wallet is called on the claim's chain, and counts
   * as not having signed where that one is not connected or does not answer in time.
   */
  checkSignIn(claim: SignInClaim): Promise<SignInProof | undefined>;
}

/**
 * What proves that a wallet signed: the key of its address, which is the same on every chain, or the
 * contract at that address on the chain of the claim, which on another chain may belong to somebody else.
 */
export type SignInProof = 'key' | 'contract';

/** A wallet, on all chains of its kind. */
export interface Wallet {
  readonly family: ChainFamily;
  /** In the form in which its chain shows it. */
  readonly address: string;
}

/** What is claimed to be signed, and by whom. */
export interface SignInClaim extends Wallet {
  /** The chain of a contract wallet; without meaning for keys. */
  readonly chainId: number;
  readonly message: SignedContent;
  readonly signature: Hex;
}
