import { sql } from 'kysely';
import { Refusal } from '#kit/failure.ts';
import type { Database } from './database.ts';
import { transact } from './transact.ts';

/** Notified after each move. */
export const CLOCK_CHANNEL = 'sandbox_clock_moved';

/** How far the clock of a sandbox may be moved in all: ten years, which the contracts' times have room for. */
export const CLOCK_OFFSET_MS_MAX = 3_650 * 86_400_000;

/** How far ahead the clock of this database is, in milliseconds; 0 where nobody moved it. */
export async function readClockOffset(db: Database): Promise<number> {
  const { rows } = await sql<{ offset_ms: bigint }>`
    select offset_ms from sandbox_clock`.execute(db);
  return Number(rows[0]?.offset_ms ?? 0n);
}

/** A move of the clock of a sandbox. */
export interface ClockMove {
  /** How much further it goes, in milliseconds; above 0. */
  readonly aheadMs: number;
  /** By the machine's own time. */
  readonly movedAt: Date;
  /** Moves what follows the clock and reads no database, to this offset; runs before anybody sees the new time. */
  readonly moveOthers: (offsetMs: number) => Promise<void>;
}

/**
 * Moves the clock of a sandbox ahead and returns its new offset. Moves at the same time follow one another; where the
 * others cannot be moved, the clock stays. Refuses (409) a database of production, (400) more than {@link CLOCK_OFFSET_MS_MAX} in all.
 */
export function moveClock(
  db: Database,
  { aheadMs, movedAt, moveOthers }: ClockMove,
): Promise<number> {
  return transact({ db }, async (tx) => {
    const { rows } = await sql<{ mode: string }>`
      select mode from installation for update`.execute(tx.db);
    if (rows[0]?.mode !== 'sandbox') {
      throw new Refusal('sandbox_only', 409, 'Only the clock of a sandbox can be moved.');
    }
    const offsetMs = (await readClockOffset(tx.db)) + aheadMs;
    if (offsetMs > CLOCK_OFFSET_MS_MAX) {
      throw new Refusal('clock_too_far', 400, 'The clock can be moved by ten years in all.');
    }
    await sql`
      insert into sandbox_clock (offset_ms, moved_at) values (${offsetMs}, ${movedAt})
      on conflict (singleton) do update
        set offset_ms = excluded.offset_ms, moved_at = excluded.moved_at`.execute(tx.db);
    await moveOthers(offsetMs);
    await sql`select pg_notify(${CLOCK_CHANNEL}, '')`.execute(tx.db);
    return offsetMs;
  });
}

/** Refuses (409) a database whose clock was moved: nothing of it is true outside of a sandbox. */
export async function refuseMovedClock(db: Database): Promise<void> {
  if ((await readClockOffset(db)) === 0) return;
  throw new Refusal(
    'clock_was_moved',
    409,
    'The clock of this database was moved (table sandbox_clock), which only a sandbox may do: use another database.',
  );
}
