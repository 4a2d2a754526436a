import { LOCALE } from '../../../ui/messages/tr/language.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { progressMessages as englishMessages } from '../en/progress.ts';

function countOf(unit: 'minute' | 'hour' | 'day'): (count: number) => string {
  const format = (count: number) =>
    new Intl.NumberFormat(LOCALE, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  return (count) => `${format(count)} kaldı`;
}

/** The Turkish texts about how far a payment is, and how long there is to pay. */
export const progressMessages = {
  payBy: 'Son ödeme:',
  moment: (time: string, day: string) => `${day}, ${time}`,
  utc: (time: string) => `${time} UTC`,
  moments: 'Bir dakikadan az kaldı',
  minutes: countOf('minute'),
  hours: countOf('hour'),
  days: countOf('day'),
  progress: 'Ödemenin ilerlemesi',
  stages: {
    wallet: 'Cüzdan',
    review: 'İnceleme',
    allow: 'İzin',
    pay: 'Ödeme',
    owners: 'Sahipler',
    arrival: 'Varış',
    done: 'Bitti',
  },
  done: '(tamamlandı)',
} satisfies Translation<typeof englishMessages>;
