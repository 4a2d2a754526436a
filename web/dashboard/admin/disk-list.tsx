import type { ReactElement } from 'react';
import { adminHealthMessages } from '../messages/en-admin-health.ts';
import { Badge } from '../ui/badge.tsx';
import { Card, Properties } from '../ui/page.tsx';
import { describeSize } from './describe-size.ts';
import type { Health } from './health-parts.ts';

type Disk = Health['disks'][number];

const messages = adminHealthMessages.disks;

/** The disks that hold the data of the installation, or why none is watched. */
export function Disks({ disks }: Pick<Health, 'disks'>): ReactElement {
  return (
    <Card title={messages.title}>
      {disks.length === 0 && <p className="max-w-prose text-muted">{messages.none}</p>}
      <Properties
        rows={disks.map((disk) => [
          messages.folders[disk.folder],
          <Space key={disk.folder} disk={disk} />,
        ])}
      />
    </Card>
  );
}

const BADGES = { low: 'warn', almost_full: 'stop' } as const;

function Space({ disk }: { readonly disk: Disk }): ReactElement {
  const { state } = disk;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {describeSpace(disk)}
      {(state === 'low' || state === 'almost_full') && (
        <Badge kind={BADGES[state]}>{messages.states[state]}</Badge>
      )}
    </span>
  );
}

function describeSpace({ freeBytes, sizeBytes, error }: Disk): string {
  if (freeBytes === null || sizeBytes === null) return messages.unknown(error ?? '');
  const percent = Math.floor((freeBytes / sizeBytes) * 100);
  return messages.free(describeSize(freeBytes), describeSize(sizeBytes), percent);
}
