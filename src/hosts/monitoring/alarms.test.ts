import { describe, expect, it } from 'vitest';
import { NETWORKS } from '#catalog/networks.ts';
import { alarmsOf } from './alarms.ts';
import type { DiskStatus } from './disk-status.ts';
import type { NetworkStatus, NodeStatus } from './network-status.ts';
import type { SenderStatus } from './sender-status.ts';

const node: NodeStatus = {
  name: '1',
  state: 'healthy',
  head: 100,
  headAgeSeconds: 1,
  latencyMs: 5,
  errors: 0,
  lastError: null,
};
const well: NetworkStatus = {
  network: 'base',
  hasNodes: true,
  cursor: 100,
  head: 100,
  lagBlocks: 0,
  cursorAgeSeconds: 1,
  finalized: 90,
  finalizedAgeSeconds: 600,
  safe: null,
  safeAgeSeconds: null,
  halted: null,
  seen: 0,
  agreement: null,
  answering: 1,
  awaitingAgreement: 0,
  waitingLong: 0,
  creditedAlone: 0,
  disputed: 0,
  disputing: [],
  suspicious: 3,
  reconciliation: null,
  nodes: [node],
};
const sender: SenderStatus = {
  network: 'base',
  address: '0x1111111111111111111111111111111111111111',
  coin: 'ETH',
  balance: '0.01',
  ageSeconds: 5,
  open: 2,
  oldestSeconds: 601,
  spent: '0.16',
  budget: '0.2',
  accountSpent: '0.02',
  accountBudget: '0.02',
  isLow: false,
  isStuck: false,
  isNearlySpent: false,
};
const webhooks = { eventsWaiting: 0, waiting: 5, lateSeconds: 0, lost: 7 };
const rules = Object.values(NETWORKS);

const kindsOf = (
  change: Partial<NetworkStatus>,
  {
    lateSeconds = 0,
    overdue = 0,
    senders = [],
    mode = 'production',
  }: {
    lateSeconds?: number;
    overdue?: number;
    senders?: readonly SenderStatus[];
    mode?: 'production' | 'sandbox';
  } = {},
) =>
  alarmsOf(
    {
      networks: [{ ...well, ...change }],
      webhooks: { ...webhooks, lateSeconds },
      intents: { overdue },
      senders,
    },
    { rules, mode },
  ).map(({ kind, level }) => `${level} ${kind}`);

describe('a person is needed', () => {
  it('for nothing that is healthy, whatever unrelated accounts do', () => {
    expect(kindsOf({})).toEqual([]);
  });

  it('where a disk is short of space, for all such disks together', () => {
    const disk = { folder: 'home', freeBytes: 4e9, sizeBytes: 1e11, error: null } as const;
    const of = (disks: readonly DiskStatus[]) =>
      alarmsOf(
        { networks: [well], webhooks, intents: { overdue: 0 }, senders: [], disks },
        { rules, mode: 'sandbox' },
      );
    expect(of([{ ...disk, state: 'well' }])).toEqual([]);
    const unread = { folder: 'home', freeBytes: null, sizeBytes: null, error: 'EIO' } as const;
    expect(of([{ ...unread, state: 'unknown' }])).toEqual([]);
    const found = of([
      { ...disk, state: 'low' },
      { ...disk, folder: 'database', freeBytes: 5e8, state: 'almost_full' },
    ]);
    expect(found).toMatchObject([
      { kind: 'disk_almost_full', level: 'error', network: '' },
      { kind: 'disk_low', level: 'warn', network: '' },
    ]);
    expect(found[0]?.message).toContain('Disk of the database: 0.5 GB of 100.0 GB free (0 %)');
    const both = of([
      { ...disk, state: 'low' },
      { ...disk, folder: 'database', state: 'low' },
    ]);
    expect(both).toHaveLength(1);
    expect(both[0]?.message).toMatch(/Disk of the data folder.*Disk of the database/);
  });

  it('where little more may be sponsored today', () => {
    const of = { network: 'base', coin: 'ETH', operations: 9, spent: '0.4', budget: '0.4' };
    const found = { ...of, accountSpent: '0.02', accountBudget: '0.02', isNearlySpent: true };
    const quiet = { networks: [well], webhooks, intents: { overdue: 0 }, senders: [] };
    const alarms = (isNearlySpent: boolean) =>
      alarmsOf(
        { ...quiet, sponsorships: [{ ...found, isNearlySpent }] },
        { rules, mode: 'production' },
      );
    expect(alarms(true)).toMatchObject([
      {
        kind: 'sponsorship_budget',
        message: 'The operations sponsored on base today may cost 0.4 of 0.4 ETH',
      },
    ]);
    expect(alarms(false)).toEqual([]);
  });

  const quiet = { networks: [well], webhooks, intents: { overdue: 0 }, senders: [] };
  const soundOf = (more: Partial<Parameters<typeof alarmsOf>[0]>) =>
    alarmsOf({ ...quiet, ...more }, { rules, mode: 'production' }).map(
      ({ kind, level, message }) => `${level} ${kind}: ${message}`,
    );

  it('where payments are held: of unknown payers after five minutes, of refused ones at once', () => {
    const held = { undecided: 2, undecidedSeconds: 300, refused: 0 };
    expect(soundOf({ held })).toEqual([]);
    expect(soundOf({ held: { ...held, undecidedSeconds: 301 } })).toEqual([
      expect.stringMatching(
        /^warn payers_undecided: 2 payments .*301 seconds.*--status undecided$/,
      ),
    ]);
    expect(soundOf({ held: { ...held, refused: 1 } })).toEqual([
      expect.stringMatching(/^warn payments_held: 1 payments .*--status refused$/),
    ]);
  });

  it('where vendors have decided about no wallet since they failed, or wallets wait for long', () => {
    const wallets = {
      waiting: 3,
      waitingSeconds: 300,
      failedLately: 4,
      isFailing: false,
      rejectedLately: 9,
    };
    expect(soundOf({ wallets })).toEqual([]);
    expect(soundOf({ wallets: { ...wallets, isFailing: true, waitingSeconds: 301 } })).toEqual([
      expect.stringMatching(/^warn vendors_failing: No vendor decided about 4 wallets /),
      expect.stringMatching(/^warn wallets_wait: 3 wallets .*301 seconds/),
    ]);
  });

  it('where payments from other networks should have ended', () => {
    expect(kindsOf({}, { overdue: 1 })).toEqual(['warn intents_overdue']);
  });

  it('where a sender cannot pay for long, has sent what does not end, or may send little more today', () => {
    const kinds = (change: Partial<SenderStatus>) =>
      kindsOf({}, { senders: [{ ...sender, ...change }] });
    expect(kinds({})).toEqual([]);
    expect(kinds({ isLow: true })).toEqual(['warn sender_low']);
    expect(kinds({ isStuck: true, isNearlySpent: true })).toEqual([
      'warn sender_stuck',
      'warn sender_budget',
    ]);
  });

  it('where a network is behind for longer than a payer would wait', () => {
    expect(kindsOf({ lagBlocks: 60 })).toEqual([]);
    expect(kindsOf({ lagBlocks: 61 })).toEqual(['warn behind']);
  });

  it('where nothing was scanned for long, or ever', () => {
    expect(kindsOf({ cursorAgeSeconds: 300 })).toEqual([]);
    expect(kindsOf({ cursorAgeSeconds: 301 })).toEqual(['error stalled']);
    expect(kindsOf({ cursor: null, lagBlocks: null, cursorAgeSeconds: null })).toEqual([
      'warn not_followed',
    ]);
  });

  it('for nothing of a network that has no node here, however it was left', () => {
    const halted = { at: '2026-01-02T03:04:05.000Z', reason: 'final blocks were replaced' };
    const left = { nodes: [], lagBlocks: null, cursorAgeSeconds: 99_999, disputed: 1, halted };
    expect(kindsOf({ ...left, hasNodes: false })).toEqual([]);
    expect(kindsOf({ ...left, hasNodes: true })).toEqual(['error halted', 'error nodes_disagree']);
  });

  it('where a network is halted, which is why it also stands still', () => {
    const halted = { at: '2026-01-02T03:04:05.000Z', reason: 'final blocks were replaced' };
    expect(kindsOf({ halted, lagBlocks: 10_000, cursorAgeSeconds: 10_000 })).toEqual([
      'error halted',
    ]);
  });

  it('where nodes disagree, fail or serve another chain', () => {
    expect(kindsOf({ awaitingAgreement: 3, waitingLong: 1 })).toEqual(['warn payments_wait']);
    expect(kindsOf({ creditedAlone: 1 })).toEqual(['warn single_node_credit']);
    expect(kindsOf({ disputed: 1 })).toEqual(['error nodes_disagree']);
    const networks = [{ ...well, disputed: 2, disputing: ['2 (example.org)', '3'] }];
    expect(
      alarmsOf(
        { networks, webhooks, intents: { overdue: 0 }, senders: [] },
        { rules, mode: 'production' },
      ),
    ).toMatchObject([
      { message: 'The nodes of base disagree on 2 transfers; otherwise says 2 (example.org), 3' },
    ]);
    const suspended = { ...node, state: 'suspended' as const, lastError: 'no answer' };
    expect(kindsOf({ nodes: [suspended] })).toEqual(['error no_node']);
    expect(kindsOf({ nodes: [suspended, node] })).toEqual(['warn node_away']);
    expect(kindsOf({ nodes: [node, { ...node, state: 'failing' }] })).toEqual([]);
    expect(kindsOf({ nodes: [node, { ...node, state: 'failing', head: null }] })).toEqual([
      'warn node_away',
    ]);
    expect(kindsOf({ nodes: [node, { ...node, state: 'wrong_chain' }] })).toEqual([
      'error wrong_node',
    ]);
  });

  it('where fewer nodes answer than must agree, also before any payment waits for them', () => {
    const away = { ...node, name: '2', state: 'suspended' as const, lastError: 'no answer' };
    const left = { nodes: [node, away], answering: 1 };
    expect(kindsOf({ ...left, agreement: 2 })).toEqual(['warn too_few_nodes']);
    expect(kindsOf({ ...left, agreement: null })).toEqual(['warn node_away']);
    expect(kindsOf({ ...left, nodes: [node, node, away], answering: 2, agreement: 2 })).toEqual([
      'warn node_away',
    ]);
    const waiting = { ...well, ...left, agreement: 2, waitingLong: 3 };
    const raised = (status: NetworkStatus) =>
      alarmsOf(
        { networks: [status], webhooks, intents: { overdue: 0 }, senders: [] },
        { rules, mode: 'production' },
      ).map(({ message }) => message);
    expect(raised(waiting)).toEqual([
      'base is left with 1 of 2 nodes: 2 (no answer); 2 must agree, so payments wait or count within SINGLE_NODE_CREDIT_USD',
      '3 payments of base wait: 2 nodes must agree, and 1 answer',
    ]);
    expect(raised({ ...waiting, nodes: [node, node], answering: 2 })).toEqual([
      '3 payments of base wait: fewer than 2 nodes have their blocks and receipts, though 2 answer',
    ]);
  });

  it('where what is final is old, but not on a local node', () => {
    expect(kindsOf({ finalizedAgeSeconds: 7_200 })).toEqual([]);
    expect(kindsOf({ finalizedAgeSeconds: 7_201 })).toEqual(['warn old_finality']);
    expect(kindsOf({ finalizedAgeSeconds: 7_201 }, { mode: 'sandbox' })).toEqual([]);
  });

  it('where webhooks are late, and errors are listed first', () => {
    expect(kindsOf({ disputed: 1, lagBlocks: 99 }, { lateSeconds: 61 })).toEqual([
      'error nodes_disagree',
      'warn behind',
      'warn webhooks_late',
    ]);
  });
});
