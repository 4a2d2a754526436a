import { LOCALE } from '../../ui/messages/en/language.ts';

/** A time of day of this device, with the day where it is another one. */
export function timeText(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(LOCALE, {
    hour: '2-digit',
    minute: '2-digit',
    ...(!isToday && { day: 'numeric', month: 'long' }),
  }).format(at);
}
