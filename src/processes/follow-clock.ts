import type { OffsetClock } from '#kit/clock.ts';
import type { Mode } from '#platform/db/claim-database.ts';
import type { Database } from '#platform/db/database.ts';
import type { Listening } from '#platform/db/listen.ts';
import { CLOCK_CHANNEL, readClockOffset, refuseMovedClock } from '#platform/db/sandbox-clock.ts';
import type { Log } from '#platform/log.ts';

interface FollowParts {
  readonly db: Database;
  readonly mode: Mode;
  readonly clock: OffsetClock;
}

/** Sets the clock to that of the database. In production it is never moved: refuses (409) a database that says otherwise. */
export async function setClock({ db, mode, clock }: FollowParts): Promise<void> {
  if (mode === 'production') return await refuseMovedClock(db);
  clock.moveTo(await readClockOffset(db));
}

/** Follows the clock of a sandbox's database from now on. In production nothing moves it. */
export function followClock(
  parts: FollowParts & { readonly listening: Listening; readonly log: Log },
): void {
  if (parts.mode === 'production') return;
  parts.listening.wake(CLOCK_CHANNEL, () => {
    setClock(parts).catch((error: unknown) => {
      parts.log.error({ err: error }, 'the moved clock could not be read');
    });
  });
}
