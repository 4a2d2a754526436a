import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useMemo } from 'react';
import { payoutMessages } from '../messages/en-payouts.ts';
import type { Column } from '../ui/column.ts';
import { DataTable } from '../ui/data-table.tsx';
import { Card, Empty, Page } from '../ui/page.tsx';
import { PageError } from '../ui/page-error.tsx';
import { Lines } from '../ui/skeleton.tsx';
import { Time } from '../ui/time.tsx';
import { BundleStatus } from './bundle-status.tsx';
import { bundlesQuery } from './queries.ts';
import { PayoutActions, PayoutTabs } from './section.tsx';

const messages = payoutMessages.bundles;

/** The bundles of the account. */
export function Bundles(): ReactElement {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(bundlesQuery);
  const bundles = useMemo(() => data?.pages.flatMap((page) => page.bundles), [data]);
  return (
    <Page title={payoutMessages.title} lead={messages.lead} actions={<PayoutActions />}>
      <PayoutTabs />
      <Card>
        {error !== null && bundles === undefined && (
          <PageError error={error} onRetry={() => void refetch()} />
        )}
        {bundles === undefined && error === null && <Lines />}
        {bundles?.length === 0 && <Empty title={messages.emptyTitle} text={messages.emptyText} />}
        {bundles !== undefined && bundles.length > 0 && (
          <DataTable
            name="bundles"
            label={payoutMessages.tabs.bundles}
            columns={COLUMNS}
            rows={bundles}
            keyOf={({ token }) => token}
            onEnd={hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined}
          />
        )}
      </Card>
    </Page>
  );
}

type Listed = Awaited<ReturnType<NonNullable<(typeof bundlesQuery)['queryFn']>>>['bundles'][number];

const COLUMNS: readonly Column<Listed>[] = [
  {
    id: 'bundle',
    title: messages.columns.bundle,
    isMain: true,
    share: 1.5,
    cell: ({ token, childCount }) => (
      <Link
        to="/payouts/bundles/$token"
        params={{ token }}
        className="inline-flex min-h-6 items-center font-semibold text-accent underline"
      >
        {messages.title(childCount)}
      </Link>
    ),
  },
  {
    id: 'status',
    title: messages.columns.status,
    share: 1.3,
    cell: ({ status }) => <BundleStatus status={status} />,
  },
  {
    id: 'paid',
    title: messages.columns.paid,
    cell: ({ paidCount, childCount }) => messages.progress(paidCount, childCount),
  },
  {
    id: 'created',
    title: messages.columns.created,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    id: 'expires',
    title: messages.columns.expires,
    cell: ({ expiresAt }) => <Time at={expiresAt} />,
  },
];
