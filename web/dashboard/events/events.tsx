import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type FormEvent, type ReactElement, useCallback, useState } from 'react';
import { useEventStream } from '../api/use-event-stream.ts';
import { config } from '../config.ts';
import { eventMessages as messages } from '../messages/en-events.ts';
import { Button, buttonStyle } from '../ui/button.tsx';
import { CreateLink } from '../ui/create-link.tsx';
import { EmptyList } from '../ui/empty-list.tsx';
import { ExportLinks } from '../ui/export-links.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Card, Page } from '../ui/page.tsx';
import { PageError } from '../ui/page-error.tsx';
import { Lines } from '../ui/skeleton.tsx';
import { EventRow } from './event-row.tsx';
import { eventFilters } from './filters.ts';
import { EVENTS_KEY, foundEventsQuery } from './queries.ts';
import { type EventSearch, readEventSearch } from './search.ts';

const route = getRouteApi('/events');

/** What happened in the account, newest first; the filters stand in the address. */
export function Events(): ReactElement {
  const search = route.useSearch();
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      actions={
        <ExportLinks
          url={`${config.apiUrl}/v2/dashboard/events/export`}
          filters={eventFilters(search)}
        />
      }
    >
      <Filters key={JSON.stringify(search)} search={search} />
      <List key={`list ${JSON.stringify(search)}`} search={search} />
    </Page>
  );
}

function Filters({ search }: { readonly search: EventSearch }): ReactElement {
  const navigate = route.useNavigate();
  const [draft, setDraft] = useState<EventSearch>(search);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void navigate({ search: readEventSearch({ ...draft }) });
  };
  const field = (name: keyof EventSearch) => ({
    label: messages.filters[name],
    value: draft[name] ?? '',
    onText: (text: string) => setDraft({ ...draft, [name]: text }),
  });
  return (
    <form
      aria-label={messages.filters.title}
      onSubmit={submit}
      className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[1.4fr_1.2fr_12rem_12rem_auto]"
    >
      <TextField
        {...field('about')}
        type="search"
        placeholder={messages.filters.aboutHint}
        spellCheck={false}
        autoComplete="off"
      />
      <SelectField
        {...field('type')}
        options={[['', messages.filters.all], ...Object.entries(messages.types)]}
      />
      <TextField {...field('from')} type="date" />
      <TextField {...field('to')} type="date" />
      <div className="flex flex-wrap gap-2">
        <Button type="submit">{messages.filters.apply}</Button>
        {Object.keys(search).length > 0 && <Clear />}
      </div>
    </form>
  );
}

/** Follows by itself while only the newest page is shown; whoever has read on is asked first. */
function List({ search }: { readonly search: EventSearch }): ReactElement {
  const queries = useQueryClient();
  const { queryKey } = foundEventsQuery(search);
  const found = useInfiniteQuery(foundEventsQuery(search));
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = found;
  const [hasNewer, setNewer] = useState(false);
  const hasReadOn = (data?.pages.length ?? 0) > 1;
  const onEvents = useCallback(() => {
    if (hasReadOn) setNewer(true);
    else void queries.invalidateQueries({ queryKey: EVENTS_KEY });
  }, [hasReadOn, queries]);
  useEventStream(onEvents);
  const showNewer = () => {
    setNewer(false);
    void queries.resetQueries({ queryKey, exact: true });
  };
  const events = data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <Card>
      {error !== null && data === undefined && (
        <PageError error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Lines count={8} />}
      <div role="status" className="empty:hidden">
        {hasNewer && (
          <Button onClick={showNewer} className="mb-3">
            {messages.newer}
          </Button>
        )}
      </div>
      {data !== undefined && events.length === 0 && (
        <EmptyList
          texts={messages.empty}
          isFiltered={Object.keys(search).length > 0}
          clear={<Clear />}
          create={<CreateLink>{messages.empty.create}</CreateLink>}
        />
      )}
      <ul aria-label={messages.list} className="empty:hidden">
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ul>
      {data !== undefined && error !== null && (
        <PageError error={error} onRetry={() => void fetchNextPage()} />
      )}
      {hasNextPage && (
        <Button className="mt-4" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {messages.more}
        </Button>
      )}
      {hasReadOn && !hasNextPage && <p className="mt-4 text-sm text-muted">{messages.end}</p>}
    </Card>
  );
}

function Clear(): ReactElement {
  return (
    <Link to="/events" search={{}} className={buttonStyle('secondary')}>
      {messages.clear}
    </Link>
  );
}
