import { accountOf, type Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { listNetworkStates } from '#modules/settlement/index.ts';
import { describeNetworks } from './model/describe-networks.ts';
import { describeProblem } from './model/describe-problem.ts';
import { compareNotifications, type Notification } from './model/notification.ts';
import { findProblems } from './store.ts';

const DAY_MS = 86_400_000;

/** What happened longer ago was seen by somebody, or never will be. */
const LATELY_MS = 14 * DAY_MS;

/** Time enough to put another key where the old one is used. */
const SOON_MS = 7 * DAY_MS;

/** Of each kind: as many as a person reads before looking at the list of that kind. */
const PROBLEMS_MAX = 20;

/** What of the caller's account needs a person now, the worst and then the newest first. */
export async function listNotifications(ctx: Context) {
  const now = ctx.now();
  const [problems, { networks }] = await Promise.all([
    findProblems(ctx, {
      accountId: accountOf(ctx),
      since: new Date(now.getTime() - LATELY_MS),
      endsBy: new Date(now.getTime() + SOON_MS),
      // One more than is shown says that there are more.
      limit: PROBLEMS_MAX + 1,
    }),
    listNetworkStates(ctx),
  ]);
  const bySource = Object.values(Object.groupBy(problems, ({ source }) => source));
  const rules = { switchOffAfterMs: ctx.settings.webhookSwitchOffAfterMs };
  const notifications = [
    ...bySource
      .flatMap((found) => found.slice(0, PROBLEMS_MAX))
      .map((problem) => describeProblem(problem, rules)),
    ...describeNetworks(networks),
  ];
  return {
    at: isoTime(now),
    notifications: notifications.toSorted(compareNotifications).map(shown),
    isComplete: bySource.every((found) => found.length <= PROBLEMS_MAX),
  };
}

function shown({ since, endsAt, ...notification }: Notification) {
  return {
    ...notification,
    since: since && isoTime(since),
    endsAt: endsAt && isoTime(endsAt),
  };
}
