import type { Way } from './soak-receivers.ts';
import type { Pace } from './workers.ts';

/** How big a soak is and where it runs. */
export interface SoakOptions {
  /** Of a migrated PostgreSQL of which the soak may use all. */
  readonly databaseUrl: string;
  readonly events: number;
  readonly kills: number;
  /** Called a few times a second. */
  readonly onProgress?: (progress: Progress) => void;
}

/** How far a soak has come, in deliveries that have ended, well or not. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly kills: number;
}

/** An endpoint of the soak, its account and how its receiver treats what it is sent. */
export interface SoakEndpoint {
  readonly id: string;
  readonly accountId: string;
  readonly way: Way;
}

/**
 * The specification's waits a hundredth as long; the timeout only half, for busy machines. Leases are longer than a process stands
 * still on one: a lease that runs out there would have an attempt come twice without a kill.
 */
export const SOAK_PACE: Pace = { timeoutMs: 2_500, delaysMs: [10, 50, 150], leaseSlackMs: 60_000 };

/** Each account has two receivers that answer and one that fails in a way of its own. */
const FAILING_WAYS: readonly Way[] = ['fails', 'hangs', 'resets', 'dawdles', 'redirects'];
const ACCOUNTS = 15;
/** Of the turns in which accounts are given events, those with a silent receiver have one. */
const ROUNDS = 40;
const SILENT: readonly Way[] = ['hangs', 'dawdles'];

/** How the receivers of each account treat what they are sent. */
export const ACCOUNT_WAYS: readonly (readonly Way[])[] = Array.from(
  { length: ACCOUNTS },
  (_, account) => ['answers', FAILING_WAYS[account % FAILING_WAYS.length] ?? 'fails', 'answers'],
);

/** How many endpoints are sent each event. */
export const ENDPOINTS_EACH = 3;

/** Whose each event is: the account of an event is found by its number, over and over. */
export type Schedule = readonly string[];

/** The schedule of a soak. A silent receiver holds each attempt up to its timeout, so it gets less. */
export function scheduleOf(endpoints: readonly SoakEndpoint[]): Schedule {
  const silent = new Set(
    endpoints.filter(({ way }) => SILENT.includes(way)).map(({ accountId }) => accountId),
  );
  const accounts = [...new Set(endpoints.map(({ accountId }) => accountId))];
  return Array.from({ length: ROUNDS }, (_, round) =>
    accounts.filter((accountId) => round === 0 || !silent.has(accountId)),
  ).flat();
}

/** The account of an event. */
export function accountOfEvent(schedule: Schedule, event: number): string {
  const accountId = schedule[event % schedule.length];
  if (accountId === undefined) throw new Error('the schedule is empty');
  return accountId;
}
