import { LOCALE } from '../../../ui/messages/fr/language.ts';
import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { moreMessages as english } from '../en/more.ts';

const BLOCKED: Readonly<Record<string, string>> = {
  already_paid: 'Il a déjà été payé.',
  request_processing: 'Son paiement attend des confirmations.',
  secure_payment_expired: 'Son lien a expiré.',
  secure_payment_not_pending: 'Son lien ne peut plus être utilisé.',
};

/** The French texts of links that are more than one amount to one payee. */
export const moreMessages = {
  whole: 'Montant total',
  alreadyPaid: 'Déjà payé',
  rest: 'Montant restant',
  paidIn: 'Payé en',
  about: (amount) => `environ ${amount}`,
  rate: (symbol, rate, currency) => `1 ${symbol} = ${rate} ${currency}.`,
  rateSet: (ago) => `Taux fixé ${ago} ; il est actualisé pendant que vous regardez.`,
  rateOld: (ago) => `Taux fixé ${ago}.`,
  rateStale:
    'Ce taux est trop ancien pour payer avec. Un nouveau arrive de lui-même, en général sous un jour : rouvrez ce lien plus tard.',
  payees: (count) =>
    plural(LOCALE, count, {
      one: `Paie ${count} bénéficiaire`,
      other: `Paie ${count} bénéficiaires`,
    }),
  notNow: 'Pas dans ce paiement',
  paid: 'Payé',
  paidBy: (at) => `Payé par la transaction ${at}`,
  unpaid: 'Il n’a pas été payé.',
  blocked: (reason) => BLOCKED[reason] ?? 'Il ne peut pas être payé maintenant.',
  apart: {
    title: 'Choisissez comment payer',
    each: 'Chaque paiement par son propre lien',
    pay: (amount, network) => `Payer ${amount} sur ${network}`,
  },
  search: 'Rechercher par adresse, montant ou statut',
  found: (count) =>
    plural(LOCALE, count, {
      one: `${count} bénéficiaire trouvé`,
      other: `${count} bénéficiaires trouvés`,
    }),
  showOthers: (count) => (count === 1 ? 'Afficher l’autre' : `Afficher les ${count} autres`),
} satisfies Translation<typeof english>;
