import { type TronHex, toEvmAddress } from './address.ts';
import type { BlockContents, TronBlock } from './block.ts';
import type { Evm } from './evm.ts';
import type { TransientCode } from './node-error.ts';
import type { SignedTransaction } from './transaction.ts';
import type { ContractResult, IncludedTransaction } from './transaction-result.ts';

/** How the local chain behaves. */
export interface ChainSettings {
  /** How long a block takes; 0 for blocks on command only. */
  readonly blockMs: number;
  /** Whether a transaction gets a block at once instead of waiting for the next. */
  readonly isInstant: boolean;
  /** How many blocks the solidified one is behind the newest. */
  readonly solidifiedBehind: number;
}

/** A fork on command: how deep, and which of the transactions it takes out come back. */
export interface ForkInput {
  readonly blocks: number;
  /** Ids of transactions that the new branch leaves out; all of them where undefined. */
  readonly droppedTxIds?: readonly string[] | undefined;
}

/** The local chain: blocks, transactions and accounts on top of an EVM that runs contracts. */
export interface TronChain {
  head(): TronBlock;
  solidified(): TronBlock;
  blockAt(number: number): BlockContents | undefined;
  blockById(id: string): BlockContents | undefined;
  find(txId: string): { included: IncludedTransaction; block: BlockContents } | undefined;
  /** All blocks that hold any, oldest first. */
  blocksWithTransactions(): readonly BlockContents[];
  /** The chain's time: the clock, as far as it was not moved ahead. */
  nowMs(): number;
  broadcast(transaction: SignedTransaction): Promise<void>;
  /** Makes blocks, after moving the chain's time ahead. */
  mine(input: { readonly blocks: number; readonly advanceMs: number }): Promise<void>;
  fork(input: ForkInput): Promise<void>;
  /** Gives an account staked energy and bandwidth. */
  stake(input: StakeInput): Promise<void>;
  /** Activates an account and gives it TRX, and tokens of the payer's. */
  fund(input: FundInput): Promise<void>;
  setSolidifiedBehind(blocks: number): void;
  /** Refuses the next broadcast as a node does that takes none just now. */
  refuseNextBroadcast(code: TransientCode): void;
  /** Lets the next call of a contract end so, with all its energy used. */
  forceNextResult(result: ContractResult): void;
  stop(): Promise<void>;
}

/** What an account gets staked for it. */
export interface StakeInput {
  readonly address: TronHex;
  readonly energy: bigint;
  readonly bandwidth: bigint;
}

/** What an account gets. */
export interface FundInput {
  readonly address: TronHex;
  /** What it then has, in sun. */
  readonly sun: bigint;
  readonly tokens: readonly { readonly contract: TronHex; readonly units: bigint }[];
}

/** Reads a balance after a block, in sun. */
export function balanceAfter(evm: Evm, address: TronHex, block: TronBlock): Promise<bigint> {
  return evm.balanceOf(toEvmAddress(address), block.evmBlock);
}
