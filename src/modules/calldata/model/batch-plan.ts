/**
 * The most gas that one transaction may take by our reckoning: networks cap a transaction near
 * 16.7 million, and a local node may not notice.
 */
export const TRANSACTION_GAS_MAX = 15_000_000n;

/** The most bytes that one signed transaction may have: nodes refuse those above 128 kB. */
export const TRANSACTION_BYTES_MAX = 120_000;

/** What a signed transaction has beside its calldata: numbers, addresses, a signature, with room to spare. */
const ENVELOPE_BYTES = 300;

/** What the batch contract's calldata has beside the payments: a head and up to three groups. */
const CALL_BYTES = 1_000;

/** How much one order takes of a transaction. */
export interface BatchItem {
  /** Who receives its fee; undefined where it has none. */
  readonly feeAddress: string | undefined;
  readonly gas: bigint;
  /** Of calldata. */
  readonly bytes: number;
  /** What it pays in, coins not counted. */
  readonly tokenAddress: string | undefined;
}

/** Gas that is not of any one order. */
export interface BatchGas {
  readonly base: bigint;
  readonly perToken: bigint;
}

/** Orders that one transaction pays together, by their places. */
export interface PlannedBatch {
  readonly indexes: readonly number[];
  /** Who receives all fees of the transaction; undefined where there are none. */
  readonly feeAddress: string | undefined;
  readonly gas: bigint;
}

/**
 * Deals orders out to transactions, in the order in which they came and no more to one than it may
 * have. The contract pays all fees of a transaction to one address, so orders whose fees go elsewhere
 * are dealt out apart; those without a fee go with the first.
 */
export function planBatches(items: readonly BatchItem[], gas: BatchGas): PlannedBatch[] {
  const keys = items.map(({ feeAddress }) => feeAddress?.toLowerCase());
  const receivers = [...new Set(keys.filter((key) => key !== undefined))];
  const [first] = receivers;
  return (first === undefined ? [undefined] : receivers).flatMap((receiver) => {
    const indexes = [...items.keys()].filter((index) => (keys[index] ?? first) === receiver);
    const feeAddress = indexes.map((index) => items[index]?.feeAddress).find(Boolean);
    return dealOut(items, indexes, gas).map((open) => ({
      indexes: open.indexes,
      feeAddress,
      gas: open.gas,
    }));
  });
}

/** A transaction that is still being filled. */
interface Open {
  readonly indexes: number[];
  readonly tokens: Set<string>;
  gas: bigint;
  bytes: number;
}

function dealOut(items: readonly BatchItem[], indexes: readonly number[], gas: BatchGas): Open[] {
  const begin = (): Open => ({
    indexes: [],
    tokens: new Set(),
    gas: gas.base,
    bytes: ENVELOPE_BYTES + CALL_BYTES,
  });
  const batches: Open[] = [];
  for (const index of indexes) {
    const item = items[index];
    if (item === undefined) continue;
    const last = batches.at(-1);
    const open = last !== undefined && hasRoom(last, item, gas) ? last : begin();
    if (open !== last) batches.push(open);
    open.gas += gasIn(open, item, gas);
    open.bytes += item.bytes;
    if (item.tokenAddress !== undefined) open.tokens.add(item.tokenAddress.toLowerCase());
    open.indexes.push(index);
  }
  return batches;
}

function hasRoom(open: Open, item: BatchItem, gas: BatchGas): boolean {
  return (
    open.gas + gasIn(open, item, gas) <= TRANSACTION_GAS_MAX &&
    open.bytes + item.bytes <= TRANSACTION_BYTES_MAX
  );
}

/** What an order adds, its token included where the transaction does not pay in it yet. */
function gasIn({ tokens }: Open, { gas, tokenAddress }: BatchItem, { perToken }: BatchGas): bigint {
  const isNew = tokenAddress !== undefined && !tokens.has(tokenAddress.toLowerCase());
  return isNew ? gas + perToken : gas;
}
