import { Bug } from '#kit/failure.ts';
import type { BlockContents, TronBlock } from './block.ts';
import { BlockRecords } from './block-records.ts';

/** How many of the newest blocks are kept whole, so that most reads need nothing else. */
const RECENT_BLOCKS = 1_000;

/** The blocks of the chain: the newest with the state after them, older ones without, empty ones as a record. */
export class BlockList {
  readonly #records: BlockRecords;
  /** Blocks with transactions that are not recent any more. */
  readonly #older: Map<number, BlockContents>;
  /** Ends with the newest. */
  readonly #recent: TronBlock[];

  constructor({ records, older, recent }: BlockListParts) {
    this.#records = records;
    this.#older = new Map(older);
    this.#recent = [...recent];
  }

  get head(): TronBlock {
    const head = this.#recent.at(-1);
    if (head === undefined) throw new Bug('the chain has no block');
    return head;
  }

  at(number: number): BlockContents | undefined {
    return this.stateAt(number) ?? this.#older.get(number) ?? this.#records.at(number);
  }

  /** A block with the state after it; undefined where that is not known any more. */
  stateAt(number: number): TronBlock | undefined {
    return this.#recent[number - (this.#recent[0]?.number ?? 0)];
  }

  /** All blocks that hold any, oldest first. */
  withTransactions(): readonly BlockContents[] {
    const recent = this.#recent.filter(({ transactions }) => transactions.length > 0);
    return [...this.#older.values(), ...recent];
  }

  push(block: TronBlock): void {
    this.#records.push(block);
    this.#recent.push(block);
  }

  /** Takes away all blocks above one of the recent ones. */
  truncate(base: TronBlock): void {
    this.#records.truncate(base.number + 1);
    this.#recent.length = base.number + 1 - (this.#recent[0]?.number ?? 0);
  }

  /** Drops the states after blocks below this one that are not recent. */
  pruneStates(below: number): void {
    while ((this.#recent[0]?.number ?? below) < below && this.#recent.length > RECENT_BLOCKS) {
      const block = this.#recent.shift();
      if (block === undefined || block.transactions.length === 0) continue;
      const { evmBlock: _evmBlock, accounts: _accounts, ...contents } = block;
      this.#older.set(block.number, contents);
    }
  }
}

interface BlockListParts {
  readonly records: BlockRecords;
  readonly older: ReadonlyMap<number, BlockContents>;
  readonly recent: readonly TronBlock[];
}

/** The list of a chain that begins. */
export function newBlockList(genesis: TronBlock): BlockList {
  const records = new BlockRecords(Buffer.alloc(0));
  records.push(genesis);
  return new BlockList({ records, older: new Map(), recent: [genesis] });
}
