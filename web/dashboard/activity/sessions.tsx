import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { answerOf, auth } from '../api/client.ts';
import { sessionsQuery } from '../api/queries.ts';
import type { SessionFields } from '../api/shapes.ts';
import { useChange } from '../api/use-change.ts';
import { activityMessages } from '../messages/en-activity.ts';
import { sessionQuery } from '../session/session.ts';
import { Logins } from '../team/logins.tsx';
import { Badge } from '../ui/badge.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Card, Page } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';

const messages = activityMessages.sessions;

/** Who is signed in to the account, and ending the session of anybody. */
export function Sessions(): ReactElement {
  const sessions = useQuery(sessionsQuery);
  const { data: own } = useQuery(sessionQuery);
  return (
    <Page title={messages.title} lead={messages.lead}>
      <Card title={messages.list}>
        <Loaded of={sessions}>
          {({ sessions: list }) => (
            <ul>
              {list.map((session) => (
                <Row key={session.id} session={session} isOwn={session.id === own?.id} />
              ))}
            </ul>
          )}
        </Loaded>
      </Card>
      <Logins />
    </Page>
  );
}

interface RowProps {
  readonly session: SessionFields;
  readonly isOwn: boolean;
}

function Row({ session, isOwn }: RowProps): ReactElement {
  const { id, kind, walletAddress, email, createdAt, lastSeenAt, expiresAt } = session;
  const end = useChange(
    (header) =>
      answerOf(auth.DELETE('/v1/auth/sessions/{id}', { params: { path: { id }, header } })),
    ['sessions'],
  );
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          {messages[kind]} {walletAddress ?? email}
          {isOwn && <Badge kind="good">{messages.this}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {messages.opened} <Time at={createdAt} /> · {messages.lastSeen} <Time at={lastSeenAt} /> ·{' '}
          {messages.expires} <Time at={expiresAt} />
        </p>
      </div>
      {!isOwn && (
        <Confirm
          label={messages.end}
          kind="danger"
          title={messages.endTitle}
          text={messages.endText}
          onConfirm={() => end.mutateAsync()}
          isBusy={end.isPending}
          error={end.error}
        />
      )}
    </li>
  );
}
