import type { Call, OwnTransaction, PreparedCall, TransactionSender } from '#chains/chain.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { readAsOf, sumAsOf } from './as-of.ts';
import { nameOf } from './calls.ts';
import {
  digest,
  type FakeBalances,
  type FakeLedger,
  type FakeLog,
  type FakeTransaction,
  Reverted,
} from './ledger.ts';
import type { FakeView } from './node.ts';

/** A transaction of a sender, with the fees of one of the times that it was signed. */
export interface SentVersion extends OwnTransaction {
  readonly from: string;
  readonly nonce: bigint;
  readonly call: Call;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** What keys of an installation send on a fake chain: nonces, fees, and what waits for a block. */
export interface FakeSending {
  /** What a unit of gas takes now, and what nodes suggest to add; what offers less waits. */
  readonly fees: { base: bigint; tip: bigint };
  /** All that was ever signed, in its order. */
  readonly signed: ReadonlyMap<Hex, SentVersion>;
  /** What nodes have, by its hash; a test may let them lose some. What a block held stays here for a reorg. */
  readonly pool: Map<Hex, SentVersion>;
  /** Which of those with one nonce the next block holds; the dearest unless a test says otherwise. */
  choose: (versions: readonly SentVersion[]) => SentVersion | undefined;
  /** Called before something is signed. */
  onSign: (version: SentVersion) => void;
  /** Called before nodes take something. */
  onAccept: (version: SentVersion) => void;
  /** Takes the bytes of a sender, as nodes do; undefined for other bytes. Throws `Outage` where nodes refuse them. */
  accept(raw: string): Hex | undefined;
  /** What the next block holds of all senders. */
  take(): readonly FakeTransaction[];
  senderOf(address: string): TransactionSender;
}

interface Parts {
  readonly ledger: FakeLedger;
  readonly view: () => FakeView;
  /** Carries a call out as a wallet. */
  readonly run: (call: Call, balances: FakeBalances, from: string) => readonly FakeLog[];
  /** Called for each transaction that is signed. */
  readonly onSigned: (hash: Hex, from: string, call: Call) => void;
}

/** What every transaction takes, and what it may take. */
const GAS_USED = 50_000n;
const GAS_LIMIT = 62_500n;
/** A replacement offers a tenth more at least. */
const REPLACEMENT_PERCENT = 110n;
/** As the adapter of EVM networks raises fees, and up to where. */
const RAISE_SHARE = 7n;
const RAISED_TIMES_MAX = 4n;

const nonceOf = (address: string) => `nonce ${address}`;

/** Opens what senders need on a fake chain; nothing was sent yet. */
export function fakeSending(parts: Parts): FakeSending {
  const { ledger } = parts;
  const signed = new Map<Hex, SentVersion>();
  const pool = new Map<Hex, SentVersion>();
  const fees = { base: 1_000_000_000n, tip: 100_000_000n };
  const versionsOf = (from: string, nonce: bigint) =>
    [...pool.values()].filter((one) => one.from === from && one.nonce === nonce);
  const sending: FakeSending = {
    fees,
    signed,
    pool,
    choose: (versions) =>
      versions.toSorted((a, b) => (a.maxFeePerGas > b.maxFeePerGas ? -1 : 1)).at(0),
    onSign: () => undefined,
    onAccept: () => undefined,
    accept: (raw) => {
      const version = [...signed.values()].find((one) => one.signed === raw);
      if (version === undefined) return undefined;
      const { from, nonce, transactionHash } = version;
      checkAccepted(version, {
        used: ledger.read(nonceOf(from)),
        coins: ledger.read(nameOf.coins(from)),
        rivals: versionsOf(from, nonce),
      });
      sending.onAccept(version);
      pool.set(transactionHash, version);
      return transactionHash;
    },
    take: () => {
      const taken: FakeTransaction[] = [];
      for (const from of new Set([...pool.values()].map((one) => one.from))) {
        let coins = ledger.read(nameOf.coins(from));
        for (let nonce = ledger.read(nonceOf(from)); ; nonce += 1n) {
          const fitting = versionsOf(from, nonce).filter(
            (one) => one.maxFeePerGas >= fees.base && GAS_LIMIT * one.maxFeePerGas <= coins,
          );
          const version = fitting.length === 0 ? undefined : sending.choose(fitting);
          if (version === undefined) break;
          coins -= GAS_LIMIT * version.maxFeePerGas;
          taken.push(transactionOf(parts, version, fees));
        }
      }
      return taken;
    },
    senderOf: (address) => senderOf({ ...parts, sending, versionsOf, signed }, address),
  };
  return sending;
}

/** As nodes decide whether they take a transaction. */
function checkAccepted(
  { transactionHash, nonce, maxFeePerGas, maxPriorityFeePerGas }: SentVersion,
  {
    used,
    coins,
    rivals,
  }: { readonly used: bigint; readonly coins: bigint; readonly rivals: readonly SentVersion[] },
): void {
  if (nonce < used) throw new Outage('nonce too low');
  if (rivals.some((one) => one.transactionHash === transactionHash)) {
    throw new Outage('already known');
  }
  if (coins < GAS_LIMIT * maxFeePerGas) throw new Outage('insufficient funds');
  const isDear = rivals.every(
    (one) =>
      maxFeePerGas * 100n >= one.maxFeePerGas * REPLACEMENT_PERCENT &&
      maxPriorityFeePerGas * 100n >= one.maxPriorityFeePerGas * REPLACEMENT_PERCENT,
  );
  if (!isDear) throw new Outage('replacement transaction underpriced');
}

/** A version as the block that is made now holds it: it uses its nonce and pays for gas, whatever it does. */
function transactionOf(
  { run }: Parts,
  { transactionHash, from, call, maxFeePerGas, maxPriorityFeePerGas, nonce }: SentVersion,
  { base }: FakeSending['fees'],
): FakeTransaction {
  const offered = base + maxPriorityFeePerGas;
  const price = offered < maxFeePerGas ? offered : maxFeePerGas;
  return {
    hash: transactionHash,
    content: `${from} ${nonce} ${call.to} ${call.data} ${maxFeePerGas}`,
    pays: (balances) => {
      const coins = nameOf.coins(from);
      balances.write(coins, balances.read(coins) - GAS_USED * price);
      balances.write(nonceOf(from), nonce + 1n);
    },
    run: (balances) => run(call, balances, from),
  };
}

interface SenderParts extends Parts {
  readonly sending: FakeSending;
  readonly signed: Map<Hex, SentVersion>;
  readonly versionsOf: (from: string, nonce: bigint) => readonly SentVersion[];
}

function senderOf(parts: SenderParts, address: string): TransactionSender {
  const { ledger, sending, signed, versionsOf, view } = parts;
  const { fees } = sending;
  const usedBy = (at: Pick<FakeView, 'head' | 'block'>, owner = address) =>
    sumAsOf({ ledger, view: at, now: ledger.read(nonceOf(owner)) }, ({ hash }) =>
      signed.get(hash)?.from === owner ? 1n : 0n,
    );
  const priced = (call: Call, at: FakeView, { maxFee, tip }: { maxFee: bigint; tip: bigint }) => {
    let nextNonce = usedBy(at);
    while (versionsOf(address, nextNonce).length > 0) nextNonce += 1n;
    return {
      call,
      balanceUnits: ledger.read(nameOf.coins(address)),
      costUnits: GAS_LIMIT * maxFee,
      nextNonce,
      limits: {
        gas: `${GAS_LIMIT}`,
        maxFeePerGas: `${maxFee}`,
        maxPriorityFeePerGas: `${tip}`,
      },
    };
  };
  const suggested = () => ({ maxFee: fees.base * 2n + fees.tip, tip: fees.tip });
  return {
    address,
    prepare: async (call) => {
      const at = view();
      const reason = whyReverted(parts, { call, at, from: address });
      return reason === undefined ? priced(call, at, suggested()) : { refused: reason };
    },
    raise: async ({ call, limits }) => {
      const now = suggested();
      const sent = feesOf({ limits });
      const raised = { maxFee: raise(sent.maxFee), tip: raise(sent.tip) };
      if (raised.maxFee > now.maxFee * RAISED_TIMES_MAX) return undefined;
      return priced(call, view(), {
        maxFee: larger(now.maxFee, raised.maxFee),
        tip: larger(now.tip, raised.tip),
      });
    },
    readBalance: async () => {
      view();
      return ledger.read(nameOf.coins(address));
    },
    readTypicalCost: async () => GAS_USED * (fees.base + fees.tip),
    readNonces: async (owner, depth) => {
      const at = view();
      const head = at.head().number;
      const deep = at.block(head - BigInt(depth) + 1n) ?? at.block(0n) ?? at.head();
      return { newest: usedBy(at, owner), deep: usedBy({ ...at, head: () => deep }, owner) };
    },
    sign: async (prepared, nonce) => {
      const { call } = prepared;
      const { maxFee, tip } = feesOf(prepared);
      const hash = digest(`${address} ${nonce} ${call.to} ${call.data} ${maxFee} ${tip}`);
      const transaction = { transactionHash: hash, signed: hash };
      if (signed.has(hash)) return transaction;
      const own = { from: address, nonce, call, maxFeePerGas: maxFee, maxPriorityFeePerGas: tip };
      sending.onSign({ ...transaction, ...own });
      signed.set(hash, { ...transaction, ...own });
      parts.onSigned(hash, address, call);
      return transaction;
    },
  };
}

interface Simulated {
  readonly call: Call;
  readonly at: FakeView;
  readonly from: string;
}

/** Why a call would revert on top of the newest block of a node; undefined where it would not. */
function whyReverted({ ledger, run }: Parts, { call, at, from }: Simulated): string | undefined {
  const changed = new Map<string, bigint>();
  const balances: FakeBalances = {
    read: (name) => changed.get(name) ?? readAsOf(ledger, at, name),
    write: (name, units) => void changed.set(name, units),
  };
  try {
    run(call, balances, from);
    return undefined;
  } catch (error) {
    if (error instanceof Reverted) return error.reason;
    throw error;
  }
}

function feesOf({ limits }: Pick<PreparedCall, 'limits'>) {
  return {
    maxFee: BigInt(limits['maxFeePerGas'] ?? 0),
    tip: BigInt(limits['maxPriorityFeePerGas'] ?? 0),
  };
}

const raise = (fee: bigint): bigint => fee + fee / RAISE_SHARE + 1n;

const larger = (left: bigint, right: bigint): bigint => (left > right ? left : right);
