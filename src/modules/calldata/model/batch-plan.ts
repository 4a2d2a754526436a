import { addResources, areWithin, type Resources } from '#kit/resources.ts';

/** How much one order takes of a transaction. */
export interface BatchItem {
  /** Who receives its fee; undefined where it has none. */
  readonly feeAddress: string | undefined;
  readonly resources: Resources;
  /** What it pays in, coins not counted. */
  readonly tokenAddress: string | undefined;
}

/** What a transaction uses beside its orders, and how much it may use. */
export interface BatchLimits {
  readonly base: Resources;
  readonly perToken: Resources;
  /** Kinds that are not named have no limit. */
  readonly max: Resources;
}

/** Orders that one transaction pays together, by their places. */
export interface PlannedBatch {
  readonly indexes: readonly number[];
  /** Who receives all fees of the transaction; undefined where there are none. */
  readonly feeAddress: string | undefined;
  /** What the transaction uses. */
  readonly resources: Resources;
}

/**
 * Deals orders out to transactions, in the order in which they came and no more to one than it may
 * have. The contract pays all fees of a transaction to one address, so orders whose fees go elsewhere
 * are dealt out apart; those without a fee go with the first.
 */
export function planBatches(items: readonly BatchItem[], limits: BatchLimits): PlannedBatch[] {
  const keys = items.map(({ feeAddress }) => feeAddress?.toLowerCase());
  const receivers = [...new Set(keys.filter((key) => key !== undefined))];
  const [first] = receivers;
  return (first === undefined ? [undefined] : receivers).flatMap((receiver) => {
    const indexes = [...items.keys()].filter((index) => (keys[index] ?? first) === receiver);
    const feeAddress = indexes.map((index) => items[index]?.feeAddress).find(Boolean);
    return dealOut(items, indexes, limits).map((open) => ({
      indexes: open.indexes,
      feeAddress,
      resources: open.resources,
    }));
  });
}

/** A transaction that is still being filled. */
interface Open {
  readonly indexes: number[];
  readonly tokens: Set<string>;
  resources: Resources;
}

function dealOut(
  items: readonly BatchItem[],
  indexes: readonly number[],
  limits: BatchLimits,
): Open[] {
  const begin = (): Open => ({ indexes: [], tokens: new Set(), resources: limits.base });
  const batches: Open[] = [];
  for (const index of indexes) {
    const item = items[index];
    if (item === undefined) continue;
    const last = batches.at(-1);
    const open = last !== undefined && fits(last, item, limits) ? last : begin();
    if (open !== last) batches.push(open);
    open.resources = resourcesWith(open, item, limits);
    if (item.tokenAddress !== undefined) open.tokens.add(item.tokenAddress.toLowerCase());
    open.indexes.push(index);
  }
  return batches;
}

function fits(open: Open, item: BatchItem, limits: BatchLimits): boolean {
  return areWithin(resourcesWith(open, item, limits), limits.max);
}

/** What a transaction uses with one more order, its token included where it does not pay in it yet. */
function resourcesWith(open: Open, item: BatchItem, { perToken }: BatchLimits): Resources {
  const { tokenAddress, resources } = item;
  const isNew = tokenAddress !== undefined && !open.tokens.has(tokenAddress.toLowerCase());
  return addResources(open.resources, resources, isNew ? perToken : {});
}
