import type { Translation } from '../../../ui/messages/translation.ts';
import type { unpaidMessages as english } from '../en/unpaid.ts';

/** The French texts about fees that a completed payment was made without. */
export const unpaidMessages = {
  title: 'Frais encore impayés',
  text: 'Ce paiement est terminé. Ces frais sont encore impayés :',
  to: 'à',
  notPayable: {
    uncompared:
      'Le lien que vous avez ouvert mentionne un paiement et non ces frais : cette page ne peut pas les comparer et ne les paie pas. La personne qui vous a envoyé le lien peut vous dire à quoi ils correspondent.',
    unknown:
      'Ils ne peuvent pas être payés sur cette page. La personne qui vous a envoyé le lien peut vous indiquer comment les payer.',
    inParts: 'Ils se paient chacun sur le lien de leur propre paiement.',
    noRate:
      'Ils ne peuvent pas être payés en ce moment, car aucun taux de change n’a pu être lu. Rouvrez cette page plus tard.',
    staleRate:
      'Ils ne peuvent pas être payés en ce moment, car le taux de change est trop ancien et le réseau le refuserait. Un nouveau taux arrive de lui-même, en général sous un jour.',
  },
  openPart: 'Ouvrir le lien de ce paiement',
  pay: (wallet) => `Payer ces frais avec ${wallet}`,
  input: 'Recherche de portefeuilles…',
  none: 'Aucun portefeuille n’a été trouvé dans ce navigateur. Pour les payer, ouvrez ce lien là où se trouve votre portefeuille.',
  doing: {
    connecting: (wallet) => `Ouvrez ${wallet} pour continuer.`,
    preparing: () => 'Préparation et vérification des frais…',
    switching: (wallet) => `Confirmez dans ${wallet} pour changer de réseau.`,
    signing: (wallet) => `Confirmez dans ${wallet}.`,
    approving: () =>
      'L’autorisation est en route. Dès que le réseau l’aura reçue, vous pourrez payer.',
  },
  whatYouSign: 'Ce que vous signez',
  payFrom: (wallet) => `Vous payez depuis ${wallet} :`,
  reference: 'avec la référence de paiement',
  payButton: (amount) => `Payer les frais de ${amount}`,
  sent: 'Les frais sont en route. Ne les payez pas à nouveau.',
  notices: {
    changed: 'Ce qui reste à payer a changé. Veuillez le vérifier à nouveau.',
    short: 'Ce portefeuille contient trop peu pour ces frais.',
    noGas: 'Ce portefeuille contient trop peu pour les frais propres au réseau.',
    unavailable: 'Ces frais ne peuvent pas être préparés en ce moment. Réessayez plus tard.',
    onItsWay: 'Un paiement de ces frais est déjà sur le réseau. Ne les payez pas à nouveau.',
    notAllowed: 'Ce portefeuille ne peut pas être utilisé pour ce paiement. Utilisez-en un autre.',
    reverted:
      'Le réseau a refusé ceci. Aucun des frais de ce paiement n’a été payé ; les frais de réseau de la tentative ont été dépensés.',
    left_open:
      'Une demande de cette page est peut-être encore ouverte dans votre portefeuille. Regardez-y avant de payer.',
    dropped: 'La transaction a été abandonnée ou annulée. Les frais n’ont pas été payés.',
  },
} satisfies Translation<typeof english>;
