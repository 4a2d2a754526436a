import type { Clock } from '#kit/clock.ts';
import type { Log } from '#platform/log.ts';
import { type TronHex, toEvmAddress } from './address.ts';
import {
  beginChain,
  type ChainBeginning,
  contentsOf,
  type FoundTransaction,
} from './begin-chain.ts';
import {
  type BlockContents,
  makeBlock,
  PRODUCER_ADDRESSES,
  referenceOf,
  type TronBlock,
} from './block.ts';
import type { BlockEntry } from './block-entry.ts';
import type { BlockList } from './block-list.ts';
import type { ChainSettings, ForkInput, FundInput, StakeInput, TronChain } from './chain.ts';
import type { ChainFiles } from './chain-files.ts';
import {
  checkExpired,
  checkSignature,
  checkSignatureSizes,
  checkSizeAndTimes,
} from './check-transaction.ts';
import type { Evm, EvmCall } from './evm.ts';
import { EvmSaves } from './evm-saves.ts';
import {
  BroadcastError,
  CommandError,
  TRANSIENT_REFUSALS,
  type TransientCode,
} from './node-error.ts';
import { transferOfPayer } from './payer-tokens.ts';
import { type Accounts, newAccount } from './resources.ts';
import { runTransaction } from './run-transaction.ts';
import { SeenIds } from './seen-ids.ts';
import type { SignedTransaction } from './transaction.ts';
import type { ContractResult, IncludedTransaction } from './transaction-result.ts';

/** Blocks that a transaction may refer to. */
const REFERENCE_BLOCKS = 65_536;
/** How often ids that have expired are dropped. */
const SEEN_BLOCKS = 1_000;

interface OpenParts {
  readonly clock: Clock;
  readonly settings: ChainSettings;
  /** Where the chain is kept over restarts, if it is. */
  readonly files: ChainFiles | undefined;
  readonly log: Log | undefined;
  /** Called with the id of each new block. */
  readonly onBlock: ((id: string) => void) | undefined;
}

/** Makes the chain with its block of height 0, or goes on with that of an earlier run, and lets time make more. */
export async function openChain(evm: Evm, parts: OpenParts): Promise<TronChain> {
  const { clock, files, log } = parts;
  const beginning = await beginChain(evm, { nowMs: clock().getTime(), files, log });
  const chain = new LocalChain(evm, { ...parts, beginning });
  chain.start();
  return chain;
}

interface LocalChainParts extends OpenParts {
  readonly beginning: ChainBeginning;
}

class LocalChain implements TronChain {
  readonly #evm: Evm;
  readonly #clock: Clock;
  readonly #settings: ChainSettings;
  readonly #files: ChainFiles | undefined;
  readonly #saves: EvmSaves | undefined;
  readonly #log: Log | undefined;
  readonly #onBlock: OpenParts['onBlock'];
  readonly #blocks: BlockList;
  readonly #transactions: Map<string, FoundTransaction>;
  readonly #seenIds: SeenIds;
  #pending: IncludedTransaction[] = [];
  /** Whether the EVM's newest state is that of no block yet. */
  #isChanged = false;
  /** What the EVM ran for the next block without a transaction. */
  #calls: EvmCall[] = [];
  /** Whose balances the next block changes without a transaction. */
  #funded: TronHex[] = [];
  #accounts: Accounts;
  #solidifiedNumber: number;
  #solidifiedBehind: number;
  #aheadMs = 0;
  #producer: number;
  #forcedResult: ContractResult | undefined;
  #transientCode: TransientCode | undefined;
  /** What changes the chain, one after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(evm: Evm, { clock, settings, files, log, onBlock, beginning }: LocalChainParts) {
    this.#evm = evm;
    this.#clock = clock;
    this.#settings = settings;
    this.#files = files;
    this.#saves = files && new EvmSaves(evm, files);
    this.#log = log;
    this.#onBlock = onBlock;
    this.#solidifiedBehind = settings.solidifiedBehind;
    this.#blocks = beginning.blocks;
    this.#transactions = new Map(beginning.transactions);
    this.#seenIds = new SeenIds(beginning.seen, files);
    const { head } = beginning.blocks;
    this.#accounts = head.accounts;
    // The EVM cannot go back to a state from before the start, so nothing from then can be taken back.
    this.#solidifiedNumber = head.number;
    this.#producer = Math.max(0, PRODUCER_ADDRESSES.indexOf(head.producer));
    if (head.number > 0) this.#saves?.change();
  }

  start(): void {
    const { blockMs } = this.#settings;
    if (blockMs === 0) return;
    let isWaiting = false;
    const makeOne = async () => {
      isWaiting = false;
      await this.#seal();
    };
    this.#timer = setInterval(() => {
      // While a long change runs, as after a sleep of the machine, blocks do not pile up.
      if (isWaiting) return;
      isWaiting = true;
      this.#inOrder(makeOne).catch((err: unknown) => {
        this.#log?.error({ err }, 'the local Tron node could not make a block');
      });
    }, blockMs);
  }

  head(): TronBlock {
    return this.#blocks.head;
  }

  solidified(): TronBlock {
    return this.#blocks.stateAt(this.#solidifiedNumber) ?? this.head();
  }

  blockAt(number: number): BlockContents | undefined {
    return this.#blocks.at(number);
  }

  blockById(id: string): BlockContents | undefined {
    const block = this.#blocks.at(Number(`0x${id.slice(0, 16)}`));
    return block?.id === id ? block : undefined;
  }

  find(txId: string) {
    const found = this.#transactions.get(txId);
    const block = found && this.#blocks.at(found.block);
    return block && { included: found.included, block };
  }

  blocksWithTransactions(): readonly BlockContents[] {
    return this.#blocks.withTransactions();
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
      const base = this.#blocks.stateAt(this.head().number - blocks);
      if (base === undefined || base.number < this.#solidifiedNumber) {
        throw new CommandError('Solidified blocks are never taken back.');
      }
      const lost = [...(await this.#takeBack(base)), ...this.#pending];
      this.#pending = [];
      this.#producer = (this.#producer + 1) % PRODUCER_ADDRESSES.length;
      const isKept = (txId: string) => droppedTxIds?.includes(txId) === false;
      const kept = lost.filter(({ transaction }) => isKept(transaction.txId));
      for (const { transaction } of kept) await this.#runAgain(transaction);
      for (let i = 0; i <= blocks; i++) await this.#seal();
      // The written state may be that of the old branch.
      this.#saves?.change();
      await this.#saves?.save(this.head(), { isForced: true });
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
      for (const token of tokens) {
        const call = transferOfPayer({ ...token, to: address });
        const { failure } = await this.#evm.execute(call);
        if (failure !== undefined) throw new CommandError(`The tokens were not sent: ${failure}`);
        this.#calls.push(call);
      }
      await this.#evm.setBalance(toEvmAddress(address), sun);
      this.#funded.push(address);
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
    await this.#inOrder(async () => {
      if (this.#pending.length > 0) await this.#seal();
      await this.#saves?.save(this.head(), { isForced: true });
    });
  }

  /** Takes away all blocks above one; returns the transactions that they held. */
  async #takeBack(base: TronBlock): Promise<readonly IncludedTransaction[]> {
    const lost = this.#blocks
      .withTransactions()
      .flatMap(({ number, transactions }) => (number > base.number ? transactions : []));
    for (const { transaction } of lost) this.#transactions.delete(transaction.txId);
    await this.#files?.truncate(base.number + 1);
    await this.#evm.rollBackTo(base.evmBlock);
    this.#blocks.truncate(base);
    this.#accounts = base.accounts;
    this.#isChanged = false;
    this.#calls = [];
    this.#funded = [];
    return lost;
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
    const { txId } = transaction;
    if (this.#seenIds.has(txId) || this.#transactions.has(txId)) {
      throw new BroadcastError('DUP_TRANSACTION_ERROR', 'Transaction already exists.');
    }
    await this.#seenIds.add(transaction, this.nowMs());
    checkExpired(transaction, this.nowMs());
    await checkSignature(transaction);
    this.#checkReference(transaction);
    checkSizeAndTimes(transaction, this.nowMs());
  }

  #checkReference({ raw }: SignedTransaction): void {
    const head = this.head().number;
    const low = Number(`0x${raw.refBlockBytes || '0'}`);
    const number = head - ((head - low) & (REFERENCE_BLOCKS - 1));
    const block = this.#blocks.at(number);
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
    const block = makeBlock({
      parent,
      timestampMs: Math.max(this.nowMs(), parent.timestampMs + 1),
      producer: PRODUCER_ADDRESSES[this.#producer] ?? '',
      transactions,
      evmBlock: this.#isChanged ? await this.#evm.height() : parent.evmBlock,
      accounts: this.#accounts,
    });
    // Before anybody can read it: a killed process must not lose what it showed.
    const entry = await this.#entryOf(block, parent);
    await this.#files?.append(block, entry);
    if (entry !== undefined) this.#saves?.change();
    this.#pending = [];
    this.#isChanged = false;
    this.#calls = [];
    this.#funded = [];
    this.#blocks.push(block);
    for (const included of transactions) {
      this.#transactions.set(included.transaction.txId, { included, block: block.number });
    }
    this.#solidify();
    this.#prune();
    this.#onBlock?.(block.id);
    await this.#saves?.save(block);
  }

  /** What has to be written of a block that changed something. */
  async #entryOf(block: TronBlock, parent: TronBlock): Promise<BlockEntry | undefined> {
    if (this.#files === undefined) return undefined;
    const accounts = [...block.accounts].filter(
      ([address, account]) => parent.accounts.get(address) !== account,
    );
    const changed = block.transactions.flatMap(({ transaction }) => {
      const action = transaction.raw.contracts[0]?.action;
      return action?.type === 'TransferContract' ? [action.toAddress] : [];
    });
    const addresses = new Set([
      ...accounts.map(([address]) => address),
      ...changed,
      ...this.#funded,
    ]);
    if (addresses.size === 0 && block.transactions.length === 0) return undefined;
    const balances = await Promise.all(
      [...addresses].map(
        async (address) =>
          [address, await this.#evm.balanceOf(toEvmAddress(address), 'latest')] as const,
      ),
    );
    return { ...contentsOf(block), accounts, balances, calls: this.#calls };
  }

  #prune(): void {
    this.#blocks.pruneStates(this.#solidifiedNumber);
    if (this.head().number % SEEN_BLOCKS === 0) this.#seenIds.prune(this.nowMs());
  }

  #solidify(): void {
    const reached = this.head().number - this.#solidifiedBehind;
    this.#solidifiedNumber = Math.max(this.#solidifiedNumber, reached);
  }
}
