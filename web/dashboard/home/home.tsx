import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactElement } from 'react';
import { requestsQuery } from '../api/queries.ts';
import { homeMessages as messages } from '../messages/en-home.ts';
import { NotificationList } from '../notifications/notification-list.tsx';
import { CreateLink } from '../ui/create-link.tsx';
import { LaterPart } from '../ui/later-part.tsx';
import { Card, Empty, Page } from '../ui/page.tsx';
import { PageError } from '../ui/page-error.tsx';
import { RequestTable } from '../ui/request-table.tsx';
import { Lines } from '../ui/skeleton.tsx';
import { Setup } from './setup.tsx';

// What draws charts is loaded once there is something to draw.
const Figures = lazy(async () => ({ default: (await import('./figures.tsx')).Figures }));

/** The newest of the list. */
const RECENT = 5;

/** What needs a person first, then what is left to set up, how business goes, and what came last. */
export function Home(): ReactElement {
  return (
    <Page title={messages.title}>
      <NotificationList />
      <Setup />
      <Business />
      <Recent />
    </Page>
  );
}

/** The figures; an account that has not begun would see empty charts only. */
function Business(): ReactElement | null {
  const { data } = useQuery(requestsQuery({ page: 1 }));
  if (data === undefined || data.pagination.total === 0) return null;
  return (
    <LaterPart fallback={<Lines count={4} />}>
      <Figures />
    </LaterPart>
  );
}

function Recent(): ReactElement {
  const { data, error, refetch } = useQuery(requestsQuery({ page: 1 }));
  const { title, all, emptyTitle, emptyText } = messages.recent;
  const showAll = (
    <Link to="/get-paid" className="inline-flex min-h-6 font-medium text-accent underline">
      {all}
    </Link>
  );
  return (
    <Card title={title} actions={showAll}>
      {error !== null && data === undefined ? (
        <PageError error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Lines />
      ) : data.requests.length === 0 ? (
        <Empty
          title={emptyTitle}
          text={emptyText}
          action={<CreateLink>{messages.setup.link.action}</CreateLink>}
        />
      ) : (
        <RequestTable requests={data.requests.slice(0, RECENT)} />
      )}
    </Card>
  );
}
