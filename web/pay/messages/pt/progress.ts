import { plural } from '../../../ui/messages/plural.ts';
import { LOCALE } from '../../../ui/messages/pt/language.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { progressMessages as english } from '../en/progress.ts';

function countOf(unit: 'minute' | 'hour' | 'day'): (count: number) => string {
  const format = (count: number) =>
    new Intl.NumberFormat(LOCALE, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  return (count) => {
    const left = format(count);
    return plural(LOCALE, count, { one: `Resta ${left}`, other: `Restam ${left}` });
  };
}

/** The Portuguese texts about how far a payment is, and how long there is to pay. */
export const progressMessages = {
  payBy: 'Pague até',
  moment: (time, day) => `${day} às ${time}`,
  utc: (time) => `${time} UTC`,
  moments: 'Resta menos de um minuto',
  minutes: countOf('minute'),
  hours: countOf('hour'),
  days: countOf('day'),
  progress: 'Andamento do pagamento',
  stages: {
    wallet: 'Carteira',
    review: 'Revisar',
    allow: 'Autorizar',
    pay: 'Pagar',
    owners: 'Assinar',
    arrival: 'Chegada',
    done: 'Pronto',
  },
  done: '(feito)',
} satisfies Translation<typeof english>;
