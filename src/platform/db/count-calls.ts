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

/** The window of calls slides over this time. */
export const WINDOW_MS = 60_000;

/**
 * Calls of one slot share an entry and leave the window together, when the end of their slot is a
 * window ago: no call leaves early, and none later than this. The default limit is a call a slot.
 */
export const SLOT_MS = 200;

export interface CountedCall {
  readonly key: string;
  /** How many calls any window may have. */
  readonly callsMax: number;
}

/** Where a caller is after a call. */
export interface Count {
  readonly allowed: boolean;
  /** The admitted calls of the window up to this call; refused calls take no capacity. */
  readonly used: number;
  /** The refused calls since the first refusal of a minute, up to this call. */
  readonly refused: number;
  /** When the next call after those of this moment is admitted, in milliseconds since 1970. */
  readonly nextAtMs: number;
  /** Whether the caller is blocked until `nextAtMs`; a blocked caller is not counted. */
  readonly blocked: boolean;
}

/**
 * Slides each window to now and admits what fits. `width_bucket` finds by halving how many entries of
 * a rising list are not above a number: the slots that have left, and the slot whose end frees the
 * next call.
 */
const COUNT = {
  name: 'florin_count_calls_sliding',
  text: `
    with asked as (
      select key, calls, calls_max, block.ends_at_ms
      from unnest($1::text[], $2::integer[], $3::integer[]) as call (key, calls, calls_max)
      left join rate_limit_block as block using (key)
    ), counted as (
      insert into rate_limit_window as kept
        (key, calls_max, slot_ends_ms, slot_totals, granted, refused, refusals_end_ms)
      select key, calls_max, array[$5::bigint], array[least(calls, calls_max)]::bigint[],
        least(calls, calls_max), calls - least(calls, calls_max),
        case when calls > calls_max then $4::bigint + ${WINDOW_MS} else 0 end
      from asked where ends_at_ms is null or ends_at_ms <= $4::bigint order by key
      on conflict (key) do update set
        (calls_max, slot_ends_ms, slot_totals, base_total, granted, refused, refusals_end_ms) = (
          select
            excluded.calls_max,
            case when granted = 0 or joins then kept.slot_ends_ms[gone + 1:]
              else kept.slot_ends_ms[gone + 1:] || $5::bigint end,
            case when granted = 0 then kept.slot_totals[gone + 1:]
              when joins then kept.slot_totals[gone + 1:slots - 1] || (total + granted)
              else kept.slot_totals[gone + 1:] || (total + granted) end,
            base, granted, refused + asked - granted,
            case when refused > 0 or asked = granted then kept.refusals_end_ms
              else $4::bigint + ${WINDOW_MS} end
          from (
            select slots, gone, asked, total, base, refused,
              gone < slots and kept.slot_ends_ms[slots] >= $5::bigint as joins,
              least(asked, greatest(excluded.calls_max - (total - base), 0))::integer as granted
            from (
              select slots, gone, excluded.granted + excluded.refused as asked,
                kept.slot_totals[slots] as total,
                case when gone = 0 then kept.base_total else kept.slot_totals[gone] end as base,
                case when kept.refusals_end_ms > $4::bigint then kept.refused else 0 end as refused
              from (
                select cardinality(kept.slot_ends_ms) as slots,
                  width_bucket($4::bigint - ${WINDOW_MS}, kept.slot_ends_ms) as gone
              ) as window_now
            ) as before
          ) as next
        )
      returning key, granted, refused,
        (slot_totals[cardinality(slot_totals)] - base_total)::integer as used,
        slot_ends_ms[width_bucket(slot_totals[cardinality(slot_totals)] - calls_max, slot_totals) + 1]
          + ${WINDOW_MS} as next_at_ms
    )
    select key, asked.calls_max as "callsMax", counted.granted, counted.refused, counted.used,
      counted.next_at_ms::float8 as "nextAtMs", asked.ends_at_ms::float8 as "blockedUntilMs"
    from asked left join counted using (key)`,
};

const BLOCK = {
  name: 'florin_block_caller_until',
  text: `
    insert into rate_limit_block as kept (key, ends_at_ms) values ($1, $2)
    on conflict (key) do update set
      ends_at_ms = greatest(kept.ends_at_ms, excluded.ends_at_ms)`,
};

/** Counts calls, each caller in its own window. */
export interface Counter {
  /** Counts one call. Calls that come at the same time are admitted in the order in which they came. */
  readonly count: (call: CountedCall) => Promise<Count>;
  /** Blocks a caller, durably, until a time in milliseconds since 1970. */
  readonly block: (key: string, endsAtMs: number) => Promise<void>;
}

/**
 * A counter in the tables `rate_limit_window` and `rate_limit_block`; calls that come at the same time
 * share a statement.
 */
export function openCounter(store: RateStore, { nowMs }: { nowMs: () => number }): Counter {
  const count = openBatch<CountedCall, Count>({
    run: async (calls) => {
      const callers = groupByKey(calls);
      const keys = [...callers.keys()];
      const asked = [...callers.values()];
      const now = nowMs();
      const values = [
        keys,
        asked.map(({ length }) => length),
        asked.map((calls) => calls.at(-1)?.callsMax),
        now,
        slotEndMs(now),
      ];
      const { rows } = await store.query<Row>({ ...COUNT, values });
      const counts = new Map(rows.flatMap((row) => countsOf(callers.get(row.key) ?? [], row)));
      return (call) => {
        const found = counts.get(call);
        invariant(found !== undefined, 'every call of a statement is counted');
        return found;
      };
    },
  });
  const block = async (key: string, endsAtMs: number) => {
    await store.query({ ...BLOCK, values: [key, endsAtMs] });
  };
  return { count, block };
}

/** The end of the slot that a moment is in. */
export function slotEndMs(nowMs: number): number {
  return (Math.floor(nowMs / SLOT_MS) + 1) * SLOT_MS;
}

/** One statement may touch a row only once. */
function groupByKey(calls: readonly CountedCall[]): Map<string, CountedCall[]> {
  const groups = new Map<string, CountedCall[]>();
  for (const call of calls) {
    const group = groups.get(call.key);
    if (group === undefined) groups.set(call.key, [call]);
    else group.push(call);
  }
  return groups;
}

type Row = { readonly key: string; readonly callsMax: number } & (
  | {
      readonly blockedUntilMs: number | null;
      /** Of the calls of this statement. */
      readonly granted: number;
      /** After all calls of this statement. */
      readonly refused: number;
      readonly used: number;
      readonly nextAtMs: number;
    }
  | { readonly blockedUntilMs: number; readonly granted: null }
);

/** The result of each call of one caller: the first of them were admitted. */
function countsOf(calls: readonly CountedCall[], row: Row): [CountedCall, Count][] {
  if (row.granted === null) {
    const { callsMax, blockedUntilMs } = row;
    const none = { allowed: false, used: callsMax, refused: 0, nextAtMs: blockedUntilMs };
    return calls.map((call) => [call, { ...none, blocked: true }]);
  }
  const { granted, nextAtMs } = row;
  const usedBefore = row.used - granted;
  const refusedBefore = row.refused - (calls.length - granted);
  return calls.map((call, index) => {
    const allowed = index < granted;
    const used = usedBefore + Math.min(index + 1, granted);
    const refused = refusedBefore + Math.max(index + 1 - granted, 0);
    return [call, { allowed, used, refused, nextAtMs, blocked: false }];
  });
}
