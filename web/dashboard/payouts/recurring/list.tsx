import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactElement, useMemo } from 'react';
import { recurringMessages as messages, payoutMessages } from '../../messages/en-payouts.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { amountText } from '../../ui/amount-text.ts';
import { buttonStyle } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { Code } from '../../ui/copy.tsx';
import { readCurrencyId } from '../../ui/currency-id.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Card, Empty, Page } from '../../ui/page.tsx';
import { PageError } from '../../ui/page-error.tsx';
import { Reference } from '../../ui/reference.tsx';
import { Lines } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { recurringListQuery } from '../queries.ts';
import { readRecurringSearch } from '../search.ts';
import { PayoutTabs } from '../section.tsx';
import { RecurringStatus } from './recurring-status.tsx';

const route = getRouteApi('/payouts/recurring');

/** The recurring payouts of the account, by their status. */
export function RecurringList(): ReactElement {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    recurringListQuery(search),
  );
  const rows = useMemo(() => data?.pages.flatMap((page) => page.recurringPayouts), [data]);
  const isFiltered = search.status !== undefined;
  return (
    <Page
      title={payoutMessages.title}
      lead={messages.lead}
      actions={
        <Allowed to="createPayout">
          <Link to="/payouts/recurring/new" className={buttonStyle('primary')}>
            {messages.create}
          </Link>
        </Allowed>
      }
    >
      <PayoutTabs />
      <div className="max-w-60">
        <SelectField
          label={messages.status.label}
          value={search.status ?? ''}
          options={messages.status.options}
          onText={(status) => void navigate({ search: readRecurringSearch({ status }) })}
        />
      </div>
      <Card>
        {error !== null && rows === undefined && (
          <PageError error={error} onRetry={() => void refetch()} />
        )}
        {rows === undefined && error === null && <Lines />}
        {rows?.length === 0 && (
          <Empty
            title={isFiltered ? payoutMessages.empty.filteredTitle : messages.emptyTitle}
            text={isFiltered ? payoutMessages.empty.filteredText : messages.emptyText}
          />
        )}
        {rows !== undefined && rows.length > 0 && (
          <DataTable
            name="recurring-payouts"
            label={payoutMessages.tabs.recurring}
            columns={COLUMNS}
            rows={rows}
            keyOf={({ id }) => id}
            onEnd={hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined}
          />
        )}
      </Card>
    </Page>
  );
}

type Listed = Awaited<
  ReturnType<NonNullable<ReturnType<typeof recurringListQuery>['queryFn']>>
>['recurringPayouts'][number];

const COLUMNS: readonly Column<Listed>[] = [
  {
    id: 'amount',
    title: messages.columns.amount,
    isMain: true,
    share: 1.4,
    cell: ({ id, amount, currency, frequency }) => (
      <Link
        to="/payouts/recurring/$recurringId"
        params={{ recurringId: id }}
        className="inline-block text-accent underline"
      >
        <span className="font-semibold">{amountText(amount, readCurrencyId(currency).symbol)}</span>
        <span className="block text-sm">{messages.frequencies[frequency]}</span>
      </Link>
    ),
  },
  {
    id: 'recipient',
    title: messages.columns.recipient,
    share: 1.5,
    cell: ({ payee }) => <Code text={payee} what={messages.wallet} short />,
  },
  {
    id: 'reference',
    title: messages.columns.reference,
    cell: ({ reference }) => <Reference text={reference} />,
  },
  {
    id: 'status',
    title: messages.columns.status,
    share: 1.3,
    cell: ({ status, failureCount, shortage }) => (
      <>
        <RecurringStatus status={status} />
        {(failureCount > 0 || shortage !== null) && (
          <span className="mt-1 block text-sm text-stop-text">
            {shortage === null ? messages.failed(failureCount) : messages.shortages[shortage]}
          </span>
        )}
      </>
    ),
  },
  {
    id: 'next',
    title: messages.columns.next,
    cell: ({ nextPaymentDate }) =>
      nextPaymentDate === null ? (
        <span className="text-muted">{messages.none}</span>
      ) : (
        <Time at={nextPaymentDate} />
      ),
  },
  {
    id: 'paid',
    title: messages.columns.paid,
    share: 0.8,
    cell: ({ processedPayments, totalPayments }) => messages.of(processedPayments, totalPayments),
  },
];
