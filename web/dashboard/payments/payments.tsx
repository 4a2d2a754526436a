import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactElement, useMemo } from 'react';
import { foundRequestsQuery } from '../api/queries.ts';
import { config } from '../config.ts';
import { paymentListMessages as messages } from '../messages/en-payments.ts';
import { buttonStyle } from '../ui/button.tsx';
import { CreateLink } from '../ui/create-link.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { EmptyList } from '../ui/empty-list.tsx';
import { ExportLinks } from '../ui/export-links.tsx';
import { Card, Page } from '../ui/page.tsx';
import { PageError } from '../ui/page-error.tsx';
import { REQUEST_COLUMNS } from '../ui/request-columns.tsx';
import { Lines } from '../ui/skeleton.tsx';
import { Filters } from './filters.tsx';
import { HeldPayments } from './held-payments.tsx';
import { paymentFilters } from './search.ts';
import { Views } from './views.tsx';

const route = getRouteApi('/payments');

/** Every payment of the account by any of its facts; the filters stand in the address. */
export function Payments(): ReactElement {
  const search = route.useSearch();
  const found = useInfiniteQuery(foundRequestsQuery(search));
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = found;
  const requests = useMemo(() => data?.pages.flatMap((page) => page.requests) ?? [], [data]);
  const total = data?.pages[0]?.total ?? undefined;
  const isFiltered = Object.keys(search).length > 0;
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      actions={
        <ExportLinks
          url={`${config.apiUrl}/v2/dashboard/requests/export`}
          filters={paymentFilters(search)}
        />
      }
    >
      <HeldPayments />
      <Views search={search} />
      <Filters key={JSON.stringify(search)} search={search} />
      <Card>
        {error !== null && data === undefined && (
          <PageError error={error} onRetry={() => void refetch()} />
        )}
        {data === undefined && error === null && <Lines count={8} />}
        {data !== undefined && requests.length === 0 && (
          <EmptyList
            texts={messages.empty}
            isFiltered={isFiltered}
            clear={
              <Link to="/payments" search={{}} className={buttonStyle('secondary')}>
                {messages.clear}
              </Link>
            }
            create={<CreateLink>{messages.empty.create}</CreateLink>}
          />
        )}
        {requests.length > 0 && (
          <DataTable
            name="payments"
            label={messages.title}
            columns={REQUEST_COLUMNS}
            rows={requests}
            keyOf={({ requestId }) => requestId}
            total={total}
            onEnd={hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined}
            tools={
              <span aria-live="polite" className="text-muted">
                {total !== undefined && messages.count(total)}
              </span>
            }
          />
        )}
        {isFetchingNextPage && <Lines count={2} />}
        {data !== undefined && error !== null && (
          <PageError error={error} onRetry={() => void fetchNextPage()} />
        )}
      </Card>
    </Page>
  );
}
