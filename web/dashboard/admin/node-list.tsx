import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { networkName } from '../config.ts';
import { formatDuration } from '../home/figure-values.ts';
import { adminHealthMessages as messages } from '../messages/en-admin-health.ts';
import { Badge } from '../ui/badge.tsx';
import { Card, Empty } from '../ui/page.tsx';
import type { Health } from './health-parts.ts';

type NetworkHealth = Health['networks'][number];
type NodeHealth = NetworkHealth['nodes'][number];

const count = new Intl.NumberFormat('en');

function describeAge(seconds: number): string {
  return seconds === 0 ? messages.now : messages.ago(formatDuration(seconds));
}

/** How far each network was scanned, and how its nodes are. */
export function Networks({ networks, alarms }: Pick<Health, 'networks' | 'alarms'>): ReactElement {
  const { title, none, noneText } = messages.networks;
  const late = new Set(alarms.flatMap(({ kind, network }) => (LATE.has(kind) ? [network] : [])));
  return (
    <Card title={title}>
      {networks.length === 0 && <Empty title={none} text={noneText} />}
      <ul>
        {networks.map((network) => (
          <Network key={network.network} network={network} isLate={late.has(network.network)} />
        ))}
      </ul>
    </Card>
  );
}

/** The alarms that say that a network is scanned too late. */
const LATE: ReadonlySet<string> = new Set(['behind', 'stalled']);

const BADGES = {
  halted: 'stop',
  late: 'warn',
  notFollowed: 'warn',
  noNodes: 'plain',
  scanned: 'good',
} as const;

interface NetworkProps {
  readonly network: NetworkHealth;
  readonly isLate: boolean;
}

function stateOf({ network, isLate }: NetworkProps): keyof typeof BADGES {
  const { halted, hasNodes, cursor } = network;
  if (halted !== null) return 'halted';
  if (!hasNodes) return 'noNodes';
  if (cursor === null) return 'notFollowed';
  return isLate ? 'late' : 'scanned';
}

function Network({ network, isLate }: NetworkProps): ReactElement {
  const { cursor, lagBlocks, cursorAgeSeconds, halted, agreement, answering, nodes } = network;
  const text = messages.networks;
  const state = stateOf({ network, isLate });
  const progress = [
    ...(cursor === null
      ? []
      : [text.block(count.format(cursor), lagBlocks === null ? null : count.format(lagBlocks))]),
    ...(cursorAgeSeconds === null ? [] : [text.moved(describeAge(cursorAgeSeconds))]),
    ...(agreement === null ? [] : [text.agreement(agreement, answering)]),
  ];
  return (
    <li className="border-b border-line py-4 first:pt-0 last:border-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        {networkName(network.network)}
        <Badge kind={BADGES[state]}>{text.states[state]}</Badge>
      </p>
      {progress.length > 0 && <p className="text-sm text-muted">{progress.join(' · ')}</p>}
      {halted !== null && (
        <p className="wrap-anywhere">
          {plainText(halted.reason)}{' '}
          <Link to="/admin/networks" className="font-medium text-accent underline">
            {text.decide}
          </Link>
        </p>
      )}
      <ul className="mt-2 grid gap-2">
        {nodes.map((node) => (
          <Node key={node.name} node={node} />
        ))}
      </ul>
    </li>
  );
}

const NODE_BADGES = {
  healthy: 'good',
  failing: 'warn',
  suspended: 'stop',
  wrong_chain: 'stop',
} as const;

function Node({ node }: { readonly node: NodeHealth }): ReactElement {
  const { name, state, head, headAgeSeconds, latencyMs, errors, lastError } = node;
  const text = messages.nodes;
  const parts = [
    head === null ? text.noHead : text.head(count.format(head), describeAge(headAgeSeconds ?? 0)),
    ...(latencyMs === null ? [] : [messages.took(count.format(Math.ceil(latencyMs)))]),
    ...(errors === 0 ? [] : [messages.errors(errors)]),
  ];
  return (
    <li className="rounded-lg bg-soft px-3 py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="min-w-0 wrap-anywhere">{text.name(name)}</span>
        <Badge kind={NODE_BADGES[state]}>{text.states[state]}</Badge>
      </div>
      <p className="text-sm text-muted">{parts.join(' · ')}</p>
      {lastError !== null && (
        <p className="text-sm text-muted wrap-anywhere">{messages.last(plainText(lastError))}</p>
      )}
    </li>
  );
}
