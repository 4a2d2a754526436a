import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../api/client.ts';
import { whileActive } from '../session/active.ts';

/** What stands here lasts for minutes at least. */
const WATCH_MS = 30_000;

const readNotifications = () => answerOf(api.GET('/v2/dashboard/notifications'));

export type Notifications = Awaited<ReturnType<typeof readNotifications>>;

/** What of the account needs a person. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: readNotifications,
  refetchInterval: whileActive(WATCH_MS),
});

/** How many there are, as it is shown. */
export function countOf({ notifications, isComplete }: Notifications): string {
  return isComplete ? String(notifications.length) : `${notifications.length}+`;
}
