import type { Translation } from '../../../ui/messages/translation.ts';
import type { safeMessages as english } from '../en/safe.ts';

/** The French texts of payments that owners of a Safe sign, loaded for those. */
export const safeMessages = {
  problems: {
    chain: 'Votre Safe n’est pas sur ce réseau. Rien n’a été proposé.',
    too_large: 'Ces appels sont trop nombreux pour votre portefeuille. Rien n’a été proposé.',
    duplicate:
      'Votre portefeuille indique qu’il a déjà ces appels. Regardez sa file d’attente avant de proposer à nouveau.',
  },
  contract:
    'Votre compte est un contrat que cette page ne reconnaît pas comme un Safe. Si d’autres personnes doivent aussi signer, ne payez pas à nouveau avant qu’elles l’aient fait.',
  note: (calls) =>
    `Vous proposez ${calls === 1 ? 'un appel' : `${calls} appels`} à votre Safe en une seule transaction : tout a lieu, ou rien. Rien n’est payé avant que suffisamment de propriétaires aient signé et que l’un d’eux l’exécute.`,
  button: (amount) => `Proposer ${amount}`,
  several:
    'Ces paiements sont plus nombreux que ce que contient une transaction. Un Safe ne peut pas les payer ici à la fois : payez-les par leurs propres liens.',
  notTogether:
    'Votre portefeuille ne peut pas proposer plusieurs appels en une seule transaction. Rien n’a été proposé. Ouvrez ce lien dans l’application de votre Safe.',
  title: (signed) =>
    `En attente de signatures dans un Safe${signed ? ` (${signed.owners} sur ${signed.of})` : ''}`,
  executed: 'Le paiement a été envoyé, en attente de confirmations',
  onItsWay: 'Le paiement a été envoyé et est en route entre les réseaux',
  ends: {
    over: 'Le délai de cette proposition est écoulé. Rien n’a été payé. Les propriétaires du Safe peuvent encore l’exécuter : faites-la rejeter par eux avant de payer.',
    withdrawn:
      'Rien n’a été payé. Les propriétaires du Safe peuvent encore exécuter la proposition, bien que le paiement ait été retiré : faites-la rejeter par eux.',
    replaced:
      'La proposition a été rejetée ou remplacée dans le Safe. Rien n’a été payé par elle, et vous pouvez proposer le paiement à nouveau.',
    failed:
      'Le Safe a exécuté la proposition, et elle a échoué. Rien n’a été payé, et vous pouvez proposer le paiement à nouveau.',
  },
  endsElsewhere:
    'Elle paie depuis un autre réseau. Ce qui est exécuté après ce délai échoue, et rien n’est payé ainsi.',
  returnsTo: 'Ce qui ne peut pas être livré revient à',
  safe: 'Le Safe :',
  until: (when, left) =>
    `D’autres personnes pourront payer à nouveau après le ${when} (dans ${left}).`,
  untilOwn: (when, left) => `Cette page l’attend jusqu’au ${when} (pendant ${left}).`,
  unheld:
    'Le service de paiement n’a pas encore pu prouver la proposition, d’autres personnes peuvent donc encore payer. Ne la proposez pas à nouveau.',
  notFollowed:
    'Le service de paiement ne suit pas les propositions sur ce réseau, d’autres personnes peuvent donc encore payer. Ne la proposez pas à nouveau.',
  queue: 'Ouvrir la file d’attente du Safe',
  startOver: 'Elle y a été supprimée : recommencer',
  givenUp:
    'La proposition précédente n’est plus attendue. Tant qu’elle peut encore être exécutée, quiconque paie maintenant risque de payer deux fois.',
} satisfies Translation<typeof english>;
