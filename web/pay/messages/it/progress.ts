import { LOCALE } from '../../../ui/messages/it/language.ts';
import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { progressMessages as english } from '../en/progress.ts';

function countOf(unit: 'minute' | 'hour' | 'day'): (count: number) => string {
  const format = (count: number) =>
    new Intl.NumberFormat(LOCALE, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  return (count) => {
    const left = format(count);
    return plural(LOCALE, count, { one: `Resta ${left}`, other: `Restano ${left}` });
  };
}

/** The Italian texts about how far a payment is, and how long there is to pay. */
export const progressMessages = {
  payBy: 'Da pagare entro:',
  moment: (time, day) => `${day}, ore ${time}`,
  utc: (time) => `${time} UTC`,
  moments: 'Resta meno di un minuto',
  minutes: countOf('minute'),
  hours: countOf('hour'),
  days: countOf('day'),
  progress: 'Avanzamento del pagamento',
  stages: {
    wallet: 'Wallet',
    review: 'Controlla',
    allow: 'Autorizza',
    pay: 'Paga',
    owners: 'Firma',
    arrival: 'Arrivo',
    done: 'Fatto',
  },
  done: '(completato)',
} satisfies Translation<typeof english>;
