import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { components } from '../../api/schema.generated.d.ts';
import { plainText } from '../../ui/plain-text.ts';
import { answerOf, auth } from '../api/client.ts';
import { useChange } from '../api/use-change.ts';
import { networkName } from '../config.ts';
import { adminMessages } from '../messages/en-admin.ts';
import { Badge } from '../ui/badge.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Card, Empty } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { AdminLoaded } from './admin-loaded.tsx';
import { AdminPage } from './admin-page.tsx';
import { networksQuery } from './queries.ts';

const messages = adminMessages.networks;
const count = new Intl.NumberFormat('en');

/** The networks that are scanned, and those that stand still. */
export function Networks(): ReactElement {
  return (
    <AdminPage title={messages.title} lead={messages.lead}>
      <List />
    </AdminPage>
  );
}

function List(): ReactElement {
  const networks = useQuery(networksQuery);
  return (
    <Card>
      <AdminLoaded of={networks}>
        {({ networks: rows }) =>
          rows.length === 0 ? (
            <Empty title={messages.empty} text={messages.emptyText} />
          ) : (
            <ul>
              {rows.map((row) => (
                <Row key={row.network} row={row} />
              ))}
            </ul>
          )
        }
      </AdminLoaded>
    </Card>
  );
}

type ScannedNetwork = components['schemas']['ScannedNetwork'];

function Row({ row }: { readonly row: ScannedNetwork }): ReactElement {
  const { network, cursor, head, movedAt, halt, awaiting, suspicious } = row;
  const resume = useChange(
    (header) => {
      const params = { path: { network }, header };
      return answerOf(auth.POST('/v1/admin/networks/{network}/resume', { params }));
    },
    ['admin-networks', 'admin-health', 'admin-audit'],
  );
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {networkName(network)}
          <Badge kind={halt === null ? 'good' : 'stop'}>
            {halt === null ? messages.running : messages.halted}
          </Badge>
        </p>
        {halt !== null && (
          <p className="wrap-anywhere">
            {messages.since} <Time at={halt.at} />: {plainText(halt.reason)}
          </p>
        )}
        <p className="text-sm text-muted">
          {messages.block(count.format(cursor), count.format(head))} · {messages.moved}{' '}
          <Time at={movedAt} />
        </p>
        <p className="text-sm text-muted">
          {messages.awaiting(awaiting)} · {messages.suspicious(suspicious)}
        </p>
      </div>
      {halt !== null && (
        <Confirm
          label={messages.resume}
          title={messages.resumeTitle(networkName(network))}
          text={messages.resumeText}
          onConfirm={() => resume.mutateAsync()}
          isBusy={resume.isPending}
          error={resume.error}
        />
      )}
    </li>
  );
}
