import type { Network } from '#catalog/networks.ts';
import { NETWORK_LIMITS } from '#modules/settlement/index.ts';
import { type DiskStatus, describeDisk } from './disk-status.ts';
import type { EscrowStatus } from './escrow-status.ts';
import type { HeldStatus } from './held-status.ts';
import {
  isAway,
  type NetworkStatus,
  type ReconciliationStatus,
  type WebhookStatus,
} from './network-status.ts';
import type { RecurringStatus } from './recurring-status.ts';
import type { SenderStatus } from './sender-status.ts';
import type { SponsorshipStatus } from './sponsorship-status.ts';
import type { WalletStatus } from './wallet-status.ts';

/** Something that needs a person now. */
export interface Alarm {
  readonly kind:
    | 'halted'
    | 'nodes_disagree'
    | 'payments_wait'
    | 'single_node_credit'
    | 'payments_differ'
    | 'not_reconciled'
    | 'not_followed'
    | 'behind'
    | 'stalled'
    | 'old_finality'
    | 'no_node'
    | 'too_few_nodes'
    | 'node_away'
    | 'wrong_node'
    | 'webhooks_late'
    | 'intents_overdue'
    | 'sender_low'
    | 'sender_stuck'
    | 'sender_budget'
    | 'sponsorship_budget'
    | 'escrow_unread'
    | 'escrow_foreign'
    | 'escrow_unmoved'
    | 'escrow_late'
    | 'recurring_late'
    | 'recurring_paused'
    | 'recurring_lost'
    | 'recurring_elsewhere'
    | 'sender_short'
    | 'payers_undecided'
    | 'payments_held'
    | 'vendors_failing'
    | 'wallets_wait'
    | 'disk_low'
    | 'disk_almost_full';
  /** Empty where it is of none. */
  readonly network: string;
  /** An error where money may be missed or wrong, a warning where it is only late. */
  readonly level: 'error' | 'warn';
  readonly message: string;
}

/** Retries of one receiver are over within half a minute; later than this the queue itself is slow. */
const WEBHOOKS_LATE_SECONDS_MAX = 60;

/** Slices are due every few minutes at most; a day without one is no slow node. */
const NOT_RECONCILED_SECONDS_MAX = 86_400;

interface AlarmRules {
  readonly rules: readonly Network[];
  readonly mode: 'sandbox' | 'production';
}

/** What of all that is known needs a person, errors first. */
export function alarmsOf(
  input: {
    readonly networks: readonly NetworkStatus[];
    readonly webhooks: WebhookStatus;
    /** How many payments from other networks should have ended. */
    readonly intents: { readonly overdue: number };
    readonly senders: readonly SenderStatus[];
    readonly sponsorships?: readonly SponsorshipStatus[];
    readonly escrows?: readonly EscrowStatus[];
    readonly recurring?: readonly RecurringStatus[];
    readonly held?: HeldStatus;
    readonly wallets?: WalletStatus;
    readonly disks?: readonly DiskStatus[];
  },
  { rules, mode }: AlarmRules,
): readonly Alarm[] {
  // A network removed from the settings never advances, and needs no action.
  const watched = input.networks.filter(({ hasNodes }) => hasNodes);
  const alarms = watched.flatMap((network) => {
    const rule = rules.find(({ id }) => id === network.network);
    return alarmsOfNetwork(network, { rule, mode });
  });
  const { lateSeconds } = input.webhooks;
  if (lateSeconds > WEBHOOKS_LATE_SECONDS_MAX) {
    const message = `Webhooks are ${lateSeconds} seconds late: is a worker running?`;
    alarms.push({ kind: 'webhooks_late', network: '', level: 'warn', message });
  }
  const { overdue } = input.intents;
  if (overdue > 0) {
    const message = `${overdue} payments from other networks should have been delivered or refunded: npx florin intent lists them`;
    alarms.push({ kind: 'intents_overdue', network: '', level: 'warn', message });
  }
  alarms.push(...input.senders.flatMap(senderAlarms));
  alarms.push(...(input.sponsorships ?? []).flatMap(sponsorshipAlarms));
  alarms.push(...(input.escrows ?? []).flatMap(escrowAlarms));
  alarms.push(...(input.recurring ?? []).flatMap(recurringAlarms));
  alarms.push(...heldAlarms(input.held), ...walletAlarms(input.wallets));
  alarms.push(...diskAlarms(input.disks ?? []));
  return [...alarms].sort((a, b) => Number(a.level === 'warn') - Number(b.level === 'warn'));
}

function senderAlarms(sender: SenderStatus): Alarm[] {
  const { network, address, coin, balance, open, oldestSeconds, spent, budget } = sender;
  const found: Alarm[] = [];
  const alarm = (kind: Alarm['kind'], message: string) =>
    found.push({ kind, network, level: 'warn', message });
  if (sender.isLow) {
    const message = `${address} has ${balance} ${coin} on ${network}, less than one account may cost in a day: send it more`;
    alarm('sender_low', message);
  }
  if (sender.isStuck) {
    const message = `${open} transactions of ${address} on ${network} have not ended, the oldest for ${oldestSeconds} seconds`;
    alarm('sender_stuck', message);
  }
  if (sender.isNearlySpent) {
    const message = `The payments sent on ${network} today may cost ${spent} of ${budget} ${coin}`;
    alarm('sender_budget', message);
  }
  return found;
}

function sponsorshipAlarms(found: SponsorshipStatus): Alarm[] {
  const { network, coin, spent, budget, isNearlySpent } = found;
  if (!isNearlySpent) return [];
  const message = `The operations sponsored on ${network} today may cost ${spent} of ${budget} ${coin}`;
  return [{ kind: 'sponsorship_budget', network, level: 'warn', message }];
}

function escrowAlarms(found: EscrowStatus): Alarm[] {
  const { network, foreign, unmoved, isUnread, ageSeconds } = found;
  const alarms: Alarm[] = [];
  const alarm = (level: Alarm['level'], kind: Alarm['kind'], message: string) =>
    alarms.push({ kind, network, level, message });
  if (foreign > 0) {
    const message = `${foreign} payments on ${network} were authorised by others with references of ours: they are credited to nobody`;
    alarm('error', 'escrow_foreign', message);
  }
  if (unmoved > 0) {
    const message = `${unmoved} events of the escrow on ${network} are not confirmed by the token: they do not count`;
    alarm('error', 'escrow_unmoved', message);
  }
  if (isUnread) {
    const message = `The escrow on ${network} was not read for ${ageSeconds} seconds: is a worker running?`;
    alarm('warn', 'escrow_unread', message);
  }
  if (found.isLate) {
    const { openOperations, oldestSeconds } = found;
    const message = `${openOperations} transactions of commerce payments on ${network} have not ended, the oldest for ${oldestSeconds} seconds`;
    alarm('warn', 'escrow_late', message);
  }
  return alarms;
}

function recurringAlarms(found: RecurringStatus): Alarm[] {
  const { network, late, lateSeconds, pausedLately, lost, paidElsewhere } = found;
  const alarms: Alarm[] = [];
  const alarm = (level: Alarm['level'], kind: Alarm['kind'], message: string) =>
    alarms.push({ kind, network, level, message });
  if (lost > 0) {
    const message = `${lost} payments of recurring payouts on ${network} were taken in the last week and paid nothing: npx florin recurring list --status paused`;
    alarm('error', 'recurring_lost', message);
  }
  if (paidElsewhere > 0) {
    const message = `${paidElsewhere} payments of recurring payouts on ${network} were sent by somebody else in the last week: who else has the relayer key?`;
    alarm('error', 'recurring_elsewhere', message);
  }
  if (late > 0) {
    const message = `${late} payments of recurring payouts on ${network} are late, the oldest by ${lateSeconds} seconds: is a worker running, and has its key coin?`;
    alarm('warn', 'recurring_late', message);
  }
  if (pausedLately > 0) {
    const message = `${pausedLately} recurring payouts on ${network} were paused in the last week: npx florin recurring list --status paused`;
    alarm('warn', 'recurring_paused', message);
  }
  if (found.isShortOfGas) {
    const { sender, gasBalance, gasNeeded, coin, dueSoon } = found;
    const message = `${sender} has ${gasBalance} ${coin} on ${network}, and sending ${dueSoon} payments that are due within a day may cost ${gasNeeded}: send it more`;
    alarm('warn', 'sender_short', message);
  }
  return alarms;
}

/** A node that is down is noticed in seconds; longer than this nobody looks, or nothing will ever answer. */
const UNDECIDED_SECONDS_MAX = 300;

function heldAlarms(held: HeldStatus | undefined): Alarm[] {
  const found: Alarm[] = [];
  const alarm = (kind: Alarm['kind'], message: string) =>
    found.push({ kind, network: '', level: 'warn', message });
  if (held === undefined) return found;
  const { undecided, undecidedSeconds, refused } = held;
  if (undecidedSeconds > UNDECIDED_SECONDS_MAX) {
    const message = `${undecided} payments wait because nothing is known of who sent them, the oldest for ${undecidedSeconds} seconds: npx florin screening list --status undecided`;
    alarm('payers_undecided', message);
  }
  if (refused > 0) {
    const message = `${refused} payments are held because their payers were refused: npx florin screening list --status refused`;
    alarm('payments_held', message);
  }
  return found;
}

/** Two vendors with all their time need less; longer than this nobody asks them. */
const WALLETS_WAIT_SECONDS_MAX = 300;

function walletAlarms(wallets: WalletStatus | undefined): Alarm[] {
  const found: Alarm[] = [];
  const alarm = (kind: Alarm['kind'], message: string) =>
    found.push({ kind, network: '', level: 'warn', message });
  if (wallets === undefined) return found;
  const { waiting, waitingSeconds, failedLately, isFailing } = wallets;
  if (isFailing) {
    const message = `No vendor decided about ${failedLately} wallets in the last 15 minutes, and none has answered since: they do not pay. npx florin doctor asks each vendor`;
    alarm('vendors_failing', message);
  }
  if (waitingSeconds > WALLETS_WAIT_SECONDS_MAX) {
    const message = `${waiting} wallets wait for a vendor, the oldest for ${waitingSeconds} seconds: is a worker running?`;
    alarm('wallets_wait', message);
  }
  return found;
}

function diskAlarms(disks: readonly DiskStatus[]): Alarm[] {
  const alarm = (state: 'low' | 'almost_full', level: Alarm['level']): Alarm[] => {
    const found = disks.filter((disk) => disk.state === state).map(describeDisk);
    if (found.length === 0) return [];
    const message = `${found.join('; ')}: make room, as the database stops when its disk is full`;
    return [{ kind: `disk_${state}`, network: '', level, message }];
  };
  return [...alarm('almost_full', 'error'), ...alarm('low', 'warn')];
}

interface NetworkRules {
  readonly rule: Network | undefined;
  readonly mode: AlarmRules['mode'];
}

function alarmsOfNetwork(status: NetworkStatus, { rule, mode }: NetworkRules): Alarm[] {
  const { network, halted, cursor, lagBlocks, cursorAgeSeconds } = status;
  const found: Alarm[] = [...nodeAlarms(status), ...reconciliationAlarms(status)];
  const alarm = (level: Alarm['level'], kind: Alarm['kind'], message: string) =>
    found.push({ kind, network, level, message });
  if (halted !== null) {
    alarm('error', 'halted', `${network} stands still since ${halted.at}: ${halted.reason}`);
  }
  found.push(...agreementAlarms(status));
  if (cursor === null) {
    alarm('warn', 'not_followed', `${network} was never followed: is a watcher running?`);
  }
  // A halted network is behind and stands still because it is halted.
  if (halted !== null || rule === undefined) return found;
  const behindSeconds = Math.round(((lagBlocks ?? 0) * rule.blockTimeMs) / 1000);
  if (behindSeconds > NETWORK_LIMITS.behindSeconds) {
    const message = `${network} is ${lagBlocks} blocks behind, about ${behindSeconds} seconds`;
    alarm('warn', 'behind', message);
  }
  if (cursorAgeSeconds !== null && cursorAgeSeconds > NETWORK_LIMITS.stalledSeconds) {
    const message = `Nothing of ${network} was scanned for ${cursorAgeSeconds} seconds`;
    alarm('error', 'stalled', message);
  }
  const { finalizedAgeSeconds } = status;
  // A local node's idea of finality follows from nothing but its own depth.
  if (mode === 'production' && rule.finalized.by === 'finalized_tag') {
    const maxSeconds = rule.tagAgeMaxMs / 1000;
    if (finalizedAgeSeconds !== null && finalizedAgeSeconds > maxSeconds) {
      const message = `The final block of ${network} is ${finalizedAgeSeconds} seconds old`;
      alarm('warn', 'old_finality', message);
    }
  }
  return found;
}

function agreementAlarms(status: NetworkStatus): Alarm[] {
  const { network, disputed, waitingLong, creditedAlone } = status;
  const alarms: Alarm[] = [];
  if (disputed > 0) {
    alarms.push({ kind: 'nodes_disagree', network, level: 'error', message: sayDispute(status) });
  }
  if (waitingLong > 0) {
    const message = `${waitingLong} payments of ${network} wait: ${sayTooFew(status)}`;
    alarms.push({ kind: 'payments_wait', network, level: 'warn', message });
  }
  if (creditedAlone > 0) {
    const message = `${creditedAlone} payments of ${network} count by the word of one node; they are checked again once another answers`;
    alarms.push({ kind: 'single_node_credit', network, level: 'warn', message });
  }
  return alarms;
}

function reconciliationAlarms({ network, halted, reconciliation }: NetworkStatus): Alarm[] {
  if (reconciliation === null) return [];
  const { differences, ageSeconds } = reconciliation;
  const alarms: Alarm[] = [];
  if (differences > 0) {
    const message = describeDifferences(network, reconciliation);
    alarms.push({ kind: 'payments_differ', network, level: 'error', message });
  }
  // A halted network is not compared because it is halted.
  if (halted === null && (ageSeconds ?? 0) > NOT_RECONCILED_SECONDS_MAX) {
    const message = `Payments of ${network} were not compared with the chain for ${ageSeconds} seconds: do its nodes answer?`;
    alarms.push({ kind: 'not_reconciled', network, level: 'warn', message });
  }
  return alarms;
}

/** What differs, and the command that repairs it, or shows it where none does. */
function describeDifferences(network: string, found: ReconciliationStatus): string {
  const { differences, missing, from, to } = found;
  const range = `--network ${network} --from ${from ?? 0}${to === null ? '' : ` --to ${to}`}`;
  const what = `${differences} stored payments of ${network} differ from the chain`;
  const rescan = `npx florin rescan ${range}`;
  if (missing === differences) return `${what}, all of them missing: repair with ${rescan}`;
  const repair = missing > 0 ? `; ${missing} are missing: repair those with ${rescan}` : '';
  return `${what}: look with npx florin reconcile ${range}${repair}`;
}

function sayDispute({ network, disputed, disputing }: NetworkStatus): string {
  const who = disputing.length === 0 ? '' : `; otherwise says ${disputing.join(', ')}`;
  return `The nodes of ${network} disagree on ${disputed} transfers${who}`;
}

/** Why payments wait that no node denies. */
function sayTooFew({ agreement, answering }: NetworkStatus): string {
  if (agreement === null) return 'too few nodes have them';
  const isAnswered = answering >= agreement;
  return isAnswered
    ? `fewer than ${agreement} nodes have their blocks and receipts, though ${answering} answer`
    : `${agreement} nodes must agree, and ${answering} answer`;
}

function nodeAlarms(status: NetworkStatus): Alarm[] {
  const { network, nodes } = status;
  const wrong = nodes.filter(({ state }) => state === 'wrong_chain');
  const alarms: Alarm[] = wrong.map(({ name }) => ({
    kind: 'wrong_node',
    network,
    level: 'error',
    message: `Node ${name} of ${network} serves another chain`,
  }));
  if (nodes.length === 0) return alarms;
  if (nodes.some(({ state }) => state === 'healthy')) return [...alarms, ...awayAlarms(status)];
  const message = `No node of ${network} answers: ${nodes[0]?.lastError ?? 'no reason is known'}`;
  return [...alarms, { kind: 'no_node', network, level: 'error', message }];
}

/** The alarm while some node answers: a spare is down, or fewer are left than must agree. */
function awayAlarms({ network, nodes, agreement, answering }: NetworkStatus): Alarm[] {
  const isTooFew = agreement !== null && answering < agreement;
  const away = nodes.filter(({ state, head }) => isAway(state, head !== null));
  if (away.length === 0 && !isTooFew) return [];
  const reasons = away.map(
    ({ name, lastError }) => `${name} (${lastError ?? 'no reason is known'})`,
  );
  const names = reasons.length === 0 ? '' : `: ${reasons.join(', ')}`;
  const left = nodes.filter(({ state }) => state === 'healthy').length;
  const message = `${network} is left with ${left} of ${nodes.length} nodes${names}`;
  if (!isTooFew) return [{ kind: 'node_away', network, level: 'warn', message }];
  const needed = `${message}; ${agreement} must agree, so payments wait or count within SINGLE_NODE_CREDIT_USD`;
  return [{ kind: 'too_few_nodes', network, level: 'warn', message: needed }];
}
