import { LOCALE } from '../../../ui/messages/ar/language.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { progressMessages as englishMessages } from '../en/progress.ts';

function countOf(unit: 'minute' | 'hour' | 'day'): (count: number) => string {
  const format = (count: number) =>
    new Intl.NumberFormat(LOCALE, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  return (count) => `الوقت المتبقي: ${format(count)}`;
}

/** The Arabic texts about how far a payment is, and how long there is to pay. */
export const progressMessages = {
  payBy: 'آخر موعد للدفع:',
  moment: (time: string, day: string) => `${day}، ${time}`,
  utc: (time: string) => `${time} UTC`,
  moments: 'الوقت المتبقي: أقل من دقيقة',
  minutes: countOf('minute'),
  hours: countOf('hour'),
  days: countOf('day'),
  progress: 'تقدّم الدفعة',
  stages: {
    wallet: 'المحفظة',
    review: 'المراجعة',
    allow: 'الإذن',
    pay: 'الدفع',
    owners: 'المالكون',
    arrival: 'الوصول',
    done: 'تم',
  },
  done: '(تم)',
} satisfies Translation<typeof englishMessages>;
