import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type FormEvent, type ReactElement, useMemo, useState } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { apiKeysQuery } from '../api/queries.ts';
import { config } from '../config.ts';
import { apiRequestMessages as messages } from '../messages/en-api-requests.ts';
import { useMay } from '../session/rights.ts';
import { Button, buttonStyle } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { EmptyList } from '../ui/empty-list.tsx';
import { ExportLinks } from '../ui/export-links.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Card, Empty, Page } from '../ui/page.tsx';
import { PageError } from '../ui/page-error.tsx';
import { Lines } from '../ui/skeleton.tsx';
import { API_REQUEST_COLUMNS } from './columns.tsx';
import { apiRequestFilters, apiRequestsQuery } from './queries.ts';
import { type ApiRequestSearch, readApiRequestSearch } from './search.ts';

const route = getRouteApi('/api-requests');

/** The calls that programs of the account made, newest first; the filters stand in the address. */
export function ApiRequests(): ReactElement {
  const search = route.useSearch();
  const mayRead = useMay('listApiRequests');
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      actions={
        mayRead && (
          <ExportLinks
            url={`${config.authUrl}/v1/api-requests/export`}
            filters={apiRequestFilters(search)}
          />
        )
      }
    >
      {mayRead ? (
        <>
          <Filters key={JSON.stringify(search)} search={search} />
          <List search={search} />
        </>
      ) : (
        <Card>
          <Empty {...messages.forbidden} />
        </Card>
      )}
    </Page>
  );
}

function Filters({ search }: { readonly search: ApiRequestSearch }): ReactElement {
  const navigate = route.useNavigate();
  const { data } = useQuery(apiKeysQuery);
  const [draft, setDraft] = useState<ApiRequestSearch>(search);
  const texts = messages.filters;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void navigate({ search: readApiRequestSearch({ ...draft }) });
  };
  const field = (name: keyof ApiRequestSearch) => ({
    label: texts[name],
    value: draft[name] ?? '',
    onText: (text: string) => setDraft({ ...draft, [name]: text }),
  });
  const keys = (data?.apiKeys ?? []).map(({ id, label }) => [id, plainText(label)] as const);
  const other = search.credential;
  const isListed = other === undefined || keys.some(([id]) => id === other);
  return (
    <form
      aria-label={texts.title}
      onSubmit={submit}
      className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-3"
    >
      <SelectField {...field('outcome')} options={texts.outcomes} />
      <SelectField
        {...field('credential')}
        options={[
          ['', texts.allCredentials],
          ...keys,
          ...(isListed ? [] : [[other, plainText(other)] as const]),
        ]}
      />
      <TextField
        {...field('path')}
        placeholder={texts.pathHint}
        spellCheck={false}
        autoComplete="off"
      />
      <TextField {...field('call')} spellCheck={false} autoComplete="off" />
      <TextField {...field('from')} type="date" />
      <TextField {...field('to')} type="date" />
      <div className="col-span-full flex flex-wrap gap-2">
        <Button type="submit">{texts.apply}</Button>
        {Object.keys(search).length > 0 && <ClearLink />}
      </div>
    </form>
  );
}

function ClearLink(): ReactElement {
  return (
    <Link to="/api-requests" search={{}} className={buttonStyle('secondary')}>
      {messages.clear}
    </Link>
  );
}

function List({ search }: { readonly search: ApiRequestSearch }): ReactElement {
  const found = useInfiniteQuery(apiRequestsQuery(search));
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = found;
  const calls = useMemo(() => data?.pages.flatMap((page) => page.requests) ?? [], [data]);
  return (
    <Card>
      {error !== null && data === undefined && (
        <PageError error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Lines count={8} />}
      {data !== undefined && calls.length === 0 && (
        <EmptyList
          texts={messages.empty}
          isFiltered={Object.keys(search).length > 0}
          clear={<ClearLink />}
          create={
            <Link to="/keys" className={buttonStyle('primary')}>
              {messages.empty.create}
            </Link>
          }
        />
      )}
      {calls.length > 0 && (
        <DataTable
          name="api-requests"
          label={messages.name}
          columns={API_REQUEST_COLUMNS}
          rows={calls}
          keyOf={({ id }) => id}
          total={hasNextPage ? undefined : calls.length}
          onEnd={hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined}
        />
      )}
      {isFetchingNextPage && <Lines count={2} />}
      {data !== undefined && error !== null && (
        <PageError error={error} onRetry={() => void fetchNextPage()} />
      )}
    </Card>
  );
}
