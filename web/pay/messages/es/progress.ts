import { LOCALE } from '../../../ui/messages/es/language.ts';
import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { progressMessages as english } from '../en/progress.ts';

function countOf(unit: 'minute' | 'hour' | 'day'): (count: number) => string {
  const format = (count: number) =>
    new Intl.NumberFormat(LOCALE, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  return (count) => {
    const left = format(count);
    return plural(LOCALE, count, { one: `Queda ${left}`, other: `Quedan ${left}` });
  };
}

/** The Spanish texts about how far a payment is, and how long there is to pay. */
export const progressMessages = {
  payBy: 'Pague antes del',
  moment: (time, day) => `${day} a las ${time}`,
  utc: (time) => `${time} UTC`,
  moments: 'Queda menos de un minuto',
  minutes: countOf('minute'),
  hours: countOf('hour'),
  days: countOf('day'),
  progress: 'Progreso del pago',
  stages: {
    wallet: 'Monedero',
    review: 'Revisar',
    allow: 'Autorizar',
    pay: 'Pagar',
    owners: 'Firmar',
    arrival: 'Llegada',
    done: 'Listo',
  },
  done: '(hecho)',
} satisfies Translation<typeof english>;
