import { commonMessages } from '../../../ui/messages/fr/all-pages.ts';
import { LOCALE } from '../../../ui/messages/fr/language.ts';
import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { embedMessages as english } from '../en/embed.ts';

/** Every text of the frame in French. */
export const embedMessages = {
  ...commonMessages,
  title: 'Demande de paiement',
  amount: 'Montant :',
  onNetwork: (network) => `sur ${network}`,
  payTo: 'Bénéficiaire',
  payeeHidden: 'Affiché sur la page de paiement aux portefeuilles qui peuvent payer',
  reference: 'Référence',
  payees: (count) =>
    plural(LOCALE, count, { one: `${count} bénéficiaire`, other: `${count} bénéficiaires` }),
  statuses: {
    payable: {
      title: 'Payez sur la page de paiement',
      text: 'Elle s’ouvre dans un nouvel onglet. Votre portefeuille y est sollicité, jamais dans cette page.',
    },
    proposed: {
      title: 'En attente de signatures dans un Safe',
      text: 'Rien n’est encore payé. Ses propriétaires signent et exécutent la transaction.',
    },
    submitted: {
      title: 'En attente du réseau…',
      text: 'Le paiement a été envoyé. Ne payez pas à nouveau.',
    },
    confirmed: {
      title: 'Ce paiement est terminé',
      text: 'Son reçu se trouve sur la page de paiement.',
    },
    expired: {
      title: 'Ce lien a expiré',
      text: 'Il ne peut plus être payé. Demandez-en un nouveau à la boutique.',
    },
    unavailable: {
      title: 'Ce paiement n’est pas disponible',
      text: 'Rien ne peut être payé par ce lien. Demandez-en un nouveau à la boutique.',
    },
    unknown: {
      title: 'Ce lien n’est pas valide',
      text: 'Demandez-en un nouveau à la boutique.',
    },
    unread: {
      title: 'Impossible de joindre le service',
      text: 'Si vous avez déjà payé, ne payez pas une seconde fois. Nous continuons d’essayer.',
    },
  },
  opened: {
    title: 'Continuez dans l’autre onglet',
    text: 'Cette page suit d’elle-même ce qui s’y passe.',
  },
  notShown: 'La page de paiement indique ce qu’il y a à payer.',
  late: 'Impossible de joindre le service en ce moment. La suite vient d’elle-même.',
  open: 'Ouvrir la page de paiement',
  openAgain: 'L’ouvrir à nouveau',
  receipt: 'Ouvrir le reçu',
} satisfies Translation<typeof english>;
