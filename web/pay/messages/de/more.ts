import type { Translation } from '../../../ui/messages/translation.ts';
import type { moreMessages as englishMessages } from '../en/more.ts';

/** Why a child of a bundle cannot be paid. */
const BLOCKED: Readonly<Record<string, string>> = {
  already_paid: 'Sie wurde schon bezahlt.',
  request_processing: 'Ihre Zahlung wartet auf Bestätigungen.',
  secure_payment_expired: 'Ihr Link ist abgelaufen.',
  secure_payment_not_pending: 'Ihr Link kann nicht mehr verwendet werden.',
};

/** The German texts of links that are more than one amount to one payee. */
export const moreMessages = {
  whole: 'Gesamtbetrag',
  alreadyPaid: 'Schon bezahlt',
  rest: 'Restbetrag',
  paidIn: 'Bezahlt mit',
  about: (amount: string) => `etwa ${amount}`,
  rate: (symbol: string, rate: string, currency: string) => `1 ${symbol} = ${rate} ${currency}.`,
  rateSet: (ago: string) =>
    `Stand des Kurses: ${ago}; er wird aktualisiert, solange Sie diese Seite ansehen.`,
  rateOld: (ago: string) => `Stand des Kurses: ${ago}.`,
  rateStale:
    'Dieser Kurs ist zu alt, um damit zu zahlen. Ein neuer kommt von selbst, meist innerhalb eines Tages: Öffnen Sie diesen Link später noch einmal.',
  payees: (count: number) => (count === 1 ? 'Zahlt an 1 Empfänger' : `Zahlt an ${count} Empfänger`),
  notNow: 'Nicht in dieser Zahlung',
  paid: 'Bezahlt',
  paidBy: (at: number) => `Bezahlt mit Transaktion ${at}`,
  unpaid: 'Nicht bezahlt.',
  blocked: (reason: string) => BLOCKED[reason] ?? 'Sie kann jetzt nicht bezahlt werden.',
  apart: {
    title: 'Zahlungsart wählen',
    each: 'Jede Zahlung über ihren eigenen Link',
    pay: (amount: string, network: string) => `${amount} auf ${network} zahlen`,
  },
  search: 'Nach Adresse, Betrag oder Status suchen',
  found: (count: number) => (count === 1 ? '1 Empfänger gefunden' : `${count} Empfänger gefunden`),
  showOthers: (count: number) =>
    count === 1 ? 'Den weiteren zeigen' : `Die weiteren ${count} zeigen`,
} satisfies Translation<typeof englishMessages>;
