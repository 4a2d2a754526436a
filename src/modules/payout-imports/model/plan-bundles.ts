/** A payout that can be put into a bundle. */
export interface BundledPayout {
  readonly position: number;
  readonly securePaymentToken: string;
  readonly currencyId: string;
}

/** A bundle needs two children. */
const CHILDREN_MIN = 2;

/**
 * The bundles of an import: of one currency each, in the order of the rows, and as few as the largest allowed size makes
 * possible, of nearly the same size. A payout that is alone in its currency is left out.
 */
export function planBundles<Payout extends BundledPayout>(
  payouts: readonly Payout[],
  childrenMax: number,
): readonly (readonly Payout[])[] {
  const byCurrency = Map.groupBy(payouts, ({ currencyId }) => currencyId);
  return [...byCurrency.values()]
    .filter(({ length }) => length >= CHILDREN_MIN)
    .flatMap((same) => splitEvenly(same, Math.ceil(same.length / Math.max(childrenMax, 1))))
    .filter(({ length }) => length >= CHILDREN_MIN);
}

function splitEvenly<Payout>(payouts: readonly Payout[], parts: number): readonly Payout[][] {
  const size = Math.floor(payouts.length / parts);
  const larger = payouts.length % parts;
  return Array.from({ length: parts }, (_, part) => {
    const from = part * size + Math.min(part, larger);
    return payouts.slice(from, from + size + (part < larger ? 1 : 0));
  });
}
