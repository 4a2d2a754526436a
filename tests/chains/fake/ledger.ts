import { createHash } from 'node:crypto';
import type { BlockPoint, ObservedBridge } from '#chains/chain.ts';
import type { Clock } from '#kit/clock.ts';
import { type Hex, hexOf } from '#kit/hex.ts';
import type { FakeEscrowEvent } from './escrow-contract.ts';

/** One payment as a contract reports it, before it has a place in a block. */
export interface FakeLog {
  readonly proxyAddress: string;
  readonly referenceKey: Hex;
  readonly kind: 'token' | 'native' | 'conversion';
  readonly tokenAddress: string | undefined;
  readonly payeeAddress: string;
  readonly payerAddress: string;
  /** Of payments that a bridge made. */
  readonly bridge?: ObservedBridge;
  readonly claimedUnits: bigint;
  readonly creditedUnits: bigint;
  readonly feeUnits: bigint;
  readonly feeAddress: string;
  readonly tokenUnits: bigint;
  readonly tokenFeeUnits: bigint;
  readonly conversion:
    | { readonly currencyAddress: string; readonly maxRateAgeSeconds: number }
    | undefined;
  /** Of events of the escrow. */
  readonly escrow?: FakeEscrowEvent;
}

/** A transaction that a block holds. */
export interface FakeReceipt {
  readonly hash: Hex;
  readonly status: 'success' | 'reverted';
  readonly content: string;
  readonly logs: readonly FakeLog[];
  /** What a transaction that was undone had emitted until then, where that is known. */
  readonly undoneLogs?: readonly FakeLog[];
  /** By how much it changed amounts of the book; without what was spent for being carried out. */
  readonly changes: ReadonlyMap<string, bigint>;
}

/** A block, with the number of its first log within it counted over all its transactions. */
export interface FakeBlock extends BlockPoint {
  readonly time: Date;
  readonly receipts: readonly FakeReceipt[];
}

/** Something that is carried out when a block is made; what it throws is a transaction that reverts. */
export interface FakeTransaction {
  readonly hash: Hex;
  /** The text of which its hash is the digest. */
  readonly content: string;
  /** Spends whatever happens, then does its work; all that it moves goes through `move`. */
  readonly run: (balances: FakeBalances) => readonly FakeLog[];
  readonly pays?: (balances: FakeBalances) => void;
  /** No block from then on may hold it; a transaction without it is valid for ever. */
  readonly expiresAtMs?: number;
}

/** Amounts by name: balances, allowances. A name that was never set is zero. */
export interface FakeBalances {
  read(name: string): bigint;
  write(name: string, units: bigint): void;
}

/** A chain in memory: blocks over a ledger of amounts, of which the newest can be undone. */
export interface FakeLedger extends FakeBalances {
  readonly blocks: readonly FakeBlock[];
  head(): FakeBlock;
  /** Makes a block of these transactions, in their order. */
  mine(transactions: readonly FakeTransaction[]): FakeBlock;
  /** Takes the newest blocks back, from this number on, with all that they did; never a final one. */
  cut(from: bigint): void;
  /** The newest block that no reorg may take back any more. */
  finalized(): FakeBlock;
  /** The newest block that lies half as deep, or is final. */
  safe(): FakeBlock;
}

/** Thrown by a transaction that undoes itself. */
export class Reverted extends Error {
  override name = 'Reverted';
  /** What it had emitted until then. */
  readonly undoneLogs: readonly FakeLog[];
  /** As a node names it to who simulates the transaction. */
  readonly reason: string;

  constructor(undoneLogs: readonly FakeLog[] = [], reason = 'execution reverted') {
    super();
    this.undoneLogs = undoneLogs;
    this.reason = reason;
  }
}

/** What the hash of a block follows from. */
export interface SealedParts extends Pick<FakeBlock, 'number' | 'time' | 'receipts'> {
  /** Undefined for the first block. */
  readonly parentHash: Hex | undefined;
  /** Distinguishes blocks with the same contents. */
  readonly salt: string;
}

interface LedgerParts {
  readonly name: string;
  readonly now: Clock;
  /** How far behind the head a block is called final. */
  readonly finalDepth: number;
  /** Names the hash of a block that is made; without it that is a digest of what the block holds. */
  readonly seal?: (parts: SealedParts) => Hex;
}

/** What a transaction that undoes itself leaves: nothing but what it had emitted until then. */
function undoneBy({ undoneLogs }: Reverted) {
  return { status: 'reverted', logs: [], undoneLogs, changes: new Map() } as const;
}

/** Opens a chain that has its first block only. */
export function fakeLedger(parts: LedgerParts): FakeLedger {
  const amounts = new Map<string, bigint>();
  const blocks: FakeBlock[] = [];
  const before: Map<string, bigint>[] = [];
  let forks = 0;
  let finalNumber = 0;
  let journal = new Map<string, bigint>();
  const read = (name: string) => amounts.get(name) ?? 0n;
  const write = (name: string, units: bigint) => {
    if (!journal.has(name)) journal.set(name, read(name));
    amounts.set(name, units);
  };
  const carryOut = ({ hash, content, run, pays }: FakeTransaction): FakeReceipt => {
    pays?.({ read, write });
    const outer = journal;
    journal = new Map();
    try {
      const logs = run({ read, write });
      const changes = new Map([...journal].map(([name, units]) => [name, read(name) - units]));
      for (const [name, units] of journal) if (!outer.has(name)) outer.set(name, units);
      return { hash, content, status: 'success', logs, changes };
    } catch (error) {
      if (!(error instanceof Reverted)) throw error;
      for (const [name, units] of journal) amounts.set(name, units);
      return { hash, content, ...undoneBy(error) };
    } finally {
      journal = outer;
    }
  };
  const mine = (transactions: readonly FakeTransaction[]) => {
    journal = new Map();
    const receipts = transactions.map(carryOut);
    const number = BigInt(blocks.length);
    const plainHash = () => {
      const held = receipts.map(({ hash }) => hash).join();
      return digest(`${blocks.at(-1)?.hash ?? parts.name} ${number} ${forks} ${held}`);
    };
    const time = parts.now();
    const parentHash = blocks.at(-1)?.hash;
    const salt = `${parts.name} ${forks}`;
    const hash = parts.seal?.({ number, time, receipts, parentHash, salt }) ?? plainHash();
    const block = { number, hash, time, receipts };
    blocks.push(block);
    before.push(journal);
    finalNumber = Math.max(finalNumber, blocks.length - 1 - parts.finalDepth);
    return block;
  };
  mine([]);
  const at = (index: number): FakeBlock => {
    const block = blocks.at(index);
    if (block === undefined) throw new Error(`the fake chain has no block ${index}`);
    return block;
  };
  return {
    blocks,
    read,
    write,
    head: () => at(-1),
    mine,
    cut: (from) => {
      if (from <= BigInt(finalNumber)) throw new Error(`block ${from} is final`);
      forks += 1;
      while (BigInt(blocks.length) > from) {
        blocks.pop();
        for (const [name, units] of before.pop() ?? []) amounts.set(name, units);
      }
    },
    finalized: () => at(finalNumber),
    safe: () => {
      const half = blocks.length - 1 - Math.ceil(parts.finalDepth / 2);
      return at(Math.max(finalNumber, half));
    },
  };
}

/** Thirty-two bytes that follow from a text. */
export function digest(text: string): Hex {
  return hexOf(createHash('sha256').update(text).digest());
}
