import { plural } from '../../../ui/messages/plural.ts';
import { LOCALE } from '../../../ui/messages/pt/language.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { moreMessages as english } from '../en/more.ts';

const BLOCKED: Readonly<Record<string, string>> = {
  already_paid: 'Já foi pago.',
  request_processing: 'O pagamento aguarda confirmações.',
  secure_payment_expired: 'O link expirou.',
  secure_payment_not_pending: 'O link não pode mais ser usado.',
};

/** The Portuguese texts of links that are more than one amount to one payee. */
export const moreMessages = {
  whole: 'Valor total',
  alreadyPaid: 'Já pago',
  rest: 'Valor restante',
  paidIn: 'Pago com',
  about: (amount) => `cerca de ${amount}`,
  rate: (symbol, rate, currency) => `1 ${symbol} = ${rate} ${currency}.`,
  rateSet: (ago) => `Taxa de câmbio definida ${ago}; ela é atualizada enquanto você olha.`,
  rateOld: (ago) => `Taxa de câmbio definida ${ago}.`,
  rateStale:
    'Esta taxa de câmbio é antiga demais para pagar com ela. Uma nova chega sozinha, geralmente em até um dia: abra este link de novo mais tarde.',
  payees: (count) =>
    plural(LOCALE, count, {
      one: `Paga a ${count} destinatário`,
      other: `Paga a ${count} destinatários`,
    }),
  notNow: 'Não incluído neste pagamento',
  paid: 'Pago',
  paidBy: (at) => `Pago pela transação ${at}`,
  unpaid: 'Não foi pago.',
  blocked: (reason) => BLOCKED[reason] ?? 'Não pode ser pago agora.',
  apart: {
    title: 'Escolha como pagar',
    each: 'Cada pagamento pelo próprio link',
    pay: (amount, network) => `Pagar ${amount} em ${network}`,
  },
  search: 'Buscar por endereço, valor ou status',
  found: (count) =>
    plural(LOCALE, count, {
      one: `${count} destinatário encontrado`,
      other: `${count} destinatários encontrados`,
    }),
  showOthers: (count) => (count === 1 ? 'Mostrar o outro' : `Mostrar os outros ${count}`),
} satisfies Translation<typeof english>;
