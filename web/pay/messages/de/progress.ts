import { LOCALE } from '../../../ui/messages/de/language.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { progressMessages as englishMessages } from '../en/progress.ts';

function countOf(unit: 'minute' | 'hour' | 'day'): (count: number) => string {
  const format = (count: number) =>
    new Intl.NumberFormat(LOCALE, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  return (count) => `Noch ${format(count)}`;
}

/** The German texts about how far a payment is, and how long there is to pay. */
export const progressMessages = {
  payBy: 'Zahlbar bis',
  moment: (time: string, day: string) => `${day}, ${time}`,
  utc: (time: string) => `${time} UTC`,
  moments: 'Noch weniger als eine Minute',
  minutes: countOf('minute'),
  hours: countOf('hour'),
  days: countOf('day'),
  progress: 'Fortschritt der Zahlung',
  stages: {
    wallet: 'Wallet',
    review: 'Prüfen',
    allow: 'Freigabe',
    pay: 'Zahlen',
    owners: 'Eigentümer',
    arrival: 'Ankunft',
    done: 'Fertig',
  },
  done: '(erledigt)',
} satisfies Translation<typeof englishMessages>;
