import { type ReactElement, useEffect, useState } from 'react';

const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

const makeFormats = () => ({
  ago: new Intl.RelativeTimeFormat('en', { numeric: 'auto' }),
  // As the browser writes dates; the words around them are English.
  day: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }),
  exact: new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' }),
});

let made: ReturnType<typeof makeFormats> | undefined;

/** Made for the first time that is shown: a browser's first look at how times are written takes longer than to draw the first page. */
function formats(): ReturnType<typeof makeFormats> {
  made ??= makeFormats();
  return made;
}

/** A time near to now in words, any other as a date in the viewer's zone. */
function describeTime(atMs: number, nowMs: number): string {
  const seconds = Math.round((atMs - nowMs) / 1000);
  const size = Math.abs(seconds);
  if (size < MINUTE_S) return seconds <= 0 ? 'just now' : 'in a moment';
  if (size < HOUR_S) return formats().ago.format(Math.trunc(seconds / MINUTE_S), 'minute');
  if (size < DAY_S) return formats().ago.format(Math.trunc(seconds / HOUR_S), 'hour');
  return formats().day.format(atMs);
}

/** A time as it is said; the exact one with its zone is shown where the pointer rests. */
export function Time({ at }: { readonly at: string }): ReactElement {
  const atMs = Date.parse(at);
  const nowMs = useNow(MINUTE_S * 1000);
  if (Number.isNaN(atMs)) return <span>{at}</span>;
  return (
    <time dateTime={at} title={formats().exact.format(atMs)} className="whitespace-nowrap">
      {describeTime(atMs, nowMs)}
    </time>
  );
}

/** The time now, read again after so many milliseconds. */
export function useNow(everyMs: number): number {
  const [nowMs, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}
