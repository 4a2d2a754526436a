import { LOCALE } from '../../../ui/messages/fr/language.ts';
import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { safeRouteMessages as english } from '../en/safe-route.ts';

const NOTHING = 'Rien n’a été envoyé.';
const ACTIVITY = 'Regardez son activité avant de payer à nouveau.';

/** The French texts of Safes that pay from another network, loaded for those. */
export const safeRouteMessages = {
  problems: {
    not_atomic: `Votre portefeuille ne peut pas faire ces appels en une seule transaction. ${NOTHING}`,
    chain: `Votre Safe n’est pas sur ce réseau. ${NOTHING}`,
    upgrade_refused: `Votre compte reste tel quel : la mise à niveau a été refusée. ${NOTHING}`,
    too_large: `Ces appels sont trop nombreux pour votre portefeuille. ${NOTHING}`,
    duplicate: `Votre portefeuille indique qu’il a déjà ces appels. ${ACTIVITY}`,
    unknown: `Votre portefeuille ne peut pas dire ce que les appels sont devenus. ${ACTIVITY}`,
    not_sent: 'Votre portefeuille n’a pas pu envoyer les appels au réseau. Rien n’a été payé.',
    reverted:
      'Le réseau a refusé tous les appels : rien n’a été payé, seuls ses frais ont été dépensés.',
    partly: `Votre portefeuille n’a fait que certains des appels, alors qu’il devait les faire tous ou aucun. ${ACTIVITY}`,
  },
  sources: (network) => `Avec ce que votre Safe a sur ${network}`,
  sourcesNote: (network) =>
    `Le même Safe n’a pas été trouvé sur ${network}. Ce qui ne peut pas y être livré reviendrait à l’un des propriétaires de votre Safe, qui disposerait alors seul de l’argent.`,
  owner: 'Choisissez à qui cela revient',
  propose: (calls, network) =>
    `Vous proposez ${plural(LOCALE, calls, { one: `${calls} appel`, other: `${calls} appels` })} à votre Safe sur ${network} en une seule transaction : tout a lieu, ou rien. Rien n’est payé avant que suffisamment de propriétaires aient signé et que l’un d’eux l’exécute.`,
  atOnce: (calls) =>
    `Votre compte fait ${plural(LOCALE, calls, { one: `${calls} appel`, other: `${calls} appels` })} en une seule transaction : tout a lieu, ou rien.`,
  pay: (taken, paid, network) =>
    `L’appel du contrat du pont prélève ${taken} sur votre Safe et paie ${paid} sur ${network} à`,
  until: (when) =>
    `Suffisamment de propriétaires doivent la signer et l’exécuter avant l’heure limite : ${when}. Plus tard, elle échoue, et rien n’est payé par elle.`,
  button: (amount) => `Proposer ${amount}`,
  returns: (when, symbol) =>
    `Si le paiement ne peut pas y être effectué (heure limite : ${when}), l’argent revient${symbol === undefined ? '' : ` en ${symbol}`} à`,
  toSafe: (source, destination) =>
    `C’est votre Safe sur ${source}. Ce qui serait déjà arrivé sur ${destination} va à la même adresse sur ce réseau, à laquelle le service de paiement a lu le même Safe.`,
  toOwner:
    'C’est le propriétaire de votre Safe que vous avez choisi. Il dispose alors seul de l’argent.',
} satisfies Translation<typeof english>;
