import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '#platform/log.ts';
import type { Alarm } from './alarms.ts';
import type { Status } from './status.ts';

/** Often enough that a person hears within half a minute, seldom enough to cost nothing. */
const POLL_EVERY_MS = 15_000;

interface AlarmParts {
  readonly status: () => Promise<Pick<Status, 'alarms'>>;
  readonly log: Log;
  readonly everyMs?: number;
}

/**
 * Writes a line into the log whenever something begins to need a person, and another when it no longer
 * does, until the signal aborts. What goes on is reported once.
 */
export async function watchAlarms(parts: AlarmParts, signal: AbortSignal): Promise<void> {
  const { status, log, everyMs = POLL_EVERY_MS } = parts;
  let known = new Map<string, Alarm>();
  while (!signal.aborted) {
    // First, so that a network which stood still because nobody ran has time to catch up.
    await wait(everyMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      const { alarms } = await status();
      known = reportChanges(log, { known, alarms });
    } catch (error) {
      // Without the database nothing is known to have changed; whoever uses it says that it is away.
      log.debug({ err: error }, 'the alarms could not be looked at');
    }
  }
}

/** What was known before, and what is so now. */
interface Change {
  readonly known: ReadonlyMap<string, Alarm>;
  readonly alarms: readonly Alarm[];
}

function reportChanges(log: Log, { known, alarms }: Change): Map<string, Alarm> {
  const now = new Map(alarms.map((alarm) => [`${alarm.kind} ${alarm.network}`, alarm]));
  for (const [key, { kind, network, level, message }] of now) {
    if (!known.has(key)) log[level]({ alarm: kind, network }, message);
  }
  for (const [key, { kind, network }] of known) {
    if (!now.has(key)) log.info({ alarm: kind, network }, 'an alarm is over');
  }
  return now;
}
