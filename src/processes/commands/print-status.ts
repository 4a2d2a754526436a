import process from 'node:process';
import { describeDisk } from '#hosts/monitoring/disk-status.ts';
import type { NetworkStatus } from '#hosts/monitoring/network-status.ts';
import { probeRouteProvider } from '#hosts/monitoring/route-provider-status.ts';
import { collectStatus, type Status } from '#hosts/monitoring/status.ts';
import { probeVendors } from '#hosts/monitoring/vendor-status.ts';
import { networkSuffix } from '#platform/config/network-schema.ts';
import { asTable, type OutputOptions, printAnswer } from './print-answer.ts';
import type { Environment } from './read-config.ts';
import { withNodes } from './with-context.ts';

/** Prints how everything stands; exit code 1 where something needs a person. */
export async function printStatus(environment: Environment, options: OutputOptions): Promise<void> {
  await withNodes(environment, async (ctx) => {
    // What is observed of nodes and provider comes from their answers, and this process has queried none yet.
    await Promise.allSettled([
      probeRouteProvider(ctx),
      probeVendors(ctx),
      ...ctx.chains.all.map((chain) => chain.checkChainId()),
    ]);
    await Promise.allSettled(ctx.chains.all.map((chain) => chain.readHead()));
    const status = await collectStatus(ctx);
    printAnswer(options, status, print(status));
    if (!status.healthy) process.exitCode = 1;
  });
}

function print({
  networks,
  webhooks,
  alarms,
  release,
  schema,
  at,
  state,
  links,
  intents,
  routeProvider,
  senders,
  sponsorships,
  escrows,
  recurring,
  held,
  screening,
  wallets,
  vendors,
  disks,
}: Status): string {
  const said = alarms.map(({ level, message }) => `${level === 'error' ? '✗' : '!'} ${message}`);
  return [
    `Florin ${release}, schema ${schema}, ${at}: ${state}`,
    '',
    asTable(networks.map(asRow), 'No network is followed or connected.'),
    '',
    ...networks.flatMap((network) => (network.hasNodes ? [] : [printNotFollowed(network), ''])),
    asTable(networks.flatMap(nodeRows), 'No node is configured.'),
    '',
    ...sayAlone(networks),
    `Links: ${links.map(({ status, links }) => `${links} ${status}`).join(', ') || 'none'}.`,
    `Payment intents: ${sayIntents(intents)}.`,
    ...(routeProvider === null ? [] : [sayRouteProvider(routeProvider)]),
    ...senders.map(saySender),
    ...sponsorships.map(saySponsorship),
    ...escrows.map(sayEscrow),
    ...recurring.map(sayRecurring),
    sayScreening(screening),
    ...vendors.map(sayVendor),
    ...sayWallets(wallets),
    ...sayHeld(held),
    `Webhooks: ${webhooks.waiting} waiting, ${webhooks.lateSeconds} s late, ${webhooks.lost} given up; ${webhooks.eventsWaiting} events to be sent.`,
    ...sayDisks(disks),
    '',
    ...(said.length === 0 ? ['✓ Nothing needs a person.'] : said),
  ].join('\n');
}

function nodeRows({ network, nodes }: NetworkStatus) {
  return nodes.map(({ name, state, head, latencyMs, errors, lastError }) => ({
    network,
    node: name,
    state,
    head,
    ms: latencyMs === null ? null : Math.round(latencyMs),
    errors,
    lastError,
  }));
}

/** That no disk is watched must be visible, as nothing else reports it. */
function sayDisks(disks: Status['disks']): readonly string[] {
  if (disks.length > 0) return disks.map((disk) => `${describeDisk(disk)}.`);
  return [
    'Disks: none is watched, as all data is in the database. Set DATABASE_FOLDER where this machine has its disk; otherwise watch that disk elsewhere.',
  ];
}

function sayIntents({ open, overdue }: Status['intents']): string {
  const counts = open.map(
    ({ status, intents, oldestSeconds }) => `${intents} ${status} (oldest ${oldestSeconds} s)`,
  );
  return [...counts, `${overdue} overdue`].join(', ');
}

function sayRouteProvider(provider: NonNullable<Status['routeProvider']>): string {
  const { name, latencyMs, errors, lastError } = provider;
  const answered =
    latencyMs === null ? 'has not answered' : `answered in ${Math.round(latencyMs)} ms`;
  const last = lastError === null ? '' : `; last error: ${lastError}`;
  return `Route provider: ${name} ${answered}, ${errors} errors${last}.`;
}

function saySender(sender: Status['senders'][number]): string {
  const { network, address, balance, coin, ageSeconds, open, oldestSeconds } = sender;
  const spent = `today ${sender.spent} of ${sender.budget} spent, by one account at most ${sender.accountSpent} of ${sender.accountBudget}`;
  return `Sender on ${network}: ${address} had ${balance} ${coin} ${ageSeconds} s ago, ${open} open (oldest ${oldestSeconds} s); ${spent}.`;
}

function sayEscrow(found: Status['escrows'][number]): string {
  const { network, watched, openOperations, failedOperations, ageSeconds } = found;
  const failed = failedOperations === 0 ? '' : `, ${failedOperations} failed in the last week`;
  return `Escrow on ${network}: ${watched} payments that can still change, ${openOperations} transactions open${failed}, read ${ageSeconds} seconds ago.`;
}

function sayHeld({ undecided, undecidedSeconds, refused }: Status['held']): readonly string[] {
  if (undecided + refused === 0) return [];
  return [
    `Held payments: ${undecided} of unknown payers (oldest ${undecidedSeconds} s), ${refused} refused.`,
  ];
}

const VENDOR_TASKS = {
  screening: 'Screening by',
  identity: 'Identity provider',
  off_ramp: 'Payouts to banks by',
} as const;

function sayVendor(vendor: Status['vendors'][number]): string {
  const { kind, name, answeredAt, latencyMs, errors, lastError } = vendor;
  const took = latencyMs === null ? '' : ` in ${Math.round(latencyMs)} ms`;
  const answered = answeredAt === null ? 'no answer is known' : `answered at ${answeredAt}${took}`;
  const failed = errors === 0 ? '' : `, ${errors} errors; last error: ${lastError}`;
  return `${VENDOR_TASKS[kind]} ${name}: ${answered}${failed}.`;
}

function sayWallets(wallets: Status['wallets']): readonly string[] {
  const { waiting, waitingSeconds, failedLately, rejectedLately } = wallets;
  if (waiting + failedLately + rejectedLately === 0) return [];
  return [
    `Screened wallets: ${waiting} wait (oldest ${waitingSeconds} s), ${failedLately} undecided in the last 15 minutes, ${rejectedLately} rejected in the last day.`,
  ];
}

function sayRecurring(found: Status['recurring'][number]): string {
  const { network, active, paused, failing, due, late, dueSoon, gasNeeded, coin } = found;
  const short = `${found.shortOfBalance} short of balance, ${found.shortOfAllowance} of allowance`;
  const cost = gasNeeded === null ? '' : `, which may cost ${gasNeeded} ${coin}`;
  const payouts = `${active} active, ${paused} paused, ${failing} failing, ${short}`;
  return `Recurring payouts on ${network}: ${payouts}; ${due} payments due, ${late} late, ${dueSoon} to be sent within a day${cost}.`;
}

/** Networks without a list are named, because nothing else says that wallets are not looked up there. */
export function sayScreening(screening: Status['screening']): string {
  if (screening === null) return 'Sanctioned addresses: not looked up (SANCTIONS_ORACLE is off).';
  const { rule, networks } = screening;
  const covered = networks
    .filter(({ lists }) => lists.length > 0)
    .map(({ network, lists, hasOwn }) => {
      const named = `${hasOwn ? '' : 'no list of its own, '}read: ${lists.join(', ')}`;
      return `${network} (${named})`;
    });
  const without = networks.filter(({ lists }) => lists.length === 0).map(({ network }) => network);
  const refused = networks.filter(({ hasOwn }) => !hasOwn).map(({ network }) => network);
  return [
    `Sanctioned addresses: looked up on ${covered.join(', ') || 'no network'}`,
    ...(without.length === 0 ? [] : [`no list for ${without.join(', ')}`]),
    ...(rule === 'required' && refused.length > 0
      ? [`no payment links on ${refused.join(', ')}`]
      : []),
  ]
    .join('; ')
    .concat('.');
}

function saySponsorship(found: Status['sponsorships'][number]): string {
  const { network, operations, coin, spent, budget, accountSpent, accountBudget } = found;
  const most = `by one account at most ${accountSpent} of ${accountBudget}`;
  return `Paymaster on ${network}: ${operations} operations today, which may cost ${spent} of ${budget} ${coin}, ${most}.`;
}

/** A setting that is missing by mistake must be visible here, as nothing else reports it. */
function printNotFollowed({ network, cursor, seen }: NetworkStatus): string {
  const waiting = seen === 0 ? '' : ` ${seen} transfers that were seen wait.`;
  return `${network} is not followed: RPC_URL_${networkSuffix(network)} names no node here. It was scanned up to block ${cursor}.${waiting}`;
}

/** Where no second node is queried, only its own headers protect the ledger from a false answer. */
function sayAlone(networks: readonly NetworkStatus[]): string[] {
  const alone = networks.filter(({ hasNodes, agreement }) => hasNodes && agreement === null);
  if (alone.length === 0) return [];
  const names = alone.map(({ network }) => network).join(', ');
  const why = 'one node is configured, or AGREEMENT_<NETWORK> turns agreement off';
  return [`The word of one node is enough on ${names}: ${why}.`, ''];
}

const asRow = (status: NetworkStatus) => ({
  network: status.network,
  head: status.head,
  cursor: status.cursor,
  lag: status.lagBlocks,
  'moved (s ago)': status.cursorAgeSeconds,
  final: status.finalized,
  safe: status.safe,
  seen: status.seen,
  // Beside how many must agree, where any must.
  nodes:
    status.agreement === null
      ? status.answering
      : `${status.answering} (${status.agreement} needed)`,
  agreeing: status.awaitingAgreement,
  suspicious: status.suspicious,
  compared: status.reconciliation?.comparedTo ?? null,
  differences: status.reconciliation?.differences ?? null,
  halted: status.halted?.at ?? 'no',
});
