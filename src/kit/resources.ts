/**
 * Amounts of what transactions use up on a network, by the family's own kinds: `gas` and `bytes` on EVM
 * networks, `energy` and `bandwidth` on Tron. Modules add and compare them and never name a kind.
 */
export type Resources = Readonly<Record<string, bigint>>;

/** What network fees a signed transaction allows at most, in the native coin's smallest unit. */
export interface FeeLimits {
  readonly approvalUnits: bigint;
  /** Of a payment, and of a batch. */
  readonly paymentUnits: bigint;
}

/** The sum of resources, kind by kind. */
export function addResources(...all: readonly Resources[]): Resources {
  const sum: Record<string, bigint> = {};
  for (const resources of all) {
    for (const [kind, amount] of Object.entries(resources)) sum[kind] = (sum[kind] ?? 0n) + amount;
  }
  return sum;
}

/** Whether resources stay within limits; kinds that the limits do not name are unlimited. */
export function areWithin(resources: Resources, limits: Resources): boolean {
  return Object.entries(resources).every(([kind, amount]) => {
    const limit = limits[kind];
    return limit === undefined || amount <= limit;
  });
}
