import type { Translation } from '../../../ui/messages/translation.ts';
import type { safeAppMessages as english } from '../en/safe-app.ts';

/** The French texts of a page within another page, loaded there only. */
export const safeAppMessages = {
  wallet: 'votre Safe',
  title: 'Rien ne peut être signé ici',
  open: 'Ouvrir ce paiement dans une nouvelle fenêtre',
  problems: {
    alone:
      'Cette page est affichée dans une autre page. Votre portefeuille fonctionne dans une fenêtre à part.',
    network: (network) =>
      `Ce paiement se fait sur ${network}, et le Safe ouvert ici est sur un autre réseau. Choisissez un Safe sur ${network} pour payer avec lui, ou payez dans une fenêtre à part.`,
    not_safe: (network) =>
      `Le compte ouvert ici n’est pas un Safe d’une version connue sur ${network}. Choisissez-en un autre pour payer avec lui, ou payez dans une fenêtre à part.`,
    read_only:
      'Vous ne faites que consulter ce Safe. Connectez un portefeuille de l’un de ses propriétaires pour proposer le paiement.',
  },
} satisfies Translation<typeof english>;
