import { encodeFunctionData } from 'viem';
import { erc20Abi } from '#catalog/abis/erc20.generated.ts';
import type { Clock } from '#kit/clock.ts';
import { Bug } from '#kit/failure.ts';
import { TEST_ACCOUNTS } from '../test-accounts.ts';
import { fromEvmAddress, type TronHex, toEvmAddress } from './address.ts';
import { genesisBlock, makeBlock, referenceOf, type TronBlock } from './block.ts';
import {
  checkExpired,
  checkSignature,
  checkSignatureSizes,
  checkSizeAndTimes,
} from './check-transaction.ts';
import type { Evm } from './evm.ts';
import {
  BroadcastError,
  CommandError,
  TRANSIENT_REFUSALS,
  type TransientCode,
} from './node-error.ts';
import { type AccountState, type Accounts, newAccount } from './resources.ts';
import { runTransaction } from './run-transaction.ts';
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
interface ForkInput {
  readonly blocks: number;
  /** Ids of transactions that the new branch leaves out; all of them where undefined. */
  readonly droppedTxIds?: readonly string[] | undefined;
}

/** The local chain: blocks, transactions and accounts on top of an EVM that runs contracts. */
export interface TronChain {
  head(): TronBlock;
  solidified(): TronBlock;
  blockAt(number: number): TronBlock | undefined;
  blockById(id: string): TronBlock | undefined;
  find(txId: string): { included: IncludedTransaction; block: TronBlock } | undefined;
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

interface StakeInput {
  readonly address: TronHex;
  readonly energy: bigint;
  readonly bandwidth: bigint;
}

interface FundInput {
  readonly address: TronHex;
  /** What it then has, in sun. */
  readonly sun: bigint;
  readonly tokens: readonly { readonly contract: TronHex; readonly units: bigint }[];
}

/** What the test accounts start with: enough for thousands of payments. */
const START_BALANCE_SUN = 1_000_000_000_000n;
/** Blocks that a transaction may refer to. */
const REFERENCE_BLOCKS = 65_536;

/** Makes the chain with its block of height 0, and lets time make more. */
export async function openChain(
  evm: Evm,
  { clock, settings }: { readonly clock: Clock; readonly settings: ChainSettings },
): Promise<TronChain> {
  const accounts = await endowTestAccounts(evm, clock().getTime());
  const genesis = genesisBlock({ evmBlock: await evm.height(), accounts });
  const chain = new LocalChain(evm, { clock, settings, genesis });
  chain.start();
  return chain;
}

/** Enough for a transfer to a new holder. */
const TRANSFER_ENERGY = 200_000n;

/** Sends tokens of the payer, without a transaction of the chain. */
async function sendTokens(
  evm: Evm,
  { contract, units, to }: { contract: TronHex; units: bigint; to: TronHex },
): Promise<void> {
  const { failure } = await evm.execute({
    from: TEST_ACCOUNTS.payer.address,
    to: toEvmAddress(contract),
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [toEvmAddress(to), units],
    }),
    value: 0n,
    energyLimit: TRANSFER_ENERGY,
  });
  if (failure !== undefined) throw new CommandError(`The tokens were not sent: ${failure}`);
}

async function endowTestAccounts(evm: Evm, nowMs: number): Promise<Accounts> {
  const rows: [TronHex, AccountState][] = [];
  for (const { address } of Object.values(TEST_ACCOUNTS)) {
    await evm.setBalance(address, START_BALANCE_SUN);
    rows.push([fromEvmAddress(address), newAccount(nowMs)]);
  }
  return new Map(rows);
}

interface LocalChainParts {
  readonly clock: Clock;
  readonly settings: ChainSettings;
  readonly genesis: TronBlock;
}

class LocalChain implements TronChain {
  readonly #evm: Evm;
  readonly #clock: Clock;
  readonly #settings: ChainSettings;
  #blocks: TronBlock[];
  #transactions = new Map<string, { included: IncludedTransaction; block: number }>();
  /** Ids that were broadcast, accepted or not: the node refuses them a second time. */
  readonly #seenIds = new Set<string>();
  #pending: IncludedTransaction[] = [];
  /** Whether the EVM's newest state is that of no block yet. */
  #isChanged = false;
  #accounts: Accounts;
  #solidifiedNumber = 0;
  #solidifiedBehind: number;
  #aheadMs = 0;
  #producer: keyof typeof PRODUCERS = 'first';
  #forcedResult: ContractResult | undefined;
  #transientCode: TransientCode | undefined;
  /** What changes the chain, one after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(evm: Evm, { clock, settings, genesis }: LocalChainParts) {
    this.#evm = evm;
    this.#clock = clock;
    this.#settings = settings;
    this.#solidifiedBehind = settings.solidifiedBehind;
    this.#blocks = [genesis];
    this.#accounts = genesis.accounts;
  }

  start(): void {
    const { blockMs } = this.#settings;
    if (blockMs === 0) return;
    this.#timer = setInterval(() => void this.#inOrder(() => this.#seal()), blockMs);
  }

  head(): TronBlock {
    const head = this.#blocks.at(-1);
    if (head === undefined) throw new Bug('the chain has no block');
    return head;
  }

  solidified(): TronBlock {
    return this.#blocks[this.#solidifiedNumber] ?? this.head();
  }

  blockAt(number: number): TronBlock | undefined {
    return this.#blocks[number];
  }

  blockById(id: string): TronBlock | undefined {
    const block = this.#blocks[Number(`0x${id.slice(0, 16)}`)];
    return block?.id === id ? block : undefined;
  }

  find(txId: string) {
    const found = this.#transactions.get(txId);
    const block = found && this.#blocks[found.block];
    return block && { included: found.included, block };
  }

  nowMs(): number {
    return Math.max(this.#clock().getTime() + this.#aheadMs, this.head().timestampMs);
  }

  broadcast(transaction: SignedTransaction): Promise<void> {
    return this.#inOrder(async () => {
      await this.#check(transaction);
      this.#pending.push(await this.#run(transaction));
      if (this.#settings.isInstant) await this.#seal();
    });
  }

  mine({ blocks, advanceMs }: { blocks: number; advanceMs: number }): Promise<void> {
    return this.#inOrder(async () => {
      this.#aheadMs += advanceMs;
      for (let i = 0; i < blocks; i++) await this.#seal();
    });
  }

  fork({ blocks, droppedTxIds }: ForkInput): Promise<void> {
    return this.#inOrder(async () => {
      const base = this.#blocks.at(-1 - blocks);
      if (base === undefined || base.number < this.#solidifiedNumber) {
        throw new CommandError('Solidified blocks are never taken back.');
      }
      const removed = this.#blocks.slice(base.number + 1);
      const lost = [...removed.flatMap((block) => block.transactions), ...this.#pending];
      for (const { transaction } of lost) this.#transactions.delete(transaction.txId);
      this.#blocks.length = base.number + 1;
      this.#accounts = base.accounts;
      this.#pending = [];
      this.#isChanged = false;
      await this.#evm.rollBackTo(base.evmBlock);
      this.#producer = this.#producer === 'first' ? 'second' : 'first';
      const kept = lost.filter(
        ({ transaction }) => droppedTxIds !== undefined && !droppedTxIds.includes(transaction.txId),
      );
      for (const { transaction } of kept) await this.#runAgain(transaction);
      for (let i = 0; i <= blocks; i++) await this.#seal();
    });
  }

  stake({ address, energy, bandwidth }: StakeInput): Promise<void> {
    return this.#inOrder(async () => {
      const account = this.#accounts.get(address) ?? newAccount(this.nowMs());
      const staked = { ...account, energyLimit: energy, bandwidthLimit: bandwidth };
      this.#accounts = new Map([...this.#accounts, [address, staked]]);
      await this.#seal();
    });
  }

  fund({ address, sun, tokens }: FundInput): Promise<void> {
    return this.#inOrder(async () => {
      await this.#beginChange();
      for (const { contract, units } of tokens)
        await sendTokens(this.#evm, { contract, units, to: address });
      await this.#evm.setBalance(toEvmAddress(address), sun);
      const account = this.#accounts.get(address) ?? newAccount(this.nowMs());
      this.#accounts = new Map([...this.#accounts, [address, account]]);
      await this.#seal();
    });
  }

  setSolidifiedBehind(blocks: number): void {
    this.#solidifiedBehind = blocks;
    this.#solidify();
  }

  refuseNextBroadcast(code: TransientCode): void {
    this.#transientCode = code;
  }

  forceNextResult(result: ContractResult): void {
    this.#forcedResult = result;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#last;
  }

  /** Runs what changes the chain after all that was begun before it. */
  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    // A failure is its caller's; what comes after it goes on.
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #check(transaction: SignedTransaction): Promise<void> {
    checkSignatureSizes(transaction);
    const transientCode = this.#transientCode;
    this.#transientCode = undefined;
    if (transientCode !== undefined) {
      throw new BroadcastError(transientCode, TRANSIENT_REFUSALS[transientCode]);
    }
    if (this.#seenIds.has(transaction.txId)) {
      throw new BroadcastError('DUP_TRANSACTION_ERROR', 'Transaction already exists.');
    }
    this.#seenIds.add(transaction.txId);
    checkExpired(transaction, this.nowMs());
    await checkSignature(transaction);
    this.#checkReference(transaction);
    checkSizeAndTimes(transaction, this.nowMs());
  }

  #checkReference({ raw }: SignedTransaction): void {
    const head = this.head().number;
    const low = Number(`0x${raw.refBlockBytes || '0'}`);
    const number = head - ((head - low) & (REFERENCE_BLOCKS - 1));
    const block = this.#blocks[number];
    const reference = block && referenceOf(block);
    if (
      reference?.refBlockBytes !== raw.refBlockBytes ||
      reference.refBlockHash !== raw.refBlockHash
    ) {
      throw new BroadcastError('TAPOS_ERROR', 'Tapos check error.');
    }
  }

  async #run(transaction: SignedTransaction): Promise<IncludedTransaction> {
    await this.#beginChange();
    const forcedResult = this.#forcedResult;
    const ran = await runTransaction(transaction, {
      evm: this.#evm,
      accounts: this.#accounts,
      nowMs: this.nowMs(),
      forcedResult,
    });
    this.#forcedResult = undefined;
    this.#accounts = ran.accounts;
    return ran.included;
  }

  /** Keeps the state after the newest block readable under its number while a newer one changes. */
  async #beginChange(): Promise<void> {
    if (this.#isChanged) return;
    await this.#evm.mine();
    this.#isChanged = true;
  }

  /** Runs a transaction on another branch, where it is lost if it has expired or cannot be paid for. */
  async #runAgain(transaction: SignedTransaction): Promise<void> {
    try {
      checkExpired(transaction, this.nowMs());
      this.#checkReference(transaction);
      this.#pending.push(await this.#run(transaction));
    } catch (error) {
      if (!(error instanceof BroadcastError)) throw error;
    }
  }

  async #seal(): Promise<void> {
    const parent = this.head();
    const transactions = this.#pending;
    const block = await makeBlock({
      parent,
      timestampMs: Math.max(this.nowMs(), parent.timestampMs + 1),
      producer: PRODUCERS[this.#producer],
      transactions,
      evmBlock: this.#isChanged ? await this.#evm.height() : parent.evmBlock,
      accounts: this.#accounts,
    });
    this.#pending = [];
    this.#isChanged = false;
    this.#blocks.push(block);
    for (const included of transactions) {
      this.#transactions.set(included.transaction.txId, { included, block: block.number });
    }
    this.#solidify();
  }

  #solidify(): void {
    const reached = this.head().number - this.#solidifiedBehind;
    this.#solidifiedNumber = Math.max(this.#solidifiedNumber, reached);
  }
}

/** Who signs blocks: another one after each fork, so that the new branch has other ids. */
const PRODUCERS = { first: TEST_ACCOUNTS.operator, second: TEST_ACCOUNTS.unrelated } as const;

/** Reads a balance after a block, in sun. */
export function balanceAfter(evm: Evm, address: TronHex, block: TronBlock): Promise<bigint> {
  return evm.balanceOf(toEvmAddress(address), block.evmBlock);
}
