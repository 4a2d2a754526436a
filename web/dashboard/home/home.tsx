import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactElement, Suspense } from 'react';
import { networkStatesQuery } from '../api/figures.ts';
import { heldQuery, requestsQuery, webhooksQuery } from '../api/queries.ts';
import { homeMessages as messages } from '../messages/en-home.ts';
import { buttonStyle } from '../ui/button.tsx';
import { readCurrencyId } from '../ui/currency-id.ts';
import { Notice } from '../ui/notice.tsx';
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
      <Held />
      <Failing />
      <Late />
      <Setup />
      <Business />
      <Recent />
    </Page>
  );
}

function Held(): ReactElement | null {
  const held = useQuery(heldQuery).data?.heldPayments ?? [];
  if (held.length === 0) return null;
  const { title, text } = messages.held;
  return (
    <Notice kind="warn">
      <p className="font-semibold">{title}</p>
      <p>{text}</p>
      <ul>
        {held.slice(0, RECENT).map(({ id, requestId, receivedAmount, paymentCurrency }) => (
          <li key={id}>
            <Link to="/payments/$requestId" params={{ requestId }} className="underline">
              {receivedAmount} {readCurrencyId(paymentCurrency).symbol}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Failing(): ReactElement | null {
  const { data: webhooks = [] } = useQuery(webhooksQuery);
  const failing = webhooks.filter(
    ({ failingSince, switchedOffBy }) => failingSince !== null || switchedOffBy === 'failures',
  );
  if (failing.length === 0) return null;
  const { title, text, off } = messages.failing;
  return (
    <Notice kind="stop">
      <p className="font-semibold">{title}</p>
      {failing.map(({ id, url, switchedOffBy }) => (
        <p key={id}>{switchedOffBy === 'failures' ? off(url) : text(url)}</p>
      ))}
    </Notice>
  );
}

/** The figures; an account that has not begun would see empty charts only. */
function Business(): ReactElement | null {
  const { data } = useQuery(requestsQuery({ page: 1 }));
  if (data === undefined || data.pagination.total === 0) return null;
  return (
    <Suspense fallback={<Lines count={4} />}>
      <Figures />
    </Suspense>
  );
}

function Late(): ReactElement | null {
  const late = (useQuery(networkStatesQuery).data?.networks ?? []).filter(
    ({ state }) => state === 'behind' || state === 'stalled' || state === 'halted',
  );
  if (late.length === 0) return null;
  const { title, text } = messages.late;
  return (
    <Notice kind="warn">
      <p className="font-semibold">{title(late.map(({ name }) => name).join(', '))}</p>
      <p>
        {text}{' '}
        <Link to="/health" className="underline">
          {messages.late.action}
        </Link>
      </p>
    </Notice>
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
          action={
            <Link to="/get-paid/new" className={buttonStyle('primary')}>
              {messages.setup.link.action}
            </Link>
          }
        />
      ) : (
        <RequestTable requests={data.requests.slice(0, RECENT)} />
      )}
    </Card>
  );
}
