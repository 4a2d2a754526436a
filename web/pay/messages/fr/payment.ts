import { LOCALE } from '../../../ui/messages/fr/language.ts';
import { laterMessages } from '../../../ui/messages/fr/later.ts';
import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import { durationText } from '../duration.ts';
import type { paymentMessages as english } from '../en/payment.ts';

const SEEN =
  'Un paiement de ce lien est déjà sur le réseau et attend des confirmations. Si c’est le vôtre, ne payez pas à nouveau.';

function completeAfter(blocks: number): string {
  return plural(LOCALE, blocks, {
    one: `terminé après ${blocks} bloc de plus`,
    other: `terminé après ${blocks} blocs de plus`,
  });
}

/** The French texts from the choice of a wallet on, and of links that lead to none. */
export const paymentMessages = {
  ways: {
    none: 'Aucun portefeuille n’a été trouvé dans ce navigateur.',
    elsewhere: 'Payer avec un autre appareil',
    testWalletNote:
      'Les portefeuilles de test n’existent que dans cette page et ne contiennent que de l’argent de test.',
    sandboxOnly: 'En mode test, seuls les portefeuilles de test peuvent payer sur ce réseau.',
  },
  ...laterMessages,
  titles: {
    connecting: 'Ouvrez votre portefeuille',
    switching: 'Ouvrez votre portefeuille',
    signing: 'Ouvrez votre portefeuille',
    approving: 'Autorisation en route',
    confirming: 'Paiement en route',
    crosschain: 'Paiement en route',
    elsewhere: 'Payer depuis un autre réseau',
    proposed: 'En attente de signatures',
    not_allowed: 'Portefeuille non autorisé',
    short: 'Solde insuffisant',
    no_gas: 'Pas assez pour les frais de réseau',
    mismatch: 'Ne payez pas',
    reverted: 'Non payé',
    unreachable: 'Injoignable',
    expired: 'Lien expiré',
    closed: 'Non disponible',
    unknown: 'Lien non valide',
    done: 'Paiement terminé',
  },
  nothingCharged: 'Rien n’a été débité.',
  empty: {
    title: 'Aucun lien de paiement',
    text: 'Cette page s’ouvre avec un lien de paiement. Demandez le sien à la personne qui souhaite être payée ; il se termine par « ?token=… ».',
  },
  unknown: {
    title: 'Ce lien n’est pas valide',
    text: 'Vérifiez que le lien entier a été copié, ou demandez-en un nouveau.',
  },
  closed: {
    title: 'Ce paiement n’est pas disponible',
    text: 'Le lien ne peut plus être utilisé, rien ne peut donc être payé ici. Demandez-en un nouveau à la personne qui l’a envoyé.',
  },
  unsupported: {
    title: 'Ce paiement ne peut pas être effectué ici',
    text: 'Cette page ne connaît pas le type de paiement, le réseau ou le jeton. Demandez à la personne qui a envoyé le lien.',
  },
  proposed: {
    title: 'En attente de signatures dans un Safe',
    text: 'Rien n’est encore payé. Ses propriétaires signent et exécutent la transaction qui paie ce lien. Vous pouvez fermer cette page.',
  },
  unreachable: {
    title: 'Impossible de joindre le service de paiement',
    text: 'Nous continuons d’essayer.',
  },
  checks: {
    running: {
      title: 'Votre portefeuille est en cours de vérification',
      text: 'Cela prend quelques secondes.',
    },
    failed: {
      title: 'Votre portefeuille n’a pas pu être vérifié',
      text: 'Nous continuons d’essayer. Si cela ne se résout pas, revenez plus tard.',
    },
  },
  limited: {
    title: 'Votre connexion Internet a envoyé trop de requêtes',
    text: (seconds: number) =>
      `Cette page continue d’elle-même d’ici ${durationText(LOCALE, seconds)}.`,
  },
  charged: {
    fees: 'Rien n’a été payé. Seuls les frais de réseau de ce que vous avez signé auparavant ont été dépensés.',
    part: 'Ce que vous avez payé auparavant reste payé. Rien de plus n’a été débité.',
    open: 'Une demande précédente pour ce paiement est peut-être encore ouverte dans votre portefeuille, ou le paiement est déjà en route. Regardez-y avant de payer.',
  },
  expired: {
    title: 'Ce lien a expiré',
    text: 'Il ne peut plus être payé. Demandez-en un nouveau à la personne qui l’a envoyé.',
    since: (when) => `Il a expiré le ${when}.`,
    takenBack:
      'Ce paiement était terminé, mais le réseau a repris le bloc qui le contenait. Il sera de nouveau terminé dès que le réseau l’inclura à nouveau.',
  },
  asking: 'Vérification de ce portefeuille. Cela prend quelques secondes.',
  notAllowed: {
    title: 'Ce portefeuille ne peut pas être utilisé pour ce paiement',
    text: 'Utilisez un autre portefeuille, ou demandez à la personne qui vous a envoyé le lien.',
  },
  mismatch: {
    title: 'Ne payez pas ceci',
    link: 'les informations de ce lien se contredisent',
    text: (problem) =>
      `Ce que vous signeriez n’est pas ce que montre cette page : ${problem}. Cela n’a pas été envoyé, et il n’y a rien à signer ici. Prévenez la personne qui vous a envoyé le lien.`,
  },
  preparing: 'Préparation et vérification du paiement…',
  refresh: 'Vérifier à nouveau',
  short: {
    title: 'Solde insuffisant',
    need: (amount, network) => `Il vous faut encore ${amount} sur ${network}.`,
    needTotal: (amount, network) => `Il vous faut ${amount} sur ${network}.`,
    have: (amount) => `Ce portefeuille contient ${amount}.`,
    headroom: (coin) => `Les frais du réseau en ${coin} s’y ajoutent.`,
    fund: 'Envoyez le montant manquant à votre propre portefeuille, puis vérifiez à nouveau :',
  },
  noGas: {
    title: (coin) => `Solde en ${coin} insuffisant pour les frais de réseau`,
    text: (coin, network) =>
      `Vous avez les jetons, mais le réseau demande ses frais en ${coin}. Ajoutez une petite somme en ${coin} sur ${network}, puis vérifiez à nouveau.`,
    about: (fee) => `Environ ${fee} suffisent.`,
  },
  switching: (wallet, network) => `Confirmez dans ${wallet} pour passer sur ${network}`,
  switchByHand: (network) =>
    `Si cela ne fonctionne pas, choisissez vous-même ${network} dans le portefeuille.`,
  confirmIn: (wallet) => `Confirmez dans ${wallet}`,
  confirming: {
    title: 'Votre paiement est en route',
    sent: 'Envoyé au réseau',
    relaying: 'Envoi au réseau',
    waiting: 'En attente du réseau',
    confirmations: (done, of) =>
      of === undefined
        ? plural(LOCALE, done, { one: `${done} confirmation`, other: `${done} confirmations` })
        : `${Math.min(done, of)} sur ${plural(LOCALE, of, { one: `${of} confirmation`, other: `${of} confirmations` })}${done < of ? ` ; ${completeAfter(of - done)}` : ''}`,
    inBlock: (block) => `Vu dans le bloc ${block}`,
    word: 'Il sera terminé dès que le réseau aura confirmé ce bloc.',
    vanished:
      'Le réseau a repris le bloc qui contenait votre paiement. En général, il l’inclut à nouveau de lui-même ; ne payez donc pas à nouveau pour l’instant.',
    settling: 'Confirmé. Le bénéficiaire est en train d’être prévenu…',
    typical: (network, seconds) =>
      `Sur ${network}, cela prend en général environ ${durationText(LOCALE, seconds)}.`,
    close: 'Vous pouvez fermer cette page. Le paiement continue sans elle.',
    replaced:
      'Votre portefeuille a envoyé une nouvelle version de la transaction. Nous suivons celle-ci.',
    offline:
      'Le service de paiement ne répond pas en ce moment. Votre transaction n’est pas affectée ; nous continuons de l’interroger.',
    lost: 'Le réseau ne connaît plus cette transaction. Regardez dans votre portefeuille si elle a été abandonnée avant de payer à nouveau.',
    startOver: 'Elle a été abandonnée : recommencer',
  },
  done: {
    title: 'Ce paiement est terminé',
    partly: 'Une partie a été payée',
    final: 'Il est définitif.',
    print: 'Imprimer le reçu',
    localChain:
      'Ce paiement de test est sur une chaîne locale, que les explorateurs publics ne connaissent pas.',
    redirect: 'Revenir et fermer',
    leadsTo: 'Mène à',
  },
  explorer: 'Voir la transaction',
  transaction: 'Transaction',
  notices: {
    declined: 'Vous avez refusé.',
    busy: 'Votre portefeuille a déjà une demande ouverte. Terminez-la ou fermez-la, puis réessayez.',
    unauthorized:
      'Votre portefeuille n’a pas donné à cette page l’accès au compte. Accordez-le dans le portefeuille et réessayez.',
    disconnected: 'Votre portefeuille n’est connecté à aucun réseau. Ouvrez-le, puis réessayez.',
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
    left_open:
      'Une demande de cette page est peut-être encore ouverte dans votre portefeuille. Regardez-y avant de payer.',
    seen: SEEN,
    unseen:
      'Un paiement qui était sur le réseau n’y est plus. Si c’était le vôtre, regardez dans votre portefeuille avant de payer à nouveau.',
    taken_back:
      'Ce paiement était terminé, mais le réseau a repris le bloc qui le contenait. Si c’était le vôtre, regardez dans votre portefeuille avant de payer à nouveau.',
    wrong_account:
      'Votre portefeuille a répondu pour un autre compte. Choisissez celui depuis lequel vous voulez payer.',
    other_tab:
      'Un autre onglet de ce navigateur sollicite votre portefeuille pour ce paiement. Continuez dans cet onglet, ou fermez-le d’abord.',
    cancelled: 'Le paiement a été annulé dans votre portefeuille. Le paiement n’a pas été envoyé.',
    changed: 'Le paiement a été actualisé et a changé. Veuillez le regarder à nouveau.',
    unmined:
      'La transaction précédente est introuvable sur le réseau. Vérifiez votre portefeuille avant de payer.',
    approval_reverted:
      'L’autorisation a échoué sur le réseau. Le paiement n’a pas été envoyé ; les frais de réseau ont été dépensés.',
    part_reverted:
      'Le réseau a refusé cette partie, de sorte que rien n’en a été payé ; ses frais de réseau ont été dépensés.',
    proposed:
      'Une transaction d’un Safe qui peut payer ce lien a été proposée. Quiconque paie maintenant risque de payer deux fois.',
  },
  seen: ({ blockNumber, blocksLeft, again }) => {
    const complete =
      blocksLeft === undefined
        ? 'sera terminé dès que le réseau aura confirmé ce bloc'
        : blocksLeft > 0
          ? `sera ${completeAfter(blocksLeft)}`
          : 'sera terminé dans un instant';
    return `${again === true ? 'Ce paiement était terminé jusqu’à ce que le réseau reprenne son bloc. ' : ''}${SEEN} Il est dans le bloc ${blockNumber} et ${complete}.`;
  },
} satisfies Translation<typeof english>;
