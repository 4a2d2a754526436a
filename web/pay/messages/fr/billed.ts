import { LOCALE } from '../../../ui/messages/fr/language.ts';
import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { billedMessages as english } from '../en/billed.ts';

/** The French texts of the screens with a bill: the review, the signature and the receipt. */
export const billedMessages = {
  mismatches: {
    unreadable: 'cette page ne sait pas lire la transaction',
    contract: 'la transaction va à un contrat que cette page ne connaît pas',
    token: 'la transaction déplace un autre jeton que celui qui est affiché',
    payee: 'la transaction paie un autre bénéficiaire que celui qui est affiché',
    amount: 'la transaction déplace un autre montant que celui qui est affiché',
    reference: 'la transaction porte une autre référence de paiement',
    fee: 'les frais de la transaction ne sont pas ceux qui ont été annoncés',
    rate: 'le taux de la transaction est loin de celui qui est affiché',
    payments: 'la transaction effectue d’autres paiements que ceux qui sont affichés',
    approval:
      'l’autorisation porte sur un autre contrat ou montant que ce dont ce paiement a besoin',
    coin: 'la transaction enverrait un autre montant de la monnaie propre au réseau',
    signer: 'la transaction n’est pas pour le portefeuille que vous avez choisi',
    feeLimit: 'la transaction permet d’autres frais de réseau que prévu',
    expiry:
      'la transaction reste valable trop longtemps, ou l’horloge de cet appareil n’est pas à l’heure',
    signed: 'le portefeuille a signé autre chose que ce qui lui a été transmis',
  },
  payFrom: 'Payer depuis',
  otherAccounts: 'Utiliser un autre compte de ce portefeuille',
  amount: 'Montant',
  amounts: (count) =>
    plural(LOCALE, count, { one: `${count} paiement`, other: `${count} paiements` }),
  fee: (label, percentage) =>
    percentage === undefined ? (label ?? 'Frais') : `${label ?? 'Frais'} (${percentage} %)`,
  borneByPayee: (fee) => `${fee}, sur la part du bénéficiaire`,
  borneByPayer: (fee) => `${fee}, en supplément`,
  received: 'Le bénéficiaire reçoit',
  contractFee: 'Frais propres au contrat de paiements groupés, au plus',
  atMost: (amount) => `au plus ${amount}`,
  about: (amount) => `environ ${amount}`,
  networkFee: (isSponsored) =>
    `Frais de réseau${isSponsored ? ' (peuvent être payés pour vous)' : ''}, environ`,
  networkFeeMost: 'Frais de réseau de cette étape, au plus',
  youPay: 'Vous payez',
  review: {
    title: 'Vérifier et payer',
    step: (at, of) => `Signature ${at} sur ${of}`,
    leftOut: (count, of) =>
      plural(LOCALE, count, {
        one: `${count} paiement sur ${of} sera laissé de côté`,
        other: `${count} paiements sur ${of} seront laissés de côté`,
      }),
    switchTo: (network) => `Passer sur ${network}`,
    wrongNetwork: (wallet, network) =>
      `${wallet} est sur un autre réseau. Passez sur ${network} pour continuer.`,
    resetText: (symbol) =>
      `D’abord, votre ancienne autorisation pour ${symbol} est remise à zéro. Ce jeton l’exige avant une nouvelle.`,
    resetButton: 'Effacer l’ancienne autorisation',
    approveText: (amount) =>
      `Vous autorisez le contrat de paiement à prélever ${amount} sur votre portefeuille. Rien n’est encore payé.`,
    approveUnlimited: (symbol) =>
      `Vous autorisez le contrat de paiement à prélever n’importe quel montant en ${symbol} sur votre portefeuille, sans limite. Vous pouvez retirer cette autorisation ensuite dans votre portefeuille. Rien n’est encore payé.`,
    approveButton: (amount) => `Autoriser ${amount}`,
    approveUnlimitedButton: (symbol) => `Autoriser ${symbol}`,
    payText: 'Vous signez une seule transaction adressée au contrat de paiement :',
    payConverted: (amount, symbol) =>
      `au taux de change de ce moment-là, mais au plus ce qu’indique « Vous payez » ci-dessus, elle prélève ${amount} en ${symbol} sur votre portefeuille et le verse à`,
    batchText: (count, of) =>
      count === of
        ? `Vous signez une seule transaction adressée au contrat de paiements groupés : elle effectue ${count === 1 ? 'le seul paiement dû' : `les ${count} paiements dus, ou aucun d’entre eux`}.`
        : `Vous signez une transaction adressée au contrat de paiements groupés : elle effectue ${count} des ${of} paiements dus, ou aucun.`,
    feeText: (label, amount) => `Vous payez les frais « ${label ?? ''} » de ${amount} à`,
    feeButton: (amount) => `Payer les frais de ${amount}`,
    feesLeft: 'Votre paiement a été envoyé. Il ne reste que ses frais à signer.',
    sent: 'Déjà envoyé',
    atOnce: (count) =>
      count === 1
        ? 'Votre portefeuille signe un appel.'
        : `Votre portefeuille signe ${count} appels à la fois : tous ont lieu, ou aucun.`,
    allAtOnce: (count) => `Signer les ${count} à la fois`,
    allAtOnceNote: (wallet) =>
      `${wallet} demande d’abord à mettre à niveau votre compte (EIP-7702) : l’adresse et les clés restent les mêmes, et un contrat du portefeuille peut faire plusieurs appels à la fois. Vous pouvez refuser cela et signer les appels l’un après l’autre.`,
    paySummary: (amount) => `elle transfère ${amount} de votre portefeuille à`,
    payFee: (amount) => `et ${amount} de frais à`,
    payReference: 'avec la référence de paiement',
    contract: 'Contrat de paiement',
    payButton: (amount) => `Payer ${amount}`,
    whatYouSign: 'Ce que vous signez',
    nextOpens:
      'Dès que le réseau l’a enregistrée, votre portefeuille s’ouvre de lui-même pour l’étape suivante :',
    opens: 'Votre portefeuille s’ouvre maintenant pour ceci. Vous pouvez encore y refuser.',
  },
  signing: {
    reset: 'Votre portefeuille demande à effacer l’ancienne autorisation.',
    approve: (amount) => `Votre portefeuille demande à autoriser ${amount}.`,
    pay: (amount) => `Votre portefeuille demande à envoyer ${amount}.`,
    atOnce: (count) =>
      `Votre portefeuille demande à signer ${count === 1 ? 'un appel' : `${count} appels à la fois`}.`,
    hint: 'Si rien ne s’affiche, ouvrez vous-même le portefeuille. Vous pouvez y refuser.',
    closedWindow: 'J’ai fermé la fenêtre du portefeuille',
  },
  approving: {
    part: 'Une partie des paiements est en route',
    next: 'Dès que le réseau l’aura reçue, vous pourrez payer la partie suivante.',
    title: 'L’autorisation est en route',
    text: 'Dès que le réseau l’aura reçue, vous pourrez payer. Cela prend quelques secondes sur la plupart des réseaux.',
  },
  reverted: {
    title: 'Le réseau a refusé le paiement',
    text: 'Le paiement n’a pas été effectué. Les frais de réseau de la tentative ont été dépensés.',
    staysPaid: 'Ce que vous avez payé auparavant reste payé.',
    onTron:
      'Sur Tron, un paiement échoue aussi lorsque le portefeuille n’a pas assez d’énergie et de TRX pour lui. Vérifiez les deux avant de signer à nouveau.',
    retry: 'Le préparer à nouveau',
  },
  elsewhere: (network) =>
    `Votre compte est un contrat sur un autre réseau. N’envoyez pas d’argent à son adresse sur ${network} : elle n’y appartient peut-être à personne.`,
  stale: {
    title: 'Il n’y a pas de taux de change à jour',
    text: 'Le taux de ce paiement est trop ancien, le réseau le refuserait donc.',
    later:
      'Un nouveau taux arrive de lui-même, en général sous un jour ; vérifiez à nouveau plus tard.',
  },
  unpayable: {
    payer: {
      title: 'Ce jeton ne peut pas être envoyé depuis ce portefeuille',
      text: 'Le jeton refuse tout transfert depuis ce portefeuille : il bloque le portefeuille, ou il est suspendu.',
      later: 'Utilisez un autre portefeuille, ou vérifiez à nouveau plus tard.',
    },
    own: {
      title: 'Ce portefeuille est le bénéficiaire',
      text: 'Un portefeuille ne peut pas se payer lui-même : un tel paiement ne compterait pas, il n’y a donc rien à signer.',
      later: 'Utilisez un autre portefeuille.',
    },
    ownPart: {
      title: 'Ce portefeuille est l’un des bénéficiaires',
      text: 'Un portefeuille ne peut pas se payer lui-même : sa propre part ne compterait pas, il n’y a donc rien à signer.',
      later: 'Utilisez un autre portefeuille.',
    },
    fee: {
      title: 'Des frais de ce paiement ne peuvent pas être payés',
      text: 'Le réseau refuserait de payer les frais à cette adresse, il n’y a donc rien à signer.',
      later: 'Prévenez la personne qui vous a envoyé le lien.',
    },
    payee: {
      title: 'Un bénéficiaire ne peut pas être payé',
      text: 'Le réseau refuserait le paiement, et personne ne serait payé. Il n’y a rien à signer.',
      later: 'Prévenez la personne qui vous a envoyé le lien.',
    },
    several: 'Certains bénéficiaires ne peuvent pas être payés',
    receivesFee: 'Cette adresse reçoit des frais de ce paiement.',
  },
  unlimited: (symbol) => `${symbol} sans limite`,
  receipt: {
    paid: 'Payé',
    paidLast: 'Payé par la dernière transaction',
    paidOf: (paid, of) =>
      plural(LOCALE, paid, {
        one: `Payé, ${paid} paiement sur ${of}`,
        other: `Payé, ${paid} paiements sur ${of}`,
      }),
    total: 'Payé avec tous les frais',
    sentOn: 'Envoyé',
    confirmed: 'Confirmé',
    block: (block) => `dans le bloc ${block}`,
    final: 'Définitif',
    finalSince: (when) => `Depuis le ${when}. Le réseau ne peut plus revenir sur ce paiement.`,
    notFinal:
      'Pas encore. Vous n’avez pas besoin d’attendre : votre paiement est terminé. Cette page indique quand le réseau ne peut plus le modifier.',
    transaction: (at, of) => `Transaction ${at} sur ${of}`,
  },
  lookAlike: {
    title: 'Regardez l’adresse à nouveau',
    paid: {
      text: 'Ce paiement va à une adresse qui ressemble à une adresse déjà payée par ce navigateur. C’en est une autre.',
      address: 'Ce paiement :',
      other: 'Déjà payée :',
    },
    own: {
      text: 'Ce paiement va à une adresse qui ressemble à celle de votre propre portefeuille. C’en est une autre.',
      address: 'Ce paiement :',
      other: 'Votre portefeuille :',
    },
    payee: {
      text: 'Deux bénéficiaires de ce paiement ont des adresses qui se ressemblent. Ce ne sont pas les mêmes.',
      address: 'L’une :',
      other: 'L’autre :',
    },
    more: (count) =>
      plural(LOCALE, count, {
        one: `${count} autre bénéficiaire a une adresse qui ressemble à une autre.`,
        other: `${count} autres bénéficiaires ont des adresses qui ressemblent à d’autres.`,
      }),
    hint: 'Des voleurs mettent une adresse ressemblante à la place de la bonne. Comparez chaque caractère. En cas de doute, ne payez pas et demandez au bénéficiaire, non à la personne qui a envoyé ce lien.',
  },
} satisfies Translation<typeof english>;
