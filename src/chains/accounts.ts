import type { Hex } from '#kit/hex.ts';
import type { BlockPoint } from './observed.ts';
import type { Call } from './signing.ts';

/** A contract account that several owners control, of a version and with code that are known. */
export interface SafeState {
  readonly kind: 'safe';
  /** Of the published contracts, as `1.4.1`. */
  readonly version: string;
  /** In the order in which the contract returns them; whoever created it in an unusual way may have rights that it does not list. */
  readonly owners: readonly string[];
  /** How many owners must sign. */
  readonly threshold: number;
  /** That of its next transaction. */
  readonly nonce: bigint;
  /** Whether some contract may act for it without a signature of its owners. */
  readonly hasModules: boolean;
}

/** What stands at an address. */
export type AccountState =
  /** No code: a key's account, or nothing yet. */
  | { readonly kind: 'key' }
  /** A key's account that runs the code of a contract. */
  | { readonly kind: 'delegated'; readonly to: string }
  | SafeState
  /** Any other code. */
  | { readonly kind: 'contract' };

/** What the owners of a Safe sign. */
export interface SafeTransaction {
  readonly to: string;
  readonly valueUnits: bigint;
  readonly data: Hex;
  readonly operation: 'call' | 'delegatecall';
  readonly safeTxGas: bigint;
  readonly baseGas: bigint;
  readonly gasPrice: bigint;
  readonly gasToken: string;
  readonly refundReceiver: string;
  readonly nonce: bigint;
}

/** The part of a Safe's transaction that says what it does. */
export type SafeCall = Pick<SafeTransaction, 'to' | 'valueUnits' | 'data' | 'operation'>;

/** A Safe's transaction to look for in a range of blocks. */
export interface SafeExecutionQuery {
  readonly safe: string;
  readonly safeTransactionHash: Hex;
  readonly fromBlock: bigint;
  /** The newest block where it is left out. */
  readonly toBlock?: bigint | undefined;
  /** Queries another node too before it returns that there is none, or that it failed: a conclusion that is not taken back needs it. */
  readonly isThorough?: boolean | undefined;
}

/** The execution of a Safe's transaction. */
export interface SafeExecution {
  /** `failure`: it was executed and its nonce is used, but what it was to do was undone. */
  readonly outcome: 'success' | 'failure';
  readonly transactionHash: Hex;
  readonly block: BlockPoint;
  readonly blockTime: Date;
  readonly isFinal: boolean;
}

/** Encoding and decoding for accounts that are contracts; pure. */
interface AccountEncoding {
  /**
   * The addresses at which the known factories put a Safe of this one owner with usual settings, which nobody else can be
   * given there; one that is not among them may still be the owner's.
   */
  predictedSafes(owner: string): readonly string[];
  /** The hash that the owners of this Safe sign on this network. */
  safeTransactionHash(safe: string, transaction: SafeTransaction): Hex;
  /**
   * The calls that it makes: itself, or those of a known contract that makes only calls. Undefined for
   * anything else, and for data that a contract may read in another way.
   */
  decodeCalls(transaction: SafeCall): readonly Call[] | undefined;
  /**
   * The calls that an account makes for this data of an operation (ERC-4337), in the forms of known kinds of accounts that make all or none;
   * undefined for anything else. What the account's own code makes of it is not known.
   */
  decodeOperation(data: Hex): readonly Call[] | undefined;
  /** These calls as one transaction of a Safe, which makes all or none. */
  encodeCalls(calls: readonly Call[]): SafeCall;
  /** The key that signed this hash for a Safe, in either of the two usual forms; undefined for any other signature. */
  recoverSigner(hash: Hex, signature: Hex): Promise<string | undefined>;
}

/** Accounts of a network that are contracts. Addresses are in the form in which the network shows them. Reads throw `Outage` when no node answers. */
export interface AccountReads extends AccountEncoding {
  /**
   * What stands at each address, in the order of the query, by the newest block or the newest final one: in one round trip, and one more where there is a Safe
   * and where the final block is asked for. An account is a `safe` only where its code and the contract that it runs are published ones.
   */
  readAccounts(
    addresses: readonly string[],
    at?: 'newest' | 'final',
  ): Promise<readonly AccountState[]>;
  /**
   * The execution of a transaction by the Safe's own event, in the forms of all versions; undefined while none is found. Another
   * contract's event of the same content is none, and a failure is none where the Safe reports a success too.
   */
  findExecution(query: SafeExecutionQuery): Promise<SafeExecution | undefined>;
}
