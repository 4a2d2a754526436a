import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useMemo } from 'react';
import { plainText } from '../../../ui/plain-text.ts';
import { payoutMessages } from '../../messages/en-payouts.ts';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Card, Empty, Page } from '../../ui/page.tsx';
import { PageError } from '../../ui/page-error.tsx';
import { Lines } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { importsQuery } from '../queries.ts';
import { PayoutActions, PayoutTabs } from '../section.tsx';
import { ImportStatus } from './import-status.tsx';

const messages = payoutMessages.imports;

/** The files of payouts that were imported. */
export function Imports(): ReactElement {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(importsQuery);
  const imports = useMemo(() => data?.pages.flatMap((page) => page.payoutImports), [data]);
  return (
    <Page title={payoutMessages.title} lead={messages.lead} actions={<PayoutActions />}>
      <PayoutTabs />
      <Card>
        {error !== null && imports === undefined && (
          <PageError error={error} onRetry={() => void refetch()} />
        )}
        {imports === undefined && error === null && <Lines />}
        {imports?.length === 0 && <Empty title={messages.emptyTitle} text={messages.emptyText} />}
        {imports !== undefined && imports.length > 0 && (
          <DataTable
            name="imports"
            label={payoutMessages.tabs.imports}
            columns={COLUMNS}
            rows={imports}
            keyOf={({ id }) => id}
            onEnd={hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined}
          />
        )}
      </Card>
    </Page>
  );
}

type Listed = Awaited<
  ReturnType<NonNullable<(typeof importsQuery)['queryFn']>>
>['payoutImports'][number];

const COLUMNS: readonly Column<Listed>[] = [
  {
    id: 'file',
    title: messages.columns.file,
    isMain: true,
    share: 1.6,
    cell: ({ id, fileName }) => (
      <Link
        to="/payouts/imports/$importId"
        params={{ importId: id }}
        className="inline-flex min-h-6 items-center font-semibold text-accent underline"
      >
        {fileName === null ? messages.unnamed : plainText(fileName)}
      </Link>
    ),
  },
  {
    id: 'status',
    title: messages.columns.status,
    cell: ({ status }) => <ImportStatus status={status} />,
  },
  {
    id: 'created',
    title: messages.columns.created,
    cell: ({ rows }) => messages.of(rows.created, rows.total),
  },
  {
    id: 'when',
    title: messages.columns.when,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];
