/** A metric of Florin: what it counts, and by which labels. */
export interface MetricSpec {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /** Few values each: never a token, a wallet or an address of the network. */
  readonly labels: readonly string[];
  /** Upper ends of the buckets of a histogram, in the unit that its name ends in. */
  readonly buckets?: readonly number[];
}

const FAST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** From a block a second ago to finality that takes half an hour, and links that are paid days later. */
const SLOW_SECONDS = [1, 2, 5, 10, 30, 60, 120, 300, 900, 1_800, 3_600, 86_400, 604_800];

/** From at once to the end of the retries, for which the specification allows half a minute. */
const DELIVERY_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3_600];

/** From at once to the longest time limit of a request to another service. */
const OUTBOUND_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** From the blocks that any chain replaces now and then to more than any should. */
const DEPTH_BLOCKS = [1, 2, 3, 5, 8, 16, 32, 64, 128, 1_024];

/**
 * Every metric by its name, in the style of the field: base units, `_total` for counters. The reference
 * in the docs is printed from this.
 */
export const METRICS = {
  api_requests_dropped_total: {
    kind: 'counter',
    help: 'Calls that the log of API requests lacks, because the database took its rows too slowly.',
    labels: [],
  },
  commerce_foreign_authorizations_total: {
    kind: 'counter',
    help: 'Authorisations in the escrow by others that bear a reference of ours; any is an alarm.',
    labels: ['network', 'via'],
  },
  commerce_unmoved_events_total: {
    kind: 'counter',
    help: 'Events of the escrow that the token did not confirm; any is an alarm.',
    labels: ['network'],
  },
  screenings_total: {
    kind: 'counter',
    help: 'Wallets that were screened, by who was asked and what came of it: `unknown` is a list without an answer, `late` and `failed` a vendor without a decision. `account` and `operator` decided in advance.',
    labels: ['provider', 'result'],
  },
  rpc_request_seconds: {
    kind: 'histogram',
    help: 'How long nodes took to answer.',
    labels: ['network', 'node', 'method'],
    buckets: FAST_SECONDS,
  },
  rpc_requests_total: {
    kind: 'counter',
    help: 'Requests sent to nodes, with any result; one request may carry a batch of calls.',
    labels: ['network', 'node'],
  },
  rpc_errors_total: {
    kind: 'counter',
    help: 'How many of those requests failed or timed out.',
    labels: ['network', 'node'],
  },
  rpc_hedged_total: {
    kind: 'counter',
    help: 'Reads that were sent to a second node because the first was slow.',
    labels: ['network'],
  },
  rpc_disagreements_total: {
    kind: 'counter',
    help: 'Payments for which a node answered something else than was stored.',
    labels: ['network', 'node'],
  },
  chain_reorgs_total: {
    kind: 'counter',
    help: 'How often blocks that were read vanished from a chain (reorgs).',
    labels: ['network'],
  },
  chain_reorg_depth_blocks: {
    kind: 'histogram',
    help: 'How many blocks that were read vanished in one reorg.',
    labels: ['network'],
    buckets: DEPTH_BLOCKS,
  },
  chain_halts_total: {
    kind: 'counter',
    help: 'How often a network was halted, because its chain replaced what was final.',
    labels: ['network'],
  },
  suspicious_transfers_total: {
    kind: 'counter',
    help: 'Transfers that named a request of ours and paid nothing of it.',
    labels: ['network', 'reason'],
  },
  agreement_checks_total: {
    kind: 'counter',
    help: 'Checks of node agreement on a payment, by outcome.',
    labels: ['network', 'outcome'],
  },
  reconciliation_calls_total: {
    kind: 'counter',
    help: 'Requests for logs that the background reconciliation sent to nodes.',
    labels: ['network'],
  },
  http_request_duration_seconds: {
    kind: 'histogram',
    help: 'How long callers waited for an answer, by the pattern of the path.',
    labels: ['route', 'method', 'status'],
    buckets: FAST_SECONDS,
  },
  rate_limited_total: {
    kind: 'counter',
    help: 'Calls that were refused because their caller made too many.',
    labels: ['tier'],
  },
  webhook_deliveries_total: {
    kind: 'counter',
    help: 'Attempts at webhooks: `accepted`, `refused` and tried again, or `exhausted` and given up.',
    labels: ['event', 'outcome'],
  },
  webhook_delivery_seconds: {
    kind: 'histogram',
    help: 'From a webhook being due for the first time to its receiver having taken it.',
    labels: ['event'],
    buckets: DELIVERY_SECONDS,
  },
  outbound_request_seconds: {
    kind: 'histogram',
    help: 'How long requests to other services took: `2xx` to `5xx` by status, `timed_out` or `failed`.',
    labels: ['destination', 'outcome'],
    buckets: OUTBOUND_SECONDS,
  },
  route_quotes_total: {
    kind: 'counter',
    help: 'Quotes that a route provider was asked for: `quoted`, `no_route`, or `failed` where it did not answer or answered something else. What was kept from before is not counted.',
    labels: ['provider', 'outcome'],
  },
  payment_settlement_seconds: {
    kind: 'histogram',
    help: 'Until a payment counted: since the time of its block, or since its link was created.',
    labels: ['network', 'since'],
    buckets: SLOW_SECONDS,
  },
  florin_info: {
    kind: 'gauge',
    help: 'Always 1; its labels name the release and the newest migration of the database.',
    labels: ['release', 'schema'],
  },
  alarms: {
    kind: 'gauge',
    help: '1 for each alarm that needs a person now; the network is empty where an alarm belongs to none.',
    labels: ['kind', 'network'],
  },
  reconciliation_differences: {
    kind: 'gauge',
    help: 'Differences between the stored payments and the chain that two comparisons found.',
    labels: ['network'],
  },
  reconciliation_block: {
    kind: 'gauge',
    help: 'The newest block that was compared with the stored payments.',
    labels: ['network'],
  },
  reconciliation_age_seconds: {
    kind: 'gauge',
    help: 'How long ago blocks were last compared with the stored payments.',
    labels: ['network'],
  },
  chain_head_blocks: {
    kind: 'gauge',
    help: 'The newest block of a network at the last poll.',
    labels: ['network'],
  },
  chain_head_lag_blocks: {
    kind: 'gauge',
    help: 'How many blocks the cursor of a network is behind the newest one.',
    labels: ['network'],
  },
  chain_cursor_age_seconds: {
    kind: 'gauge',
    help: 'Since when the cursor of a network has not moved.',
    labels: ['network'],
  },
  chain_halted: {
    kind: 'gauge',
    help: '1 where a network is halted until an operator lets it continue.',
    labels: ['network'],
  },
  links: {
    kind: 'gauge',
    help: 'Links by their status; beyond ten thousand as the database last sampled them.',
    labels: ['status'],
  },
  transfers_waiting: {
    kind: 'gauge',
    help: 'Transfers that were seen and do not count yet: not deep enough, or nodes must agree first.',
    labels: ['network', 'reason'],
  },
  suspicious_transfers_stored: {
    kind: 'gauge',
    help: 'Transfers that name one of our references and pay nothing of it.',
    labels: ['network'],
  },
  payment_intents: {
    kind: 'gauge',
    help: 'Payments from other networks that are followed; ten thousand may be more.',
    labels: ['status'],
  },
  payment_intent_age_seconds: {
    kind: 'gauge',
    help: 'How old the oldest of them is.',
    labels: ['status'],
  },
  payment_intents_overdue: {
    kind: 'gauge',
    help: 'How many of them should have been delivered or refunded.',
    labels: [],
  },
  sender_balance_coins: {
    kind: 'gauge',
    help: 'What the sender of signed payments has, in the coin of the network, as it was read last.',
    labels: ['network'],
  },
  sender_read_age_seconds: {
    kind: 'gauge',
    help: 'How long ago that was; a worker reads it every minute.',
    labels: ['network'],
  },
  sender_open_transactions: {
    kind: 'gauge',
    help: 'Transactions of the sender that have not ended; ten thousand may be more.',
    labels: ['network'],
  },
  sender_transaction_age_seconds: {
    kind: 'gauge',
    help: 'How old the oldest of them is.',
    labels: ['network'],
  },
  sender_budget_used_ratio: {
    kind: 'gauge',
    help: 'The share of the budget of today that is spent: of `all` accounts together, or of the `one` that has spent most.',
    labels: ['network', 'of'],
  },
  sponsorship_budget_used_ratio: {
    kind: 'gauge',
    help: 'The share of the budget of today that sponsored operations may cost: of `all` accounts together, or of the `one` with the most.',
    labels: ['network', 'of'],
  },
  recurring_payouts: {
    kind: 'gauge',
    help: 'Recurring payouts that are active or paused, and active ones whose next payment has failed and is tried again; ten thousand may be more.',
    labels: ['network', 'status'],
  },
  held_payments: {
    kind: 'gauge',
    help: 'Payments that do not count because of who sent them: `undecided` are asked about again, `refused` wait for their accounts. Stops at 10,000.',
    labels: ['status'],
  },
  screening_wallets: {
    kind: 'gauge',
    help: 'Wallets that vendors judge, of links and of calls without one: `waiting` for one, `failed` where none decided in the last 15 minutes, `rejected` in the last day. Stops at 10,000 of each.',
    labels: ['status'],
  },
  screening_wait_seconds: {
    kind: 'gauge',
    help: 'For how long the oldest wallet has waited for a vendor.',
    labels: [],
  },
  held_payment_undecided_seconds: {
    kind: 'gauge',
    help: 'For how long the oldest payment waits of whose sender nothing is known.',
    labels: [],
  },
  recurring_payouts_short: {
    kind: 'gauge',
    help: 'Active recurring payouts whose payer was seen to lack balance or allowance for the next payment.',
    labels: ['network', 'of'],
  },
  recurring_payments_due: {
    kind: 'gauge',
    help: 'Payments of recurring payouts that are due `now`, those of them that are `late` without having failed, and those due within a `day` that are not sent.',
    labels: ['network', 'when'],
  },
  recurring_payment_late_seconds: {
    kind: 'gauge',
    help: 'How late the oldest of the late ones is; 0 where none is.',
    labels: ['network'],
  },
  recurring_payments_not_ours: {
    kind: 'gauge',
    help: 'Payments of recurring payouts that were taken without paying, or that somebody else sent, found in the last week.',
    labels: ['network', 'was'],
  },
  recurring_gas_needed_coins: {
    kind: 'gauge',
    help: 'What sending those that are due within a day may cost, in the coin of the network.',
    labels: ['network'],
  },
  commerce_payments_watched: {
    kind: 'gauge',
    help: 'Payments through the escrow that something can still happen to.',
    labels: ['network'],
  },
  commerce_operations: {
    kind: 'gauge',
    help: 'Transactions of operators to the escrow that have not ended, and those that failed or were refused in the last week.',
    labels: ['network', 'status'],
  },
  commerce_operation_age_seconds: {
    kind: 'gauge',
    help: 'How old the oldest open one is.',
    labels: ['network'],
  },
  commerce_foreign_authorizations: {
    kind: 'gauge',
    help: 'Authorisations by others with references of ours in the last week, up to twenty of all networks.',
    labels: ['network'],
  },
  escrow_read_age_seconds: {
    kind: 'gauge',
    help: 'How long ago the blocks of the escrow were read.',
    labels: ['network'],
  },
  webhook_queue_waiting: {
    kind: 'gauge',
    help: 'Deliveries that wait for their first attempt or a retry; ten thousand means that many or more.',
    labels: [],
  },
  webhook_queue_age_seconds: {
    kind: 'gauge',
    help: 'How late the webhook is that is due for longest; 0 when none is due.',
    labels: [],
  },
  webhook_events_waiting: {
    kind: 'gauge',
    help: 'Events without webhook deliveries so far; ten thousand means that many or more.',
    labels: [],
  },
  webhook_deliveries_lost: {
    kind: 'gauge',
    help: 'Webhooks that were given up and can be sent again; ten thousand may be more.',
    labels: [],
  },
  disk_free_bytes: {
    kind: 'gauge',
    help: 'Free space on the disk of a folder that data is kept in; absent in production without DATABASE_FOLDER.',
    labels: ['folder'],
  },
  disk_size_bytes: {
    kind: 'gauge',
    help: 'Size of the disk of a folder that data is kept in; absent in production without DATABASE_FOLDER.',
    labels: ['folder'],
  },
  rpc_node_healthy: {
    kind: 'gauge',
    help: '1 for a node that answers, 0 for one that fails or is not queried (circuit open).',
    labels: ['network', 'node'],
  },
  rpc_node_head_blocks: {
    kind: 'gauge',
    help: 'The newest block that a node reported to this process.',
    labels: ['network', 'node'],
  },
  rpc_node_latency_seconds: {
    kind: 'gauge',
    help: 'How long a node usually takes to answer this process.',
    labels: ['network', 'node'],
  },
} as const satisfies Record<string, MetricSpec>;
