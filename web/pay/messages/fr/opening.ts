import { commonMessages } from '../../../ui/messages/fr/all-pages.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { openingMessages as english } from '../en/opening.ts';

/** The French texts up to the choice of a wallet. */
export const openingMessages = {
  title: 'Demande de paiement',
  ...commonMessages,
  withoutScript:
    'Cette page a besoin de JavaScript pour communiquer avec votre portefeuille. Activez-le et rechargez la page, ou ouvrez le lien dans un autre navigateur.',
  amount: 'Montant :',
  onNetwork: (network) => `sur ${network}`,
  payTo: 'Bénéficiaire',
  payeeHidden: 'Le commerçant masque le bénéficiaire tant que votre portefeuille n’est pas connu',
  reference: 'Référence',
  copyPayee: 'Copier l’adresse du bénéficiaire',
  connect: {
    title: 'Choisissez un portefeuille',
    hidden: 'Le commerçant ne montre ceci qu’aux portefeuilles qui peuvent le payer.',
    input: 'Recherche de portefeuilles…',
    use: (wallet) => `Payer avec ${wallet}`,
  },
} satisfies Translation<typeof english>;
