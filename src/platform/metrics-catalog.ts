/** One number that Florin keeps of itself: what it counts, and by which labels. */
export interface MetricSpec {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /** Few values each: never a token, a wallet or an address of the network. */
  readonly labels: readonly string[];
  /** Upper ends of the buckets of a histogram, in seconds. */
  readonly buckets?: readonly number[];
}

const FAST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/**
 * Every metric by its name, in the style of the field: base units, `_total` for counters. The reference
 * in the docs is printed from this.
 */
export const METRICS = {
  rpc_request_seconds: {
    kind: 'histogram',
    help: 'How long nodes took to answer.',
    labels: ['network', 'node', 'method'],
    buckets: FAST_SECONDS,
  },
  rpc_errors_total: {
    kind: 'counter',
    help: 'Requests to nodes that failed or took too long.',
    labels: ['network', 'node'],
  },
  chain_reorgs_total: {
    kind: 'counter',
    help: 'How often blocks that were looked at vanished from a chain.',
    labels: ['network'],
  },
} as const satisfies Record<string, MetricSpec>;
