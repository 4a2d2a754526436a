import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { formatDuration } from '../home/figure-values.ts';
import { adminHealthMessages as messages } from '../messages/en-admin-health.ts';
import { Badge } from '../ui/badge.tsx';
import { Notice } from '../ui/notice.tsx';
import { Card, Properties } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { AdminLoaded } from './admin-loaded.tsx';
import { AdminPage } from './admin-page.tsx';
import { describeSize } from './describe-size.ts';
import { Disks } from './disk-list.tsx';
import type { Health } from './health-parts.ts';
import { Networks } from './node-list.tsx';
import { Providers } from './provider-list.tsx';
import { healthQuery } from './queries.ts';

const count = new Intl.NumberFormat('en');

/** How the installation stands. */
export function InstallationHealth(): ReactElement {
  return (
    <AdminPage title={messages.title} lead={messages.lead}>
      <Parts />
    </AdminPage>
  );
}

function Parts(): ReactElement {
  const health = useQuery(healthQuery);
  return (
    <AdminLoaded of={health}>
      {(found) => (
        <>
          <Verdict health={found} />
          {found.alarms.length > 0 && <Alarms alarms={found.alarms} />}
          <Database database={found.database} />
          <Disks disks={found.disks} />
          <Queues queues={found.queues} />
          <Networks networks={found.networks} alarms={found.alarms} />
          <Providers providers={found.providers} />
        </>
      )}
    </AdminLoaded>
  );
}

const VERDICTS = { well: 'good', degraded: 'warn', failing: 'stop' } as const;

function Verdict({ health }: { readonly health: Health }): ReactElement {
  const { state, release, at } = health;
  return (
    <Notice kind={VERDICTS[state]} live>
      <p className="font-semibold">{messages.states[state]}</p>
      <p>
        {messages.release(release)} · {messages.read} <Time at={at} />
      </p>
    </Notice>
  );
}

function Alarms({ alarms }: Pick<Health, 'alarms'>): ReactElement {
  return (
    <Card title={messages.alarms}>
      <ul>
        {alarms.map(({ kind, network, level, message }) => (
          <li
            key={`${kind} ${network} ${message}`}
            className="flex flex-wrap items-start gap-x-3 gap-y-1 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0"
          >
            <Badge kind={level === 'error' ? 'stop' : 'warn'}>{messages.levels[level]}</Badge>
            <span className="min-w-0 flex-1 basis-64 wrap-anywhere">{plainText(message)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Database({ database }: Pick<Health, 'database'>): ReactElement {
  const { version, schema, latencyMs, sizeBytes, clockAheadMs } = database;
  const text = messages.database;
  return (
    <Card title={text.title}>
      <Properties
        rows={[
          [text.version, version],
          [text.schema, schema],
          [text.latency, messages.took(count.format(Math.ceil(latencyMs)))],
          [text.size, describeSize(sizeBytes)],
          [text.connections, text.of(database.connections, database.connectionsMax)],
          ...(clockAheadMs === null ? [] : [[text.clock, describeClock(clockAheadMs)] as const]),
        ]}
      />
    </Card>
  );
}

function describeClock(aheadMs: number): string {
  const { ahead, behind, same } = messages.database;
  if (aheadMs === 0) return same;
  const size = count.format(Math.abs(aheadMs));
  return aheadMs > 0 ? ahead(size) : behind(size);
}

function Queues({ queues }: Pick<Health, 'queues'>): ReactElement {
  const text = messages.queues;
  return (
    <Card title={text.title}>
      <table className="w-full">
        <thead className="text-left text-sm text-muted">
          <tr>
            <th className="pb-2 font-medium">{text.queue}</th>
            <th className="pb-2 pl-4 text-right font-medium">{text.waiting}</th>
            <th className="pb-2 pl-4 text-right font-medium">{text.oldest}</th>
          </tr>
        </thead>
        <tbody>
          {queues.map(({ queue, waiting, oldestSeconds, givenUp }) => (
            <tr key={queue} className="border-t border-line align-baseline">
              <th scope="row" className="py-2 text-left font-normal">
                {text.names[queue]}
                {givenUp !== null && givenUp > 0 && (
                  <p className="text-sm text-muted">{text.givenUp(count.format(givenUp))}</p>
                )}
              </th>
              <td className="py-2 pl-4 text-right tabular-nums">{count.format(waiting)}</td>
              <td className="py-2 pl-4 text-right whitespace-nowrap tabular-nums">
                {oldestSeconds === null ? text.none : formatDuration(oldestSeconds)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
