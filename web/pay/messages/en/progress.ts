import { LOCALE } from '../../../ui/messages/en/language.ts';

function countOf(unit: 'minute' | 'hour' | 'day'): (count: number) => string {
  // Not before it is said: a browser's first look at how a language writes numbers takes longer than the rest of this page's scripts.
  const format = (count: number) =>
    new Intl.NumberFormat(LOCALE, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  return (count) => `${format(count)} left`;
}

/** The English texts about how far a payment is, and how long there is to pay. */
export const progressMessages = {
  payBy: 'Pay by',
  moment: (time: string, day: string) => `${time} on ${day}`,
  utc: (time: string) => `${time} UTC`,
  moments: 'Less than a minute left',
  minutes: countOf('minute'),
  hours: countOf('hour'),
  days: countOf('day'),
  progress: 'Progress of the payment',
  stages: {
    wallet: 'Wallet',
    review: 'Review',
    allow: 'Allow',
    pay: 'Pay',
    owners: 'Owners',
    arrival: 'Arrival',
    done: 'Done',
  },
  done: '(done)',
} as const;
