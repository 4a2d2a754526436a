import { LOCALE } from '../../ui/messages/en/language.ts';
import { progressMessages as messages } from '../messages/en/progress.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * A time that is left, in words of one unit, rounded down so that nobody counts on time that is not there. Undefined
 * once there is none: only the API says that a link has expired.
 */
export function timeLeft(leftMs: number): string | undefined {
  if (leftMs <= 0) return undefined;
  if (leftMs < MINUTE_MS) return messages.moments;
  if (leftMs < 2 * HOUR_MS) return messages.minutes(Math.floor(leftMs / MINUTE_MS));
  if (leftMs < 2 * DAY_MS) return messages.hours(Math.floor(leftMs / HOUR_MS));
  return messages.days(Math.floor(leftMs / DAY_MS));
}

/** A moment as people say it: in the time zone of this device, or in UTC, which is then named. */
export function momentText(atMs: number, { isLocal }: { readonly isLocal: boolean }): string {
  const zone = isLocal ? {} : { timeZone: 'UTC' };
  const part = (form: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(LOCALE, { ...form, ...zone }).format(atMs);
  const time = part({ hour: '2-digit', minute: '2-digit' });
  const day = part({ day: 'numeric', month: 'long' });
  return messages.moment(isLocal ? time : messages.utc(time), day);
}
