import { LOCALE } from '../../../ui/messages/es/language.ts';
import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { moreMessages as english } from '../en/more.ts';

const BLOCKED: Readonly<Record<string, string>> = {
  already_paid: 'Ya se pagó.',
  request_processing: 'Su pago espera confirmaciones.',
  secure_payment_expired: 'Su enlace ha caducado.',
  secure_payment_not_pending: 'Su enlace ya no se puede usar.',
};

/** The Spanish texts of links that are more than one amount to one payee. */
export const moreMessages = {
  whole: 'Importe total',
  alreadyPaid: 'Ya pagado',
  rest: 'Importe restante',
  paidIn: 'Se paga con',
  about: (amount) => `aproximadamente ${amount}`,
  rate: (symbol, rate, currency) => `1 ${symbol} = ${rate} ${currency}.`,
  rateSet: (ago) => `Tipo de cambio fijado ${ago}; se actualiza mientras usted lo mira.`,
  rateOld: (ago) => `Tipo de cambio fijado ${ago}.`,
  rateStale:
    'Este tipo de cambio es demasiado antiguo para pagar con él. Uno nuevo llega por sí solo, normalmente en el plazo de un día: abra este enlace de nuevo más tarde.',
  payees: (count) =>
    plural(LOCALE, count, {
      one: `Paga a ${count} destinatario`,
      other: `Paga a ${count} destinatarios`,
    }),
  notNow: 'No incluido en este pago',
  paid: 'Pagado',
  paidBy: (at) => `Pagado con la transacción ${at}`,
  unpaid: 'No se pagó.',
  blocked: (reason) => BLOCKED[reason] ?? 'No se puede pagar ahora.',
  apart: {
    title: 'Elija cómo pagar',
    each: 'Cada pago con su propio enlace',
    pay: (amount, network) => `Pagar ${amount} en ${network}`,
  },
  search: 'Buscar por dirección, importe o estado',
  found: (count) =>
    plural(LOCALE, count, {
      one: `${count} destinatario encontrado`,
      other: `${count} destinatarios encontrados`,
    }),
  showOthers: (count) =>
    plural(LOCALE, count, { one: 'Mostrar el otro', other: `Mostrar los otros ${count}` }),
} satisfies Translation<typeof english>;
