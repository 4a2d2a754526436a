import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect } from 'react';
import { notificationMessages as messages } from '../messages/en-notifications.ts';
import { countOf, notificationsQuery } from './queries.ts';

/** How many things need a person, beside the way to them; nothing where none does. Read again after each change that was made here. */
export function NotificationCount(): ReactElement | null {
  const queries = useQueryClient();
  const { data } = useQuery(notificationsQuery);
  useEffect(
    () =>
      queries.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success') return;
        void queries.invalidateQueries({ queryKey: notificationsQuery.queryKey });
      }),
    [queries],
  );
  if (data === undefined || data.notifications.length === 0) return null;
  const count = countOf(data);
  const isUrgent = data.notifications.some(({ level }) => level === 'error');
  const style = isUrgent ? 'bg-stop-ground text-stop-text' : 'bg-warn-ground text-warn-text';
  return (
    <span
      className={`ml-auto min-w-6 rounded-full px-2 py-0.5 text-center text-sm font-semibold tabular-nums ${style}`}
    >
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{messages.count(count)}</span>
    </span>
  );
}
