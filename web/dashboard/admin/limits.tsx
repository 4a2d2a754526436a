import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { components } from '../../api/schema.generated.d.ts';
import { answerOf, auth } from '../api/client.ts';
import { useChange } from '../api/use-change.ts';
import { adminMessages } from '../messages/en-admin.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Card, Empty } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { AdminLoaded } from './admin-loaded.tsx';
import { AdminPage } from './admin-page.tsx';
import { blocksQuery } from './queries.ts';

const messages = adminMessages.limits;

/** Who is refused for calling too often. */
export function Limits(): ReactElement {
  return (
    <AdminPage title={messages.title} lead={messages.lead}>
      <List />
    </AdminPage>
  );
}

function List(): ReactElement {
  const blocks = useQuery(blocksQuery);
  return (
    <Card>
      <AdminLoaded of={blocks}>
        {({ blocks: rows }) =>
          rows.length === 0 ? (
            <Empty title={messages.empty} text={messages.emptyText} />
          ) : (
            <ul>
              {rows.map((row) => (
                <Row key={`${row.kind} ${row.name} ${row.address} ${row.endsAt}`} row={row} />
              ))}
            </ul>
          )
        }
      </AdminLoaded>
    </Card>
  );
}

type BlockedCaller = components['schemas']['RateLimitBlock'];

function Row({ row }: { readonly row: BlockedCaller }): ReactElement {
  const { kind, clientId, address, name, endsAt } = row;
  const lift = useChange(
    (header) =>
      answerOf(
        auth.POST('/v1/admin/rate-limit-blocks/lift', { params: { header }, body: { name } }),
      ),
    ['admin-blocks', 'admin-audit'],
  );
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold wrap-anywhere">{clientId ?? messages.kinds[kind]}</p>
        <p className="text-sm text-muted wrap-anywhere">
          {messages.from} {address} · {messages.ends} <Time at={endsAt} />
        </p>
      </div>
      <Confirm
        label={messages.lift}
        title={messages.liftTitle(name)}
        text={messages.liftText}
        onConfirm={() => lift.mutateAsync()}
        isBusy={lift.isPending}
        error={lift.error}
      />
    </li>
  );
}
