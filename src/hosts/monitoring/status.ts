import { isNetworkId, NETWORKS } from '#catalog/networks.ts';
import type { Chain, NodeState } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { measureCommerce } from '#modules/commerce/index.ts';
import { measureRefusedWallets } from '#modules/compliance/index.ts';
import { type IntentMeasures, measureIntents } from '#modules/intents/index.ts';
import { measureRecurring } from '#modules/recurring-payouts/index.ts';
import { measureSenders } from '#modules/relayer/index.ts';
import { measureScreenings } from '#modules/screening/index.ts';
import { type LinkCount, measureLinks } from '#modules/secure-payments/index.ts';
import {
  measureHeld,
  measureNetworks,
  measureReconciliations,
  type NetworkProgress,
  type ReconciliationProgress,
} from '#modules/settlement/index.ts';
import { measureSponsorships } from '#modules/user-operations/index.ts';
import { measureWebhooks } from '#modules/webhooks/index.ts';
import { findNewestMigration } from '#platform/db/migrate.ts';
import { type Alarm, alarmsOf } from './alarms.ts';
import { type DiskStatus, diskStatus } from './disk-status.ts';
import { type EscrowStatus, escrowStatuses } from './escrow-status.ts';
import { type HeldStatus, heldStatus } from './held-status.ts';
import {
  countAnswering,
  type NetworkStatus,
  type NodeStatus,
  type ReconciliationStatus,
  type WebhookStatus,
} from './network-status.ts';
import { type RecurringStatus, recurringStatus } from './recurring-status.ts';
import { findRelease } from './release.ts';
import { type RouteProviderStatus, routeProviderStatus } from './route-provider-status.ts';
import { type ScreeningStatus, screeningStatus } from './screening-status.ts';
import { type SenderStatus, senderStatus } from './sender-status.ts';
import { type SponsorshipStatus, sponsorshipStatus } from './sponsorship-status.ts';
import { type VendorStatus, vendorStatuses } from './vendor-status.ts';
import { type WalletStatus, walletStatus } from './wallet-status.ts';

/** Payments from other networks that are followed, by state. */
interface IntentStatus {
  readonly open: readonly {
    readonly status: string;
    readonly intents: number;
    /** How old the oldest is. */
    readonly oldestSeconds: number;
  }[];
  /** How many of them should have been delivered or refunded by now. */
  readonly overdue: number;
}

/** How this installation stands; counts of ten thousand may be more. */
export interface Status {
  /** Whether nothing needs a person. */
  readonly healthy: boolean;
  /** `degraded` when something is late or a spare is away, `failing` when money may be missed or wrong. */
  readonly state: 'well' | 'degraded' | 'failing';
  readonly at: string;
  readonly release: string;
  /** The newest migration of the database. */
  readonly schema: string;
  readonly networks: readonly NetworkStatus[];
  readonly webhooks: WebhookStatus;
  /** How many links have each status; of many as the database last sampled them. */
  readonly links: readonly LinkCount[];
  /** Payments from other networks that are followed. */
  readonly intents: IntentStatus;
  /** Who offers routes from other networks, as this process has observed it; null where nobody does. */
  readonly routeProvider: RouteProviderStatus | null;
  /** Who sends what payers sign, on each network where somebody does. */
  readonly senders: readonly SenderStatus[];
  /** What the paymaster pays for, on each network that has one. */
  readonly sponsorships: readonly SponsorshipStatus[];
  /** The escrow of each network where payments were held. */
  readonly escrows: readonly EscrowStatus[];
  /** The recurring payouts of each network that has any. */
  readonly recurring: readonly RecurringStatus[];
  /** The payments that do not count because of who sent them. */
  readonly held: HeldStatus;
  /** Where wallets are looked up in lists of sanctioned addresses; null where nowhere. */
  readonly screening: ScreeningStatus | null;
  /** The wallets that vendors judge. */
  readonly wallets: WalletStatus;
  /** The vendors that judge wallets, check payers and pay to banks. */
  readonly vendors: readonly VendorStatus[];
  /** The disks where this installation keeps its data; empty in production without `DATABASE_FOLDER`. */
  readonly disks: readonly DiskStatus[];
  /** What needs a person, the worst first. */
  readonly alarms: readonly Alarm[];
}

/**
 * Reads the state of the installation by a few statements of bounded cost, and adds what this
 * process observed of its nodes. Throws any error of the database.
 */
export async function collectStatus(ctx: Context): Promise<Status> {
  const now = ctx.now();
  const [
    networkProgress,
    reconciliations,
    links,
    measured,
    sending,
    heldNow,
    screened,
    refused,
    webhooks,
    schema,
    release,
    spaces,
  ] = await Promise.all([
    measureNetworks(ctx),
    measureReconciliations(ctx),
    measureLinks(ctx),
    measureIntents(ctx),
    sendingStatus(ctx),
    measureHeld(ctx),
    measureScreenings(ctx),
    measureRefusedWallets(ctx),
    measureWebhooks(ctx),
    findNewestMigration(ctx.db),
    findRelease(),
    ctx.measureDisks(),
  ]);
  const networks = networkStatuses(ctx, networkProgress, reconciliations);
  const disks = spaces.map(diskStatus);
  const queues = {
    webhooks: queueStatus(webhooks, now),
    intents: intentStatus(measured, now),
    held: heldStatus(ctx, heldNow),
    wallets: walletStatus(ctx, screened, refused),
  };
  const alarms = alarmsOf(
    { networks, ...queues, ...sending, disks },
    { rules: Object.values(NETWORKS), mode: ctx.settings.mode },
  );
  return {
    ...healthOf(alarms),
    at: now.toISOString(),
    release,
    schema,
    networks,
    ...queues,
    links,
    routeProvider: routeProviderStatus(ctx),
    ...sending,
    screening: screeningStatus(ctx),
    vendors: vendorStatuses(ctx, screened),
    disks,
    alarms,
  };
}

/** What this installation sends and pays for, with its own keys. */
async function sendingStatus(
  ctx: Context,
): Promise<Pick<Status, 'senders' | 'sponsorships' | 'escrows' | 'recurring'>> {
  const [relaying, sponsored, commerce, schedules] = await Promise.all([
    measureSenders(ctx),
    measureSponsorships(ctx),
    measureCommerce(ctx),
    measureRecurring(ctx),
  ]);
  return {
    senders: relaying.map((one) => senderStatus(ctx, one)),
    sponsorships: sponsored.map((one) => sponsorshipStatus(ctx, one)),
    escrows: escrowStatuses(ctx, commerce),
    recurring: schedules.map((one) => recurringStatus(ctx, one, relaying)),
  };
}

function networkStatuses(
  ctx: Context,
  networkProgress: Awaited<ReturnType<typeof measureNetworks>>,
  reconciliations: Awaited<ReturnType<typeof measureReconciliations>>,
): readonly NetworkStatus[] {
  const watched = new Map(networkProgress.map((progress) => [progress.network, progress]));
  const connected = ctx.chains.all.map(({ network }) => network.id);
  return [...new Set([...watched.keys(), ...connected])].sort().map((network) =>
    networkStatus(network, {
      progress: watched.get(network),
      reconciliation: reconciliations.find((one) => one.network === network),
      chain: isNetworkId(network) ? ctx.chains.get(network) : undefined,
      agreement: agreementOf(ctx, network),
      now: ctx.now(),
    }),
  );
}

function healthOf(alarms: readonly Alarm[]): Pick<Status, 'healthy' | 'state'> {
  if (alarms.length === 0) return { healthy: true, state: 'well' };
  const isFailing = alarms.some(({ level }) => level === 'error');
  return { healthy: false, state: isFailing ? 'failing' : 'degraded' };
}

function queueStatus(
  webhooks: Awaited<ReturnType<typeof measureWebhooks>>,
  now: Date,
): Status['webhooks'] {
  return {
    eventsWaiting: webhooks.events,
    waiting: webhooks.waiting,
    lateSeconds: ageSeconds(webhooks.dueSince, now) ?? 0,
    lost: webhooks.lost,
  };
}

/**
 * Returns the state of the installation, and probes the nodes in parallel: a process that does not query them
 * otherwise would still report their last failure.
 */
export async function collectStatusAndProbe(ctx: Context): Promise<Status> {
  // The results are in the next report; no caller waits for a node that hangs.
  void Promise.allSettled(ctx.chains.all.map((chain) => chain.readHead()));
  return await collectStatus(ctx);
}

function intentStatus({ open, overdue }: IntentMeasures, now: Date): IntentStatus {
  const aged = open.map(({ status, intents, oldestAt }) => ({
    status,
    intents,
    oldestSeconds: ageSeconds(oldestAt, now) ?? 0,
  }));
  return { open: aged, overdue };
}

interface NetworkParts {
  readonly progress: NetworkProgress | undefined;
  readonly reconciliation: ReconciliationProgress | undefined;
  readonly chain: Chain | undefined;
  readonly agreement: number | null;
  readonly now: Date;
}

function networkStatus(
  network: string,
  { progress, reconciliation, chain, agreement, now }: NetworkParts,
): NetworkStatus {
  const states = chain?.nodes() ?? [];
  const nodes = states.map((node) => nodeStatus(node, now));
  const heads = nodes.flatMap(({ head }) => (head === null ? [] : [head]));
  const cursor = progress === undefined ? null : Number(progress.cursor);
  const known = progress === undefined ? heads : [...heads, Number(progress.head)];
  const head = known.length === 0 ? null : Math.max(...known);
  const hasNodes = chain !== undefined;
  const hasLag = hasNodes && cursor !== null && head !== null;
  return {
    network,
    hasNodes,
    cursor,
    head,
    lagBlocks: hasLag ? Math.max(0, head - cursor) : null,
    cursorAgeSeconds: ageSeconds(progress?.movedAt, now),
    finalized: progress?.finalized === undefined ? null : Number(progress.finalized),
    finalizedAgeSeconds: ageSeconds(progress?.finalizedAt, now),
    safe: progress?.safe === undefined ? null : Number(progress.safe),
    safeAgeSeconds: ageSeconds(progress?.safeAt, now),
    halted: progress?.halt
      ? { at: progress.halt.at.toISOString(), reason: progress.halt.reason }
      : null,
    agreement,
    answering: countAnswering(states),
    ...countsOf(progress ?? NOTHING_COUNTED),
    reconciliation: reconciliation === undefined ? null : reconciliationStatus(reconciliation, now),
    nodes,
  };
}

/** A network that was never scanned. */
const NOTHING_COUNTED = {
  seen: 0,
  awaitingAgreement: 0,
  waitingLong: 0,
  creditedAlone: 0,
  disputed: 0,
  disputing: [],
  suspicious: 0,
} satisfies Counts;

type Counts = Pick<
  NetworkProgress,
  | 'seen'
  | 'awaitingAgreement'
  | 'waitingLong'
  | 'creditedAlone'
  | 'disputed'
  | 'disputing'
  | 'suspicious'
>;

function countsOf(progress: Counts): Counts {
  const { seen, awaitingAgreement, waitingLong, creditedAlone } = progress;
  const { disputed, disputing, suspicious } = progress;
  return {
    seen,
    awaitingAgreement,
    waitingLong,
    creditedAlone,
    disputed,
    disputing,
    suspicious,
  };
}

function reconciliationStatus(
  { comparedTo, comparedAt, differences, missing, blocks }: ReconciliationProgress,
  now: Date,
): ReconciliationStatus {
  return {
    comparedTo: Number(comparedTo),
    ageSeconds: ageSeconds(comparedAt, now),
    differences,
    missing,
    from: blocks === undefined ? null : Number(blocks.from),
    to: blocks === undefined ? null : Number(blocks.to),
  };
}

function agreementOf({ chains, settings }: Context, network: string): number | null {
  const chain = isNetworkId(network) ? chains.get(network) : undefined;
  return (chain && settings.agreement.nodesFor(chain.network)) ?? null;
}

function nodeStatus(node: NodeState, now: Date): NodeStatus {
  const { name, state, headNumber, headAt, latencyMs, errors, lastError } = node;
  return {
    name,
    state,
    head: headNumber === undefined ? null : Number(headNumber),
    headAgeSeconds: ageSeconds(headAt, now),
    latencyMs: latencyMs ?? null,
    errors,
    lastError: lastError ?? null,
  };
}

/** Whole seconds since a time; 0 for one that is still to come, null for none. */
function ageSeconds(time: Date | undefined, now: Date): number | null {
  if (time === undefined) return null;
  return Math.max(0, Math.round((now.getTime() - time.getTime()) / 1000));
}
