import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { components } from '../../api/schema.generated.d.ts';
import { networkName } from '../config.ts';
import { adminMessages } from '../messages/en-admin.ts';
import { Badge } from '../ui/badge.tsx';
import { buttonStyle } from '../ui/button.tsx';
import { Code } from '../ui/copy.tsx';
import { Card, Empty, Properties } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { Time } from '../ui/time.tsx';
import { AdminLoaded } from './admin-loaded.tsx';
import { AdminPage } from './admin-page.tsx';
import { suspiciousQuery } from './queries.ts';
import { readCursorSearch } from './search.ts';

const messages = adminMessages.suspicious;
const route = getRouteApi('/admin/suspicious');
const count = new Intl.NumberFormat('en');

/** Transfers that name requests and pay nothing of them. */
export function Suspicious(): ReactElement {
  return (
    <AdminPage title={messages.title} lead={messages.lead}>
      <List />
    </AdminPage>
  );
}

function List(): ReactElement {
  const query = route.useSearch();
  const transfers = useQuery(suspiciousQuery(query));
  return (
    <Card>
      <AdminLoaded of={transfers}>
        {({ transfers: rows, nextCursor }) => (
          <>
            {rows.length === 0 && <Empty title={messages.empty} text={messages.emptyText} />}
            <ul>
              {rows.map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </ul>
            <Pager cursor={query.cursor} nextCursor={nextCursor}>
              {(to, label) => (
                <Link
                  key={label}
                  to="/admin/suspicious"
                  search={readCursorSearch({ cursor: to })}
                  className={buttonStyle('secondary')}
                >
                  {label}
                </Link>
              )}
            </Pager>
          </>
        )}
      </AdminLoaded>
    </Card>
  );
}

type SuspiciousTransfer = components['schemas']['SuspiciousTransfer'];

function Row({ row }: { readonly row: SuspiciousTransfer }): ReactElement {
  const { requestId, transactionHash, payerAddress, tokenAddress, undoneAt, leftOut } = row;
  return (
    <li className="border-b border-line py-4 first:pt-0 last:border-0 last:pb-0">
      <p className="mb-2 flex flex-wrap items-center gap-2 font-semibold">
        {messages.reason(row.reason)}
        {undoneAt !== null && <Badge kind="plain">{messages.undone}</Badge>}
      </p>
      <p className="mb-2 text-sm text-muted">
        {networkName(row.network)}, {messages.block} {count.format(row.block)} ·{' '}
        <Time at={row.seenAt} />
        {leftOut > 0 && ` · ${messages.leftOut(leftOut)}`}
      </p>
      <Properties
        rows={[
          [messages.account, <AccountLink key="account" id={row.accountId} />],
          [messages.request, <Code key="r" text={requestId} what={messages.requestWhat} short />],
          [
            messages.transaction,
            <Code key="t" text={transactionHash} what={messages.transactionWhat} short />,
          ],
          [messages.payer, <Code key="p" text={payerAddress} what={messages.payerWhat} short />],
          [
            messages.token,
            tokenAddress === null ? (
              messages.coin
            ) : (
              <Code key="c" text={tokenAddress} what={messages.tokenWhat} short />
            ),
          ],
          [messages.arrived, messages.units(row.creditedUnits)],
        ]}
      />
    </li>
  );
}

function AccountLink({ id }: { readonly id: string }): ReactElement {
  return (
    <Link
      to="/admin/accounts/$accountId"
      params={{ accountId: id }}
      className="font-medium text-accent underline"
    >
      {id}
    </Link>
  );
}
