import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useId, useState } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { notificationMessages as messages } from '../messages/en-notifications.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, buttonStyle } from '../ui/button.tsx';
import { Card } from '../ui/page.tsx';
import { PageError } from '../ui/page-error.tsx';
import { Time } from '../ui/time.tsx';
import { countOf, type Notifications, notificationsQuery } from './queries.ts';

type Notification = Notifications['notifications'][number];

/** Rows that are shown at first: the rest of the page stays in sight. */
const FIRST_ROWS = 5;

/** What needs a person, the worst first, each with the way to where it is dealt with; nothing where nothing does. */
export function NotificationList(): ReactElement | null {
  const { data, error, refetch } = useQuery(notificationsQuery);
  const [isWhole, setWhole] = useState(false);
  if (data === undefined) {
    return error === null ? null : <PageError error={error} onRetry={() => void refetch()} />;
  }
  const { notifications, isComplete } = data;
  if (notifications.length === 0) return null;
  const isLong = notifications.length > FIRST_ROWS;
  return (
    <Card title={messages.title}>
      <ul>
        {notifications.slice(0, isWhole ? undefined : FIRST_ROWS).map((notification) => (
          <Row key={notification.id} notification={notification} />
        ))}
      </ul>
      {isWhole && !isComplete && <p className="mt-3 text-muted">{messages.more}</p>}
      {isLong && (
        <div className="mt-3">
          <Button kind="quiet" onClick={() => setWhole(!isWhole)}>
            {isWhole ? messages.showFewer : messages.showAll(countOf(data))}
          </Button>
        </div>
      )}
    </Card>
  );
}

function Row({ notification }: { readonly notification: Notification }): ReactElement {
  const { level, message, since, endsAt, subject } = notification;
  const id = useId();
  const ends = subject.kind === 'api_key' ? messages.expires.other : messages.expires.webhook;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <span className="sm:w-24">
        <Badge kind={level === 'error' ? 'stop' : 'warn'}>{messages.levels[level]}</Badge>
      </span>
      <div className="min-w-0 flex-1 basis-64">
        <p id={id} className="wrap-anywhere">
          {plainText(message)}
        </p>
        <p className="flex flex-wrap gap-x-4 text-sm text-muted empty:hidden">
          {since !== null && (
            <span>
              {messages.since} <Time at={since} />
            </span>
          )}
          {endsAt !== null && (
            <span>
              {ends} <Time at={endsAt} />
            </span>
          )}
        </p>
      </div>
      <Way notification={notification} describedBy={id} />
    </li>
  );
}

interface WayProps {
  readonly notification: Notification;
  /** What is read out after the name of the link. */
  readonly describedBy: string;
}

/** Leads to the page where it is dealt with. */
function Way({ notification: { kind, subject }, describedBy }: WayProps): ReactElement {
  const { id } = subject;
  const shared = {
    className: buttonStyle('secondary'),
    'aria-describedby': describedBy,
    children: messages.actions[subject.kind],
  };
  switch (subject.kind) {
    case 'webhook':
      // It is switched on in the list, and looked into in its log.
      if (kind === 'webhook_disabled') return <Link to="/webhooks" {...shared} />;
      return <Link to="/webhooks/$webhookId" params={{ webhookId: id }} {...shared} />;
    case 'orchestrator_webhook':
      return <Link to="/orchestrator" {...shared} />;
    case 'request':
      return <Link to="/payments/$requestId" params={{ requestId: id }} {...shared} />;
    case 'recurring_payout':
      return <Link to="/payouts/recurring/$recurringId" params={{ recurringId: id }} {...shared} />;
    case 'payout_import':
      return <Link to="/payouts/imports/$importId" params={{ importId: id }} {...shared} />;
    case 'api_key':
      return <Link to="/keys" {...shared} />;
    case 'network':
      return <Link to="/health" {...shared} />;
  }
}
