import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '#platform/log.ts';
import type { Alarm } from './alarms.ts';
import type { Status } from './status.ts';

/** Often enough to alert a person within half a minute, rarely enough to cost nothing. */
const POLL_EVERY_MS = 15_000;

interface AlarmParts {
  readonly status: () => Promise<Pick<Status, 'alarms'>>;
  readonly log: Log;
  readonly everyMs?: number;
}

/**
 * Logs a line when an alarm begins, and another when it
 * ends, until the signal aborts. A continuing alarm is logged once.
 */
export async function watchAlarms(parts: AlarmParts, signal: AbortSignal): Promise<void> {
  const { status, log, everyMs = POLL_EVERY_MS } = parts;
  let known = new Map<string, Alarm>();
  while (!signal.aborted) {
    // First, so that a network that did not advance during downtime has time to catch up.
    await wait(everyMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      const { alarms } = await status();
      known = reportChanges(log, { known, alarms });
    } catch (error) {
      // Without the database no change is visible; other code logs that it is unreachable.
      log.debug({ err: error }, 'the alarms could not be read');
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
