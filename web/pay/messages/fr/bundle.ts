import { LOCALE } from '../../../ui/messages/fr/language.ts';
import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { bundleMessages as english } from '../en/bundle.ts';

/** The French texts about paying a bundle from another network. */
export const bundleMessages = {
  loading: 'Lecture de ce qui est dû…',
  choose: {
    title: 'Payer depuis un autre réseau',
    text: (count) =>
      count === 1
        ? 'Le paiement dû est effectué avec un seul jeton, par une transaction.'
        : `Les ${count} paiements dus sont tous effectués avec un même jeton, par une transaction chacun.`,
    from: (symbol, network) => `${symbol} sur ${network}`,
    known: (amount, cost) =>
      `${amount} au total lors de la dernière lecture${cost === undefined ? '' : `, dont ${cost} pour les transferts`}`,
    tooLittle: '. Ce portefeuille contient moins.',
    none: 'Aucun autre réseau n’est disponible pour ces paiements en ce moment.',
  },
  tooMany:
    'Ces paiements sont trop nombreux pour être effectués à la fois depuis un autre réseau. Payez-les sur leur propre réseau, ou chacun par son propre lien.',
  quoting: 'Préparation de tous les paiements et vérification de chacun…',
  review: {
    payments: (count) =>
      plural(LOCALE, count, { one: `${count} paiement`, other: `${count} paiements` }),
    cost: 'Transferts entre réseaux',
    approve: (amount) =>
      `Vous autorisez le contrat du pont à prélever ${amount} sur votre portefeuille, soit la somme de tous les paiements, et pas plus. Rien n’est encore payé.`,
    approveFees: (amount) =>
      `Vous autorisez le contrat de paiement à prélever ${amount} sur votre portefeuille, soit la somme de tous les frais, et pas plus. Rien n’est encore payé.`,
    feesLeft: 'Tous les paiements ont été envoyés. Il ne reste que leurs frais à signer.',
    pay: (at, of) => `Paiement ${at} sur ${of}.`,
    alone:
      'Chaque paiement est indépendant : l’argent d’un paiement impossible revient, et les autres sont effectués.',
    rest: 'Le prix de ce qui reste est trop ancien. Ce qui a été envoyé continue ; les autres peuvent être payés par leurs propres liens.',
    follow: 'Arrêter ici et suivre ce qui a été envoyé',
  },
  follow: {
    title: 'Vos paiements sont en route',
    ended: 'Certains paiements n’ont pas été effectués',
    settled: 'Payé',
    sent: 'Envoyé, pas encore confirmé',
    onItsWay: (network) => `Confirmé ; en route vers ${network}`,
    arrived: (network) => `Arrivé sur ${network} ; en attente de confirmations`,
    failed: {
      source_failed:
        'Refusé par le réseau sur lequel il a été envoyé ; seuls des frais de réseau ont été dépensés.',
      unfilled: 'Il n’est pas arrivé à temps. L’argent revient dans votre portefeuille.',
      refunded: 'Il n’a pas pu être livré, et l’argent est revenu dans votre portefeuille.',
      unpaid:
        'Les jetons sont arrivés dans votre portefeuille, mais le paiement n’a pas pu être effectué.',
    },
    unsent: 'Non envoyé',
    pay: 'Le payer par son propre lien',
    close: 'Vous pouvez fermer cette page. Les paiements continuent sans elle.',
    anotherWayNote:
      'Tant qu’un paiement peut encore arriver, l’effectuer à nouveau peut le payer deux fois.',
  },
} satisfies Translation<typeof english>;
