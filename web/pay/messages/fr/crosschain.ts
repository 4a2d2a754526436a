import { LOCALE } from '../../../ui/messages/fr/language.ts';
import { laterMessages } from '../../../ui/messages/fr/later.ts';
import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import { clockText } from '../../crosschain/clock-text.ts';
import { durationText } from '../duration.ts';
import type { crosschainMessages as english } from '../en/crosschain.ts';
import { billedMessages } from './billed.ts';

const SECOND_PAYMENT =
  'Un autre paiement de ce lien est en route et peut encore arriver. Si vous payez maintenant, vous risquez de payer deux fois.';

/** The French texts about paying from another network. */
export const crosschainMessages = {
  mismatches: {
    ...billedMessages.mismatches,
    unsupported: 'cette page ne connaît pas le réseau ou le jeton',
    network: 'la transaction mène à un autre réseau que celui du paiement',
    receiver: 'les jetons iraient à un autre compte que celui du pont',
    refund: 'ce qui ne peut pas être livré ne reviendrait pas dans votre portefeuille',
    arrival: 'il arriverait un autre montant ou un autre jeton que celui dont le paiement a besoin',
    leg: 'avant le paiement, la transaction fait quelque chose que cette page ne connaît pas',
    cost: 'elle prélèverait sur votre portefeuille bien plus que ce que vaut le paiement',
    deadline:
      'la transaction est valable pour une autre durée que prévu, ou l’horloge de cet appareil n’est pas à l’heure',
  },
  notices: {
    declined: 'Vous avez refusé. Le paiement n’a pas été envoyé.',
    busy: 'Votre portefeuille a déjà une demande ouverte. Terminez-la ou fermez-la, puis réessayez.',
    unauthorized:
      'Votre portefeuille n’a pas donné à cette page l’accès au compte. Accordez-le dans le portefeuille et réessayez.',
    disconnected: 'Votre portefeuille est sur un autre réseau. Changez-en, puis réessayez.',
    unknown_chain:
      'Votre portefeuille ne connaît pas ce réseau. Ajoutez-le dans le portefeuille, puis réessayez.',
    unsupported:
      'Votre portefeuille ne peut pas faire cela d’ici. Faites-le dans le portefeuille, puis réessayez.',
    insufficient:
      'Le portefeuille indique que le solde est trop bas pour cela. Le paiement n’a pas été envoyé.',
    would_revert: 'Le réseau refuserait ce paiement en ce moment, il n’a donc pas été envoyé.',
    wrong_checksum:
      'L’adresse indiquée par votre portefeuille a une somme de contrôle erronée. Utilisez un autre compte ou portefeuille.',
    failed:
      'Le portefeuille n’a pas donné de réponse claire. Regardez son activité avant de réessayer.',
    unloaded: laterMessages.unloaded,
    wrong_account:
      'Votre portefeuille a répondu pour un autre compte. Choisissez celui avec lequel vous avez commencé.',
    other_tab:
      'Un autre onglet de ce navigateur a une demande ouverte dans votre portefeuille pour ce paiement. Continuez dans cet onglet, ou fermez-le d’abord.',
    left_open:
      'Une demande de cette page est peut-être encore ouverte dans votre portefeuille. Regardez-y avant de payer.',
    api_away:
      'Le service de paiement ne répond pas en ce moment. Rien n’a été envoyé ; réessayez dans un instant.',
    approval_reverted:
      'L’autorisation a échoué sur le réseau. Le paiement n’a pas été envoyé ; les frais de réseau ont été dépensés.',
    approval_dropped:
      'L’autorisation est introuvable sur le réseau. Le paiement n’a pas été envoyé ; vérifiez votre portefeuille.',
    second_payment: SECOND_PAYMENT,
    route_not_available:
      'Ce jeton ne peut pas être utilisé pour ce paiement en ce moment. Choisissez-en un autre.',
    amount_too_low_for_route:
      'Ce montant est trop petit pour être payé depuis un autre réseau : il doit dépasser 1 USD.',
    amount_too_high_for_route:
      'Ce réseau et ce jeton ne peuvent pas transporter autant en ce moment. Faites un autre choix.',
    route_too_expensive:
      'Payer depuis ce réseau coûte trop cher en ce moment. Faites un autre choix.',
    route_refused:
      'Ce qui a été proposé pour ce paiement n’était pas sûr à signer et a donc été refusé. Faites un autre choix.',
    payer_is_contract:
      'Ce portefeuille est un contrat. Il ne peut pas payer depuis un autre réseau, car l’argent qui revient pourrait être perdu.',
    payee_is_contract_elsewhere:
      'Le bénéficiaire ne peut pas être payé depuis un autre réseau. Payez sur le réseau du paiement.',
    rate_not_available:
      'Il n’y a pas de taux de change pour ce jeton en ce moment. Choisissez-en un autre.',
    refund_wallet_required:
      'Votre Safe n’est plus le même sur le réseau du paiement. Choisissez un autre moyen de payer.',
    route_ends_too_soon:
      'Les propriétaires de votre Safe auraient moins de 15 minutes pour signer ceci. Choisissez un autre jeton.',
    payer_is_not_safe:
      'Votre compte n’est pas un Safe d’une version connue sur ce réseau, il ne peut donc pas payer depuis celui-ci.',
    provider_away:
      'Les paiements depuis d’autres réseaux ne sont pas disponibles en ce moment. Rien n’a été envoyé. Vous pouvez toujours payer sur le réseau du paiement.',
    short:
      'Ce portefeuille contient moins de ce jeton que ce que le paiement prélève. Choisissez-en un autre.',
    no_gas: 'Ce portefeuille contient trop peu pour les frais de ce réseau. Faites un autre choix.',
    limited:
      'Les prix ont été lus trop souvent depuis cet endroit. Réessayez dans quelques minutes.',
  },
  offer: {
    button: 'Payer depuis un autre réseau',
    text: (amount, network) => `Par exemple ${amount} depuis ${network}.`,
    onItsWay: SECOND_PAYMENT,
  },
  choose: {
    title: 'Payer depuis un autre réseau',
    loading: 'Lecture de ce que votre portefeuille a sur d’autres réseaux…',
    from: (symbol, network) => `${symbol} sur ${network}`,
    total: (amount) => `${amount} au total`,
    cost: (amount) => `dont ${amount} pour le transfert`,
    free: 'rien pour le transfert',
    arrives: (seconds) => `arrive dans ${durationText(LOCALE, seconds)} environ`,
    held: (held, needed) => `disponible : ${held} ; nécessaire : ${needed}`,
    none: 'Ce portefeuille n’a sur aucun autre réseau de jeton qui pourrait payer ceci.',
    refresh: 'Vérifier à nouveau',
    own: (symbol, network) => `Payer avec ${symbol} sur ${network}`,
    ownNote: 'Sans transfert entre réseaux.',
  },
  quoting: 'Préparation et vérification du paiement…',
  review: {
    cost: 'Transfert entre réseaux',
    routeFee: 'Frais de l’itinéraire, compris dans le transfert',
    swap: (symbol) => `Échange en ${symbol}, compris dans le transfert`,
    atMost: (amount) => `au plus ${amount}`,
    atLeast: (amount) => `au moins ${amount}`,
    rate: 'Taux de change, transfert compris',
    youPayFrom: (network) => `Vous payez sur ${network}`,
    networkFee: (network) => `Frais de réseau sur ${network}, environ`,
    arrives: 'Arrivée',
    arrivesIn: (seconds) => `en général sous ${durationText(LOCALE, seconds)} environ`,
    arrivesSoon: 'en général sous quelques minutes',
    contract: 'Contrat du pont',
    approve: (isBridge, amount) =>
      `Vous autorisez le contrat ${isBridge ? 'du pont' : 'de paiement'} à prélever ${amount} sur votre portefeuille, et pas plus. Rien n’est encore payé.`,
    swapped: (amount, given) => `${amount} (échangé en ${given})`,
    pay: (taken, paid, network) =>
      `Vous signez une seule transaction adressée au contrat du pont : elle prélève ${taken} sur votre portefeuille et paie ${paid} sur ${network} à`,
    comesBack: (when, symbol) =>
      `Si le paiement ne peut pas y être effectué (heure limite : ${when}), l’argent revient dans votre portefeuille${symbol === undefined ? '' : ` en ${symbol}`}.`,
    feesStay: (network) =>
      `Des frais payés sur ${network} restent payés si le paiement revient dans votre portefeuille. Vous ne les payez pas une seconde fois.`,
    price: 'Ce prix est valable encore',
    time: clockText,
    expired: 'Ce prix est trop ancien.',
    refresh: 'Relire le prix',
    changed: (before, now) => `Le prix a été actualisé : ${before} → ${now}.`,
    other: 'Choisir un autre moyen de payer',
  },
  approving: 'L’autorisation est en route',
  approvingText:
    'Dès que le réseau l’aura reçue, vous pourrez payer. Cela prend quelques secondes sur la plupart des réseaux.',
  follow: {
    title: 'Votre paiement est en route',
    otherTitle: 'Un paiement est en route',
    sentOn: (network) => `Envoyé sur ${network}`,
    seenOn: (network) => `Confirmé sur ${network}`,
    waiting: (network) => `En attente du réseau ${network}`,
    arriving: (network) => `En route vers ${network}`,
    usually: (network, seconds) =>
      `En route vers ${network}, en général sous ${durationText(LOCALE, seconds)} environ`,
    arrivedOn: (network) => `Arrivé sur ${network}`,
    counting: 'En attente de confirmations',
    close: 'Vous pouvez fermer cette page. Le paiement continue sans elle.',
    late: (network, when) =>
      `Cela prend plus de temps que d’habitude. L’argent a quitté votre portefeuille et attend d’être payé sur ${network}. ${when === undefined ? 'Si cela échoue, il revient dans votre portefeuille.' : `Si cela n’a pas lieu (heure limite : ${when}), il revient dans votre portefeuille.`} Ne payez pas à nouveau pour l’instant.`,
    lateUnseen: (network) =>
      `${network} n’a pas encore confirmé la transaction. Regardez dans votre portefeuille : vous pouvez peut-être l’y accélérer. Ne payez pas à nouveau pour l’instant.`,
    reverted: (network) =>
      `${network} a refusé la transaction. Dès que ce sera définitif, vous pourrez payer à nouveau ici.`,
    replaced:
      'Votre portefeuille a envoyé une autre transaction à la place de celle-ci. Dès que ce sera définitif, vous pourrez payer à nouveau ici.',
    lost: 'Le réseau ne connaît plus cette transaction. Regardez dans votre portefeuille si elle a été abandonnée avant de payer à nouveau.',
    returnsTo: 'Ce qui ne peut pas être livré revient à',
    offline:
      'Le service de paiement ne répond pas en ce moment. Votre transaction n’est pas affectée ; nous continuons d’essayer.',
    others: (count) =>
      plural(LOCALE, count, {
        one: `${count} autre paiement de ce lien peut encore arriver.`,
        other: `${count} autres paiements de ce lien peuvent encore arriver.`,
      }),
    failed: {
      source_failed: {
        title: 'Le paiement n’a pas été envoyé',
        text: (network) =>
          `${network} a refusé ou remplacé la transaction. Le paiement n’a pas été effectué ; seuls des frais de réseau ont été dépensés. Vous pouvez payer à nouveau.`,
      },
      unfilled: {
        title: 'Le paiement n’est pas arrivé',
        text: (network) =>
          `Il n’a pas été livré à temps. L’argent revient dans votre portefeuille sur ${network} ; cela peut prendre quelques heures. Vous pouvez payer à nouveau.`,
      },
      refunded: {
        title: 'L’argent est revenu',
        text: (network) =>
          `Le paiement n’a pas pu être livré, et l’argent a été renvoyé dans votre portefeuille sur ${network}. Vous pouvez payer à nouveau.`,
      },
      unpaid: {
        title: 'Le paiement n’a pas été effectué',
        text: (_network, destination) =>
          `Les jetons sont arrivés sur ${destination}, mais le paiement n’a pas pu y être effectué. Ils sont dans votre portefeuille sur ${destination}. Vous pouvez payer à nouveau.`,
      },
    },
    reference: 'Référence pour vos questions',
    again: 'Payer à nouveau',
    anotherWay: 'Payer autrement',
    anotherWayNote:
      'Tant que ce paiement peut encore arriver, un second risque de vous faire payer deux fois.',
    transactionOn: (network) => `Transaction sur ${network}`,
    refundOn: (network) => `Remboursement sur ${network}`,
  },
} satisfies Translation<typeof english>;
