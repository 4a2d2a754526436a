import type { ReadableMeter } from '#platform/metrics.ts';
import type { DiskStatus } from './disk-status.ts';
import type { EscrowStatus } from './escrow-status.ts';
import type { NetworkStatus, ReconciliationStatus } from './network-status.ts';
import type { RecurringStatus } from './recurring-status.ts';
import type { SenderStatus } from './sender-status.ts';
import type { Status } from './status.ts';

/** Sets every gauge to what a status says; what it does not know has no value. */
export function setGauges(meter: ReadableMeter, status: Status): void {
  const { links, alarms, release, schema } = status;
  // Of a network without nodes here nothing moves any more, and alarms would last for ever.
  const networks = status.networks.filter(({ hasNodes }) => hasNodes);
  const of = (read: (network: NetworkStatus) => number | null) =>
    networks.flatMap((network) => {
      const value = read(network);
      return value === null ? [] : [{ labels: { network: network.network }, value }];
    });
  meter.set('florin_info', [{ labels: { release, schema }, value: 1 }]);
  meter.set(
    'alarms',
    alarms.map(({ kind, network }) => ({ labels: { kind, network }, value: 1 })),
  );
  meter.set(
    'chain_head_blocks',
    of(({ head }) => head),
  );
  meter.set(
    'chain_head_lag_blocks',
    of(({ lagBlocks }) => lagBlocks),
  );
  meter.set(
    'chain_cursor_age_seconds',
    of(({ cursorAgeSeconds }) => cursorAgeSeconds),
  );
  meter.set(
    'chain_halted',
    of(({ halted }) => (halted === null ? 0 : 1)),
  );
  meter.set(
    'suspicious_transfers_stored',
    of(({ suspicious }) => suspicious),
  );
  meter.set(
    'transfers_waiting',
    networks.flatMap(({ network, seen, awaitingAgreement }) => [
      { labels: { network, reason: 'depth' }, value: seen - awaitingAgreement },
      { labels: { network, reason: 'agreement' }, value: awaitingAgreement },
    ]),
  );
  meter.set(
    'links',
    links.map(({ status, links }) => ({ labels: { status }, value: links })),
  );
  setIntentGauges(meter, status);
  setSendingGauges(meter, status);
  setWebhookGauges(meter, status);
  setDiskGauges(meter, status);
  const reconciled = (read: (one: ReconciliationStatus) => number | null) =>
    of(({ reconciliation }) => (reconciliation === null ? null : read(reconciliation)));
  meter.set(
    'reconciliation_differences',
    reconciled(({ differences }) => differences),
  );
  meter.set(
    'reconciliation_block',
    reconciled(({ comparedTo }) => comparedTo),
  );
  meter.set(
    'reconciliation_age_seconds',
    reconciled(({ ageSeconds }) => ageSeconds),
  );
  setNodeGauges(meter, networks);
}

function setIntentGauges(meter: ReadableMeter, { intents }: Status): void {
  meter.set(
    'payment_intents',
    intents.open.map(({ status, intents }) => ({ labels: { status }, value: intents })),
  );
  meter.set(
    'payment_intent_age_seconds',
    intents.open.map(({ status, oldestSeconds }) => ({ labels: { status }, value: oldestSeconds })),
  );
  meter.set('payment_intents_overdue', [{ labels: {}, value: intents.overdue }]);
}

/** What this installation sends and pays for, with its own keys. */
function setSendingGauges(meter: ReadableMeter, status: Status): void {
  setSenderGauges(meter, status);
  setSponsorshipGauges(meter, status);
  setHeldGauges(meter, status);
  setRecurringGauges(meter, status);
  setEscrowGauges(meter, status);
}

function setSenderGauges(meter: ReadableMeter, { senders }: Status): void {
  const of = (read: (sender: SenderStatus) => number) =>
    senders.map((sender) => ({ labels: { network: sender.network }, value: read(sender) }));
  meter.set(
    'sender_balance_coins',
    of(({ balance }) => Number(balance)),
  );
  meter.set(
    'sender_read_age_seconds',
    of(({ ageSeconds }) => ageSeconds),
  );
  meter.set(
    'sender_open_transactions',
    of(({ open }) => open),
  );
  meter.set(
    'sender_transaction_age_seconds',
    of(({ oldestSeconds }) => oldestSeconds),
  );
  meter.set(
    'sender_budget_used_ratio',
    senders.flatMap(({ network, spent, budget, accountSpent, accountBudget }) => [
      { labels: { network, of: 'all' }, value: Number(spent) / Number(budget) },
      { labels: { network, of: 'one' }, value: Number(accountSpent) / Number(accountBudget) },
    ]),
  );
}

function setSponsorshipGauges(meter: ReadableMeter, { sponsorships }: Status): void {
  meter.set(
    'sponsorship_budget_used_ratio',
    sponsorships.flatMap(({ network, spent, budget, accountSpent, accountBudget }) => [
      { labels: { network, of: 'all' }, value: Number(spent) / Number(budget) },
      { labels: { network, of: 'one' }, value: Number(accountSpent) / Number(accountBudget) },
    ]),
  );
}

function setRecurringGauges(meter: ReadableMeter, { recurring }: Status): void {
  const of = (read: (one: RecurringStatus) => number | null) =>
    recurring.flatMap((one) => {
      const value = read(one);
      return value === null ? [] : [{ labels: { network: one.network }, value }];
    });
  meter.set(
    'recurring_payouts',
    recurring.flatMap(({ network, ...one }) =>
      (['active', 'paused', 'failing'] as const).map((status) => ({
        labels: { network, status },
        value: one[status],
      })),
    ),
  );
  meter.set(
    'recurring_payouts_short',
    recurring.flatMap(({ network, shortOfBalance, shortOfAllowance }) => [
      { labels: { network, of: 'balance' }, value: shortOfBalance },
      { labels: { network, of: 'allowance' }, value: shortOfAllowance },
    ]),
  );
  meter.set(
    'recurring_payments_due',
    recurring.flatMap(({ network, due, late, dueSoon }) => [
      { labels: { network, when: 'now' }, value: due },
      { labels: { network, when: 'late' }, value: late },
      { labels: { network, when: 'day' }, value: dueSoon },
    ]),
  );
  meter.set(
    'recurring_payment_late_seconds',
    of(({ lateSeconds }) => lateSeconds),
  );
  meter.set(
    'recurring_payments_not_ours',
    recurring.flatMap(({ network, lost, paidElsewhere }) => [
      { labels: { network, was: 'lost' }, value: lost },
      { labels: { network, was: 'paid_elsewhere' }, value: paidElsewhere },
    ]),
  );
  meter.set(
    'recurring_gas_needed_coins',
    of(({ gasNeeded }) => (gasNeeded === null ? null : Number(gasNeeded))),
  );
}

function setHeldGauges(meter: ReadableMeter, { held, wallets }: Status): void {
  meter.set('held_payments', [
    { labels: { status: 'undecided' }, value: held.undecided },
    { labels: { status: 'refused' }, value: held.refused },
  ]);
  meter.set('screening_wallets', [
    { labels: { status: 'waiting' }, value: wallets.waiting },
    { labels: { status: 'failed' }, value: wallets.failedLately },
    { labels: { status: 'rejected' }, value: wallets.rejectedLately },
  ]);
  meter.set('screening_wait_seconds', [{ labels: {}, value: wallets.waitingSeconds }]);
  meter.set('held_payment_undecided_seconds', [{ labels: {}, value: held.undecidedSeconds }]);
}

function setEscrowGauges(meter: ReadableMeter, { escrows }: Status): void {
  const of = (read: (one: EscrowStatus) => number) =>
    escrows.map((one) => ({ labels: { network: one.network }, value: read(one) }));
  meter.set(
    'commerce_payments_watched',
    of(({ watched }) => watched),
  );
  meter.set(
    'commerce_operations',
    escrows.flatMap(({ network, openOperations, failedOperations }) => [
      { labels: { network, status: 'open' }, value: openOperations },
      { labels: { network, status: 'failed' }, value: failedOperations },
    ]),
  );
  meter.set(
    'commerce_operation_age_seconds',
    of(({ oldestSeconds }) => oldestSeconds),
  );
  meter.set(
    'commerce_foreign_authorizations',
    of(({ foreign }) => foreign),
  );
  meter.set(
    'escrow_read_age_seconds',
    of(({ ageSeconds }) => ageSeconds),
  );
}

function setWebhookGauges(meter: ReadableMeter, { webhooks }: Status): void {
  meter.set('webhook_queue_waiting', [{ labels: {}, value: webhooks.waiting }]);
  meter.set('webhook_queue_age_seconds', [{ labels: {}, value: webhooks.lateSeconds }]);
  meter.set('webhook_events_waiting', [{ labels: {}, value: webhooks.eventsWaiting }]);
  meter.set('webhook_deliveries_lost', [{ labels: {}, value: webhooks.lost }]);
}

function setDiskGauges(meter: ReadableMeter, { disks }: Status): void {
  const of = (read: (disk: DiskStatus) => number | null) =>
    disks.flatMap((disk) => {
      const value = read(disk);
      return value === null ? [] : [{ labels: { folder: disk.folder }, value }];
    });
  meter.set(
    'disk_free_bytes',
    of(({ freeBytes }) => freeBytes),
  );
  meter.set(
    'disk_size_bytes',
    of(({ sizeBytes }) => sizeBytes),
  );
}

function setNodeGauges(meter: ReadableMeter, networks: readonly NetworkStatus[]): void {
  const nodes = networks.flatMap(({ network, nodes }) =>
    // By its position, as in the counters of nodes, so that both can be compared.
    nodes.map((node, i) => ({ node, labels: { network, node: `${i + 1}` } })),
  );
  meter.set(
    'rpc_node_healthy',
    nodes.map(({ node, labels }) => ({ labels, value: node.state === 'healthy' ? 1 : 0 })),
  );
  meter.set(
    'rpc_node_head_blocks',
    nodes.flatMap(({ node, labels }) => (node.head === null ? [] : [{ labels, value: node.head }])),
  );
  meter.set(
    'rpc_node_latency_seconds',
    nodes.flatMap(({ node, labels }) =>
      node.latencyMs === null ? [] : [{ labels, value: node.latencyMs / 1000 }],
    ),
  );
}
