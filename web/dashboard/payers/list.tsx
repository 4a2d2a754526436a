import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type FormEvent, type ReactElement, useMemo, useState } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { payersMessages as messages } from '../messages/en-payers.ts';
import { payoutMessages } from '../messages/en-payouts.ts';
import { PayoutTabs } from '../payouts/section.tsx';
import { useMay } from '../session/rights.ts';
import { Button, buttonStyle } from '../ui/button.tsx';
import type { Column } from '../ui/column.ts';
import { DataTable } from '../ui/data-table.tsx';
import { EmptyList } from '../ui/empty-list.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Card, Page } from '../ui/page.tsx';
import { PageError } from '../ui/page-error.tsx';
import { Lines } from '../ui/skeleton.tsx';
import { Time } from '../ui/time.tsx';
import { ForFinance } from './for-finance.tsx';
import { AgreementBadge, KycBadge } from './payer-badges.tsx';
import { payersQuery } from './queries.ts';
import { type PayerSearch, readPayerSearch } from './search.ts';

const route = getRouteApi('/payouts/payers');

/** The payers of the account, by the state of their check and by their id. */
export function Payers(): ReactElement {
  const search = route.useSearch();
  const mayCreate = useMay('createPayer');
  return (
    <Page
      title={payoutMessages.title}
      lead={messages.lead}
      actions={
        mayCreate && (
          <Link to="/payouts/new-payer" className={buttonStyle('primary')}>
            {messages.create}
          </Link>
        )
      }
    >
      <PayoutTabs />
      <ForFinance>
        <Filters key={JSON.stringify(search)} search={search} />
        <Card>
          <List search={search} />
        </Card>
      </ForFinance>
    </Page>
  );
}

interface SearchProps {
  readonly search: PayerSearch;
}

function List({ search }: SearchProps): ReactElement {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    payersQuery(search),
  );
  const payers = useMemo(() => data?.pages.flatMap((page) => page.payers), [data]);
  if (payers === undefined) {
    if (error === null) return <Lines count={6} />;
    return <PageError error={error} onRetry={() => void refetch()} />;
  }
  if (payers.length === 0) {
    const isFiltered = Object.keys(search).length > 0;
    return <EmptyList texts={messages.empty} isFiltered={isFiltered} clear={<Clear />} />;
  }
  return (
    <DataTable
      name="payers"
      label={messages.title}
      columns={COLUMNS}
      rows={payers}
      keyOf={({ userId }) => userId}
      onEnd={hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined}
    />
  );
}

function Clear(): ReactElement {
  return (
    <Link to="/payouts/payers" search={{}} className={buttonStyle('secondary')}>
      {messages.clear}
    </Link>
  );
}

function Filters({ search }: SearchProps): ReactElement {
  const navigate = route.useNavigate();
  const [kycStatus, setKycStatus] = useState<string>(search.kycStatus ?? '');
  const [clientUserId, setClientUserId] = useState(search.clientUserId ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void navigate({ search: readPayerSearch({ kycStatus, clientUserId }) });
  };
  return (
    <form
      aria-label={messages.filters}
      onSubmit={submit}
      className="grid items-end gap-3 sm:grid-cols-[14rem_1fr_auto]"
    >
      <SelectField
        label={messages.kyc.label}
        value={kycStatus}
        options={messages.kyc.options}
        onText={setKycStatus}
      />
      <TextField
        label={messages.search.label}
        placeholder={messages.search.hint}
        autoComplete="off"
        spellCheck={false}
        value={clientUserId}
        onText={setClientUserId}
      />
      <div className="flex gap-2">
        <Button type="submit">{messages.apply}</Button>
        {Object.keys(search).length > 0 && <Clear />}
      </div>
    </form>
  );
}

type Listed = Awaited<
  ReturnType<NonNullable<ReturnType<typeof payersQuery>['queryFn']>>
>['payers'][number];

const COLUMNS: readonly Column<Listed>[] = [
  {
    id: 'payer',
    title: messages.columns.payer,
    isMain: true,
    share: 1.6,
    cell: ({ clientUserId }) => (
      <Link
        to="/payouts/payers/$clientUserId"
        params={{ clientUserId }}
        className="inline-block min-h-6 font-semibold text-accent underline"
      >
        {plainText(clientUserId)}
      </Link>
    ),
  },
  {
    id: 'type',
    title: messages.columns.type,
    share: 0.8,
    cell: ({ beneficiaryType }) => messages.types[beneficiaryType],
  },
  {
    id: 'kyc',
    title: messages.columns.kyc,
    share: 1.2,
    cell: ({ kycStatus }) => <KycBadge status={kycStatus} />,
  },
  {
    id: 'agreement',
    title: messages.columns.agreement,
    share: 1.2,
    cell: ({ agreementStatus }) => <AgreementBadge status={agreementStatus} />,
  },
  {
    id: 'ready',
    title: messages.columns.ready,
    share: 0.8,
    cell: ({ isCompliant }) => (isCompliant ? messages.yes : messages.no),
  },
  {
    id: 'created',
    title: messages.columns.created,
    cell: ({ createdAt }) => (
      <span className="text-muted">
        <Time at={createdAt} />
      </span>
    ),
  },
];
