import type { Translation } from '../../../ui/messages/translation.ts';
import type { merchantMessages as english } from '../en/merchant.ts';

/** In French: what the server writes above the page about whose page it is. */
export const merchantMessages = {
  titleOf: (name) => `Demande de paiement émise par ${name}`,
  logo: 'Le logo du commerçant',
  requestedBy: 'Demandé par',
  unverified: 'Nom indiqué par le commerçant lui-même, non vérifié.',
  website: 'Site web',
  verified: 'vérifié',
  noName: 'Le commerçant n’a pas indiqué de nom.',
  questions: 'Des questions ?',
  bankPayout: (provider) => `${provider} verse ce montant sur un compte bancaire.`,
  bankPayoutNote: (provider) =>
    `${provider} reçoit les jetons. Quand cette page indique que le paiement est terminé, ${provider} les a reçus ; la personne qui a créé le versement voit quand l’argent est arrivé sur le compte bancaire.`,
  bankPayoutOnce:
    'Ne payez qu’une seule fois, ici ou là où les transactions ont été transmises, et jamais après l’échéance : chaque signature paie de nouveau.',
} satisfies Translation<typeof english>;
