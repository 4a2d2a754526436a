import { elapsedMs } from '#kit/clock.ts';
import type { Context } from '../../src/context.ts';
import { accountOfEvent, type Schedule, SOAK_PACE, type SoakEndpoint } from './soak-plan.ts';
import type { Ledger, Way } from './soak-receivers.ts';
import type { Worker } from './workers.ts';

/** A worker that was killed, and the attempts that it had made without writing them down. */
export interface Kill {
  readonly worker: string;
  /** Keys of the ledger. */
  readonly underWay: ReadonlySet<string>;
}

/** What a soak came to. */
export interface Verdict {
  /** What is not as promised, in words; none when all is well. */
  readonly problems: readonly string[];
  readonly events: number;
  readonly deliveries: number;
  /** Rows of attempts, and posts that receivers saw: these also hold what was repeated. */
  readonly attempts: number;
  readonly posts: number;
  /** Timeouts and resets of which the receiver saw nothing; a busy machine has a few. */
  readonly unseen: number;
  /** Deliveries that ended as failed because a good receiver was too busy four times; it got them. */
  readonly starved: number;
  readonly repeated: number;
  /** How many attempts each killed worker had under way. */
  readonly underWay: readonly number[];
  readonly memory: Memory;
  readonly seconds: number;
}

interface Memory {
  /** Medians of the worker that lived through the whole run, in its second and its last quarter. */
  readonly earlyMb: number;
  readonly lateMb: number;
  /** Of any worker at any time. */
  readonly highestMb: number;
}

interface Soaked {
  readonly events: number;
  readonly endpoints: readonly SoakEndpoint[];
  readonly schedule: Schedule;
  readonly ledger: Ledger;
  readonly kills: readonly Kill[];
  readonly survivor: Worker | undefined;
  readonly workers: readonly Worker[];
  readonly stops: readonly { readonly well: boolean; readonly tookMs: number }[];
  readonly seconds: number;
}

/** Flat: the last quarter of the run needs at most this much of what the second one needed. */
const GROWTH_MAX = 1.2;
/** With fewer the engine is still warming up, however long a busy machine takes for them, and nothing is judged. */
const JUDGED_FROM_EVENTS = 5_000;
const STOP_MS_MAX = 10_000;
/** Times are kept to the millisecond, each rounded. */
const ROUNDING_MS = 3;
/** How much of a worker's log is reported. */
const OUTPUT_CHARACTERS = 500;
/** How many examples of one kind of problem are reported. */
const EXAMPLES = 3;

/** Holds what the database says against what the receivers saw. */
export async function judgeSoak(ctx: Context, soaked: Soaked): Promise<Verdict> {
  const { ledger, kills, seconds, events } = soaked;
  const deliveries = await readDeliveries(ctx);
  const attempts = await readAttempts(ctx);
  const outbox = await ctx.db.selectFrom('outbox').selectAll().execute();
  const memory = memoryOf(soaked);
  const delivery = [...attempts.values()].flat();
  const seen = ({ id, retryCount }: Attempt) => ledger.attempts.has(`${id}:${retryCount}`);
  const problems = [
    ...(outbox.length > 0 ? [`${outbox.length} events were never fanned out`] : []),
    ...lostOf(soaked, deliveries),
    ...group(
      'deliveries ended otherwise than they had to',
      deliveries.filter(endedOddly(soaked, attempts)),
    ),
    ...group(
      'attempts are not counted as they were made',
      deliveries.filter(miscounted(soaked, attempts)),
    ),
    ...group('retries came too early', deliveries.filter(tooEarly(attempts))),
    ...group(
      'answers are written down that nobody gave',
      delivery.filter((a) => answered(a) && !seen(a)),
    ),
    ...group('posts were never written down', unwritten(ledger, attempts)),
    ...group('attempts came twice without a kill', unexplained(ledger, kills)),
    ...countsOf(ledger),
    ...findGrowth(memory, events),
    ...stopProblems(soaked),
  ];
  return {
    problems,
    events,
    deliveries: deliveries.length,
    attempts: delivery.length,
    posts: ledger.posts,
    unseen: delivery.filter((attempt) => !seen(attempt)).length,
    starved: deliveries.filter(starved(soaked, attempts)).length,
    repeated: ledger.posts - ledger.attempts.size,
    underWay: kills.map(({ underWay }) => underWay.size),
    memory,
    seconds,
  };
}

interface Delivery {
  readonly id: string;
  readonly endpointId: string;
  readonly status: string;
  readonly attempts: number;
}

async function readDeliveries({ db }: Context): Promise<readonly Delivery[]> {
  return await db
    .selectFrom('webhook_delivery')
    .select(['id', 'webhook_endpoint_id as endpointId', 'status', 'attempts'])
    .execute();
}

interface Attempt {
  readonly id: string;
  readonly retryCount: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly responseStatus: number | null;
}

async function readAttempts({ db }: Context): Promise<ReadonlyMap<string, readonly Attempt[]>> {
  const rows = await db
    .selectFrom('webhook_attempt')
    .select([
      'webhook_delivery_id as id',
      'retry_count as retryCount',
      'started_at as startedAt',
      'duration_ms as durationMs',
      'response_status as responseStatus',
    ])
    .orderBy('webhook_delivery_id')
    .orderBy('retry_count')
    .execute();
  return Map.groupBy(rows, ({ id }) => id);
}

const answered = ({ responseStatus }: Attempt) => responseStatus !== null;

/** One line for all problems of a kind, with a few examples; none where there are none. */
function group(what: string, cases: readonly unknown[]): string[] {
  if (cases.length === 0) return [];
  return [`${cases.length} ${what}, such as ${JSON.stringify(cases.slice(0, EXAMPLES))}`];
}

/** Every event of its account has one delivery at each endpoint, and reached each live one. */
function lostOf(soaked: Soaked, deliveries: readonly Delivery[]): string[] {
  const { endpoints, events, schedule, ledger } = soaked;
  const pending = Map.groupBy(Array(events).keys(), (event) => accountOfEvent(schedule, event));
  const made = Map.groupBy(deliveries, ({ endpointId }) => endpointId);
  return endpoints.flatMap(({ id, accountId, way }, endpoint) => {
    const due = pending.get(accountId) ?? [];
    const got = ledger.events.get(endpoint) ?? new Set();
    const missing = due.filter((event) => !got.has(event));
    const fanned = made.get(id)?.length ?? 0;
    return [
      ...(fanned === due.length ? [] : [`${id} was made ${fanned} of ${due.length} deliveries`]),
      ...(way === 'answers' ? group(`events never reached ${id}`, missing) : []),
      ...(got.size > due.length ? [`${id} got events of somebody else`] : []),
    ];
  });
}

/** The status that each way of a receiver must leave in all of its attempts. */
const STATUS_OF: Readonly<Record<Way, number | null>> = {
  answers: 204,
  fails: 500,
  hangs: null,
  resets: null,
  dawdles: null,
  redirects: 302,
};

type Attempts = ReadonlyMap<string, readonly Attempt[]>;

function endedOddly(soaked: Soaked, attempts: Attempts) {
  const ways = waysOf(soaked);
  const excused = starved(soaked, attempts);
  return (delivery: Delivery) => {
    if (ways.get(delivery.endpointId) !== 'answers') return !isExhausted(delivery);
    return delivery.status !== 'delivered' && !excused(delivery);
  };
}

function starved(soaked: Soaked, attempts: Attempts) {
  const ways = waysOf(soaked);
  return (delivery: Delivery) =>
    ways.get(delivery.endpointId) === 'answers' &&
    isExhausted(delivery) &&
    (attempts.get(delivery.id) ?? []).every(
      ({ responseStatus, durationMs }) =>
        responseStatus === null && durationMs >= SOAK_PACE.timeoutMs,
    );
}

const isExhausted = ({ status, attempts }: Delivery) =>
  status === 'failed' && attempts === SOAK_PACE.delaysMs.length + 1;

const waysOf = ({ endpoints }: Soaked) => new Map(endpoints.map(({ id, way }) => [id, way]));

/** Rows are numbered from 0 without a gap, as many as the delivery says, and no answer is a wrong one. */
function miscounted(soaked: Soaked, attempts: Attempts) {
  const ways = waysOf(soaked);
  return (delivery: Delivery) => {
    const rows = attempts.get(delivery.id) ?? [];
    const way = ways.get(delivery.endpointId);
    const expected = way === undefined ? undefined : STATUS_OF[way];
    return (
      rows.length !== delivery.attempts ||
      rows.some(({ retryCount }, i) => retryCount !== i) ||
      rows.some(({ responseStatus }) => responseStatus !== null && responseStatus !== expected) ||
      (delivery.status === 'delivered' && rows.at(-1)?.responseStatus !== expected)
    );
  };
}

function tooEarly(attempts: Attempts) {
  return ({ id }: Delivery) => {
    const rows = attempts.get(id) ?? [];
    return rows.slice(1).some(({ startedAt }, i) => {
      const before = rows[i];
      if (before === undefined) return true;
      const ended = before.startedAt.getTime() + before.durationMs;
      return startedAt.getTime() - ended < (SOAK_PACE.delaysMs[i] ?? 0) - ROUNDING_MS;
    });
  };
}

function unwritten(ledger: Ledger, attempts: Attempts): readonly string[] {
  const written = new Set(
    [...attempts.values()].flat().map(({ id, retryCount }) => `${id}:${retryCount}`),
  );
  return [...ledger.attempts.keys()].filter((key) => !written.has(key));
}

/** An attempt may come once more for each kill that caught it under way. */
function unexplained(ledger: Ledger, kills: readonly Kill[]): readonly string[] {
  return [...ledger.attempts]
    .filter(([key, times]) => times > 1 + kills.filter(({ underWay }) => underWay.has(key)).length)
    .map(([key]) => key);
}

function countsOf(ledger: Ledger): string[] {
  const { badSignatures, badBodies, followed } = ledger;
  return Object.entries({ badSignatures, badBodies, followed }).flatMap(([name, count]) =>
    count === 0 ? [] : [`${name}: ${count}`],
  );
}

function memoryOf({ survivor, workers, seconds }: Soaked): Memory {
  const start = elapsedMs() - seconds * 1000;
  const quarter = (number: number) => {
    const within = (survivor?.memory ?? []).filter(
      ({ atMs }) => Math.floor(((atMs - start) / (seconds * 1000)) * 4) === number - 1,
    );
    const sorted = within.map(({ bytes }) => bytes).toSorted((a, b) => a - b);
    return toMb(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN);
  };
  const all = workers.flatMap(({ memory }) => memory.map(({ bytes }) => bytes));
  return { earlyMb: quarter(2), lateMb: quarter(4), highestMb: toMb(Math.max(...all)) };
}

const toMb = (bytes: number) => Math.round(bytes / 2 ** 20);

/** Reports that memory grew over a run of enough events to say so. */
export function findGrowth(
  { earlyMb, lateMb }: Pick<Memory, 'earlyMb' | 'lateMb'>,
  events: number,
): string[] {
  const grew = events >= JUDGED_FROM_EVENTS && !(lateMb <= earlyMb * GROWTH_MAX);
  return grew ? [`memory grew from ${earlyMb} to ${lateMb} MB`] : [];
}

function stopProblems({ stops, workers }: Soaked): string[] {
  const late = stops.filter(({ well, tookMs }) => !well || tookMs > STOP_MS_MAX);
  const said = workers
    .map((worker) => worker.output().slice(0, OUTPUT_CHARACTERS))
    .filter((output) => output !== '');
  return [...group('workers did not stop well', late), ...group('workers complained', said)];
}
