import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type FormEvent, type ReactElement, useState } from 'react';
import { PAGE_ROWS, requestsQuery } from '../api/queries.ts';
import { config } from '../config.ts';
import { getPaidMessages as messages } from '../messages/en-get-paid.ts';
import { Button, buttonStyle } from '../ui/button.tsx';
import { CreateLink } from '../ui/create-link.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { EmptyList } from '../ui/empty-list.tsx';
import { ExportLinks } from '../ui/export-links.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Card, Page } from '../ui/page.tsx';
import { PageError } from '../ui/page-error.tsx';
import { REQUEST_COLUMNS } from '../ui/request-columns.tsx';
import { Lines } from '../ui/skeleton.tsx';
import { type LinkSearch, readLinkSearch } from './search.ts';

const route = getRouteApi('/get-paid');

/** The list of links and requests; its filters stand in the address. */
export function GetPaid(): ReactElement {
  const search = route.useSearch();
  const { page = 1, flow, wallet } = search;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...requestsQuery({ page, flow, wallet }),
    placeholderData: (before) => before,
  });
  const create = <CreateLink>{messages.create}</CreateLink>;
  const isFiltered = flow !== undefined || wallet !== undefined || page > 1;
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      actions={
        <>
          <ExportLinks
            url={`${config.apiUrl}/v2/dashboard/requests/export`}
            filters={{
              ...(flow !== undefined && { flow }),
              ...(wallet !== undefined && { walletAddress: wallet }),
            }}
          />
          {create}
        </>
      }
    >
      <Filters key={JSON.stringify([flow, wallet])} search={search} />
      <Card>
        {error !== null && data === undefined && (
          <PageError error={error} onRetry={() => void refetch()} />
        )}
        {data === undefined && error === null && <Lines count={8} />}
        {data !== undefined && data.requests.length === 0 && (
          <EmptyList
            texts={messages.empty}
            isFiltered={isFiltered}
            clear={<Clear />}
            create={create}
          />
        )}
        {data !== undefined && data.requests.length > 0 && (
          <div className={isPlaceholderData ? 'opacity-60' : ''}>
            <DataTable
              name="links"
              label={messages.title}
              columns={REQUEST_COLUMNS}
              rows={data.requests}
              keyOf={({ requestId }) => requestId}
            />
            <Pages page={page} total={data.pagination.total} shown={data.requests.length} />
          </div>
        )}
      </Card>
    </Page>
  );
}

function Clear(): ReactElement {
  return (
    <Link to="/get-paid" search={{}} className={buttonStyle('secondary')}>
      {messages.clear}
    </Link>
  );
}

function Filters({ search }: { readonly search: LinkSearch }): ReactElement {
  const navigate = route.useNavigate();
  const [flow, setFlow] = useState<string>(search.flow ?? '');
  const [wallet, setWallet] = useState(search.wallet ?? '');
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void navigate({ search: readLinkSearch({ flow, wallet: wallet.trim() }) });
  };
  return (
    <form
      aria-label={messages.filters}
      onSubmit={onSubmit}
      className="grid items-end gap-3 sm:grid-cols-[12rem_1fr_auto]"
    >
      <SelectField
        label={messages.direction.label}
        value={flow}
        options={messages.direction.options}
        onText={setFlow}
      />
      <TextField
        label={messages.wallet.label}
        placeholder={messages.wallet.hint}
        spellCheck={false}
        value={wallet}
        onText={setWallet}
      />
      <div className="flex gap-2">
        <Button type="submit">{messages.apply}</Button>
        {(search.flow ?? search.wallet) !== undefined && <Clear />}
      </div>
    </form>
  );
}

interface PagesProps {
  readonly page: number;
  readonly total: number;
  readonly shown: number;
}

function Pages({ page, total, shown }: PagesProps): ReactElement {
  const { label, newer, older, shown: describe } = messages.pages;
  const first = (page - 1) * PAGE_ROWS + 1;
  const toPage = (next: number) => (before: LinkSearch) =>
    readLinkSearch({ ...before, page: next });
  return (
    <nav aria-label={label} className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <span className="text-muted">{describe(first, first + shown - 1, total)}</span>
      <span className="flex gap-2">
        {page > 1 && (
          <Link from="/get-paid" search={toPage(page - 1)} className={buttonStyle('secondary')}>
            {newer}
          </Link>
        )}
        {first + shown - 1 < total && (
          <Link from="/get-paid" search={toPage(page + 1)} className={buttonStyle('secondary')}>
            {older}
          </Link>
        )}
      </span>
    </nav>
  );
}
