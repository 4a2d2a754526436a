import { LOCALE } from '../../../ui/messages/fr/language.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { progressMessages as english } from '../en/progress.ts';

function countOf(unit: 'minute' | 'hour' | 'day'): (count: number) => string {
  const format = (count: number) =>
    new Intl.NumberFormat(LOCALE, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  return (count) => `Il reste ${format(count)}`;
}

/** The French texts about how far a payment is, and how long there is to pay. */
export const progressMessages = {
  payBy: 'À payer avant le',
  moment: (time, day) => `${day} à ${time}`,
  utc: (time) => `${time} UTC`,
  moments: 'Il reste moins d’une minute',
  minutes: countOf('minute'),
  hours: countOf('hour'),
  days: countOf('day'),
  progress: 'Avancement du paiement',
  stages: {
    wallet: 'Choisir',
    review: 'Vérifier',
    allow: 'Autoriser',
    pay: 'Payer',
    owners: 'Signer',
    arrival: 'Arrivée',
    done: 'Fini',
  },
  done: '(terminé)',
} satisfies Translation<typeof english>;
