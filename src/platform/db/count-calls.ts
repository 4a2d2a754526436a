import { invariant } from '#kit/failure.ts';
import { openBatch } from './batch.ts';

/** A statement with its parameters; one with a name is planned once on each connection. */
export interface Statement {
  name?: string;
  text: string;
  values?: unknown[];
}

/** What of a connection pool is needed here; `pg.Pool` has it. */
export interface RateStore {
  query<Row extends object>(
    statement: Statement,
  ): Promise<{ rows: Row[]; rowCount: number | null }>;
}

/** A call that is counted. */
interface Call {
  readonly key: string;
  readonly points: number;
}

/** Where a caller stands after a call. */
export interface Count {
  /** The points of its window up to this call; those of later ones are not among them. */
  readonly consumed: number;
  /** When the window or the block ends, in milliseconds since 1970. */
  readonly endsAtMs: number;
}

interface CounterOptions {
  readonly windowMs: number;
  readonly nowMs: () => number;
}

/** A count without an end, which nobody writes, would never end. */
const COUNT = {
  name: 'florin_count_calls',
  text: `
    insert into rate_limit (key, points, expire)
    select key, points, $3::bigint
    from unnest($1::text[], $2::integer[]) as asked (key, points)
    on conflict (key) do update set
      points = excluded.points + case when rate_limit.expire <= $4 then 0 else rate_limit.points end,
      expire = case when rate_limit.expire <= $4 then excluded.expire else rate_limit.expire end
    returning key, points, coalesce(expire, 9007199254740991)::float8 as "endsAtMs"`,
};

const BLOCK = {
  name: 'florin_block_caller',
  text: `
    insert into rate_limit (key, points, expire) values ($1, $2, $3)
    on conflict (key) do update set points = excluded.points, expire = excluded.expire`,
};

/** Counts calls, each caller in windows of its own. */
export interface Counter {
  /** Counts one call. Calls that come at the same time count in the order in which they came. */
  readonly count: (call: Call) => Promise<Count>;
  /** Puts a count of its own making in the place of a caller's, as when it is blocked. */
  readonly block: (key: string, until: Count) => Promise<void>;
}

/** A counter in the `rate_limit` table; calls that come at the same time share a statement. */
export function openCounter(store: RateStore, { windowMs, nowMs }: CounterOptions): Counter {
  const count = openBatch<Call, Count>({
    run: async (calls) => {
      const sums = sumByKey(calls);
      // Every process writes in one order, so that two which count the same never deadlock.
      const keys = [...sums.keys()].sort();
      const points = keys.map((key) => sums.get(key));
      const now = nowMs();
      const values = [keys, points, now + windowMs, now];
      const { rows } = await store.query<Row>({ ...COUNT, values });
      return standings(calls, { sums, rows });
    },
  });
  const block = async (key: string, { consumed, endsAtMs }: Count) => {
    await store.query({ ...BLOCK, values: [key, consumed, endsAtMs] });
  };
  return { count, block };
}

/** One statement may touch a row only once. */
function sumByKey(calls: readonly Call[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { key, points } of calls) sums.set(key, (sums.get(key) ?? 0) + points);
  return sums;
}

interface Row extends Call {
  readonly endsAtMs: number;
}

function standings(
  calls: readonly Call[],
  { sums, rows }: { readonly sums: ReadonlyMap<string, number>; readonly rows: readonly Row[] },
): (call: Call) => Count {
  // What each caller had before the first of these calls, and then after each of them.
  const open = new Map(
    rows.map(({ key, points, endsAtMs }) => [
      key,
      { consumed: points - (sums.get(key) ?? 0), endsAtMs },
    ]),
  );
  const counts = new Map<Call, Count>();
  for (const call of calls) {
    const before = open.get(call.key);
    invariant(before !== undefined, 'every caller that was counted has a row');
    const after = { ...before, consumed: before.consumed + call.points };
    open.set(call.key, after);
    counts.set(call, after);
  }
  return (call) => {
    const count = counts.get(call);
    invariant(count !== undefined, 'only calls that were counted are asked for');
    return count;
  };
}
