import type { ChainFamily, Network, NetworkId } from '#catalog/networks.ts';
import type { PaymentKind } from '#catalog/payment-kind.ts';
import type { Hex } from '#kit/hex.ts';
import type {
  BlockPoint,
  ChainUpdate,
  FollowFrom,
  ObservedTransfer,
  ScannedBlocks,
  ScanRange,
} from './observed.ts';
import type {
  ResourceNeeds,
  ResourcePrices,
  Resources,
  Spender,
  TransactionStep,
  UnsignedTransaction,
} from './signing.ts';

export type { PaymentKind } from '#catalog/payment-kind.ts';
export {
  type BlockPoint,
  type ChainUpdate,
  DeepReorg,
  type EventPosition,
  type FollowFrom,
  type ObservedConversion,
  type ObservedTransfer,
  type ScannedBlocks,
  type ScanRange,
} from './observed.ts';
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

/** A token to look up of a wallet, and towards which contract. */
export interface TokenBalanceQuery {
  readonly tokenAddress: string;
  readonly spender: Spender;
}

/** What one wallet holds of a token and has allowed. */
export interface TokenBalance {
  readonly balanceUnits: bigint;
  /** What the wallet lets the spender take of the token. */
  readonly allowanceUnits: bigint;
}

/** What one wallet holds and has allowed, all read at one moment. */
export interface PayerBalances {
  readonly nativeBalanceUnits: bigint;
  /** What `networkFeeUnits` reckons with. */
  readonly resources: ResourcePrices;
  /** In the order in which they were asked for. */
  readonly tokens: readonly TokenBalance[];
}

/** A plain transfer to try out. */
export interface TransferSimulation {
  /** Undefined for the native coin. */
  readonly tokenAddress: string | undefined;
  readonly payeeAddress: string;
  readonly units: bigint;
}

/** What became of a transfer that was tried; `unknown` where no node told. */
export type TransferSimulationResult = 'accepted' | 'refused' | 'unknown';

/** How much to convert, and through which currencies. */
export interface RateQuery {
  readonly path: readonly string[];
  /** In the currency that the path starts with, with eight decimals. */
  readonly invoiceUnits: bigint;
}

/** What a conversion would take now. */
export interface Rate {
  /** The asked amount in units of the token that the path ends with, rounded down. */
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

/** What happened to a transaction, as far as a node knows. */
export interface TransactionOutcome {
  readonly status: 'success' | 'reverted';
  readonly block: BlockPoint;
}

/** A network's node as this process has come to know it. */
export interface NodeState {
  /** Its place among the settings, and whose it is: `1 (example.org)`. Never its URL, which often holds a key. */
  readonly name: string;
  /**
   * `failing` once it failed and not yet so often that it is left alone, which is `suspended`; one that
   * serves another chain is never asked again.
   */
  readonly state: 'healthy' | 'failing' | 'suspended' | 'wrong_chain';
  /** The newest block that it reported, and when it did. */
  readonly headNumber?: bigint;
  readonly headAt?: Date;
  /** How long it usually takes to answer, in milliseconds. */
  readonly latencyMs?: number;
  /** How often it failed since this process started. */
  readonly errors: number;
  /** What was last wrong with it, in words without its URL. */
  readonly lastError?: string;
  /** Who is taken to stand behind it; nodes of one owner count once where nodes must agree. */
  readonly owner: string;
}

/** One node of a network, whose answers no other node stands in for. */
export interface SingleNode extends Pick<Chain, 'scan'> {
  /** As in its `NodeState`. */
  readonly name: string;
}

/** A transaction that is said to be in a block; and what it paid, where that is to be the same too. */
export interface AgreementQuery {
  readonly block: BlockPoint;
  readonly transactionHash: Hex;
  /** Judges the payments that a node's receipt holds; without it the transaction alone counts. */
  readonly isPaidBy?: (payments: readonly ObservedTransfer[]) => Promise<boolean>;
}

/** What the nodes of a network say of a fact. */
export interface NodeAgreement {
  /** How many have it; those of one domain are one. */
  readonly agree: number;
  /** Those that say otherwise: another block in its place, or a block without it; named as in `NodeState`. */
  readonly disagree: readonly string[];
  /** How many do not answer, do not know the block yet, or hold it and no longer keep its receipts. */
  readonly silent: number;
  /** Those that say otherwise although they hold the very block. */
  readonly without?: readonly string[];
  /** Those that gave no answer at all, named as in `NodeState`; they are among the silent ones. */
  readonly unanswered?: readonly string[];
  /** Whether there are several and all but one gave no answer at all. */
  readonly isAlone?: boolean;
  /**
   * Whether those others have answered nothing, whatever they were asked, for so long and so often that it
   * is no delay of single answers.
   */
  readonly areOthersAbsent?: boolean;
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
 * One network, reached through its family's adapter. Modules know this port and nothing of a family;
 * `tests/chains/conformance.ts` is the suite that every adapter passes.
 *
 * Reads throw `Outage` when no node answers, unless they say otherwise; the pure functions never do.
 */
export interface Chain {
  readonly network: Network;
  readonly capabilities: Capabilities;
  readonly needs: ResourceNeeds;

  /** One round trip: balance and allowance of every token asked for, native balance and prices of resources. */
  readPayerBalances(wallet: string, queries: readonly TokenBalanceQuery[]): Promise<PayerBalances>;
  /**
   * Whether each of these transfers from a wallet would go through now; nothing is sent. Asked in the
   * same breath as other reads, the first of them travel with those. Never throws for want of a node:
   * what none tells is `unknown`.
   */
  simulateTransfers(
    wallet: string,
    queries: readonly TransferSimulation[],
  ): Promise<readonly TransferSimulationResult[]>;
  /** One round trip: what each conversion would take; undefined where the chain knows no such path. */
  readRates(queries: readonly RateQuery[]): Promise<readonly (Rate | undefined)[]>;
  /** What the batch contract takes of every amount on top, of 10,000; kept for minutes. */
  readBatchFeeBps(): Promise<bigint>;
  /**
   * What the batch contract is now, read anew; asked in the same tick as other reads it travels with
   * those. The network must have one.
   */
  readBatchContract(): Promise<BatchContract>;
  /** Throws `Refusal` when a node serves another chain than this network's, `Outage` when none answers. */
  checkChainId(): Promise<void>;
  /** The number of the newest block. */
  readHead(): Promise<bigint>;
  /** The outcome of a transaction, or undefined while no block holds it. */
  readOutcome(transactionHash: Hex): Promise<TransactionOutcome | undefined>;

  /** Every node of the network, in the order of the settings; nothing is asked. */
  nodes(): readonly NodeState[];
  /** Asks every node by itself about a fact. Never throws for want of a node: those are silent. */
  checkAgreement(agreementQuery: AgreementQuery): Promise<NodeAgreement>;

  /** Whether a text is an address of this family, with its checksum right where it has one. */
  isAddress(text: string): boolean;
  /** The form in which an address is stored and shown. Its argument must pass `isAddress`. */
  normalAddress(text: string): string;
  /**
   * The transactions that a wallet signs, one for each step and in their order. Without a wallet they
   * show what will be signed. A family whose transactions name a recent block asks a node, and throws
   * `Outage` when none answers.
   */
  prepare(
    steps: readonly TransactionStep[],
    wallet: string | undefined,
  ): Promise<readonly UnsignedTransaction[]>;
  /**
   * What transactions that use these resources cost a wallet together, one entry for each transaction,
   * in the native coin's smallest unit. Pure.
   */
  networkFeeUnits(transactions: readonly Resources[], prices: ResourcePrices): bigint;
  /** What the chain records in place of a payment reference: a payment is found by it. In lower case; pure. */
  referenceKey(paymentReference: Hex): Hex;

  /**
   * Tells what happens to the chain until the signal aborts; node failures are retried inside.
   * Throws `Refusal` when a node serves another chain, `DeepReorg` when it must not go on.
   */
  follow(from: FollowFrom, signal: AbortSignal): AsyncGenerator<ChainUpdate, void, void>;
  /**
   * The payments in a range of blocks, part by part, oldest first, by itself: nothing is followed.
   * Throws `Outage` when no node answers, a block of the range does not exist yet, or blocks are
   * replaced meanwhile; it can be taken up again behind the last `to`.
   */
  scan(range: ScanRange): AsyncGenerator<ScannedBlocks, void, void>;
  /** Every node of the network by itself, in the order of the settings, for comparing what they say. */
  eachNode(): readonly SingleNode[];
  /**
   * Sends a signed transaction, in the form that the family's wallets return, to the network and
   * returns its hash. Accepted does not mean paid.
   */
  broadcast(signed: string): Promise<Hex>;
  /** Whether this wallet signed this message; a node is asked only for contract wallets. */
  checkSignIn(address: string, message: string, signature: Hex): Promise<boolean>;
  /** Lets go of connections. */
  close(): Promise<void>;
}

/** The networks that this installation is connected to. */
export interface Chains {
  /** The chain of a network, or undefined when no node is configured for it. */
  get(network: NetworkId): Chain | undefined;
  readonly all: readonly Chain[];
  /**
   * The wallet that a text is the address of, whichever kind of chain it lives on and whether or not
   * one is connected; undefined for what is no address or has a wrong checksum.
   */
  readWallet(text: string): Wallet | undefined;
  /**
   * What says that a wallet signed a message; undefined where nothing does. A key's signature is checked without a node, also where no
   * network of its family is connected; a contract wallet is asked on the claim's chain, and counts
   * as not having signed where that one is not connected or does not answer in time.
   */
  checkSignIn(claim: SignInClaim): Promise<SignInProof | undefined>;
}

/**
 * What says that a wallet signed: the key behind its address, which is the same on every chain, or the
 * contract that stands there on the chain of the claim, and on another chain may be somebody else's.
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
  /** Where a contract wallet lives; meaningless for keys. */
  readonly chainId: number;
  readonly message: string;
  readonly signature: Hex;
}
