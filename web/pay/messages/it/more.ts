import { LOCALE } from '../../../ui/messages/it/language.ts';
import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { moreMessages as english } from '../en/more.ts';

const BLOCKED: Readonly<Record<string, string>> = {
  already_paid: 'È già stato pagato.',
  request_processing: 'Il suo pagamento attende conferme.',
  secure_payment_expired: 'Il suo link è scaduto.',
  secure_payment_not_pending: 'Il suo link non può più essere usato.',
};

/** The Italian texts of links that are more than one amount to one payee. */
export const moreMessages = {
  whole: 'Importo totale',
  alreadyPaid: 'Già pagato',
  rest: 'Importo restante',
  paidIn: 'Pagato con',
  about: (amount) => `circa ${amount}`,
  rate: (symbol, rate, currency) => `1 ${symbol} = ${rate} ${currency}.`,
  rateSet: (ago) => `Tasso fissato ${ago}; viene aggiornato mentre guarda.`,
  rateOld: (ago) => `Tasso fissato ${ago}.`,
  rateStale:
    'Questo tasso è troppo vecchio per pagare. Uno nuovo arriva da sé, di solito entro un giorno: riapra questo link più tardi.',
  payees: (count) =>
    plural(LOCALE, count, {
      one: `Paga ${count} beneficiario`,
      other: `Paga ${count} beneficiari`,
    }),
  notNow: 'Non in questo pagamento',
  paid: 'Pagato',
  paidBy: (at) => `Pagato con la transazione ${at}`,
  unpaid: 'Non è stato pagato.',
  blocked: (reason) => BLOCKED[reason] ?? 'Non può essere pagato ora.',
  apart: {
    title: 'Scelga come pagare',
    each: 'Ogni pagamento con il proprio link',
    pay: (amount, network) => `Paga ${amount} su ${network}`,
  },
  search: 'Cerca per indirizzo, importo o stato',
  found: (count) =>
    plural(LOCALE, count, {
      one: `${count} beneficiario trovato`,
      other: `${count} beneficiari trovati`,
    }),
  showOthers: (count) => (count === 1 ? 'Mostra l’altro' : `Mostra gli altri ${count}`),
} satisfies Translation<typeof english>;
