import type { ReceiptPageMessages } from './receipt-page-messages.ts';

/** The page of receipts in French. */
export const fr: ReceiptPageMessages = {
  receipts: 'Reçus de paiement',
  testMode: 'Mode test. Aucun argent réel ne circule.',
  language: 'Langue',
  onNetwork: (network) => `sur ${network}`,
  final: 'définitif',
  confirmed: 'confirmé',
  pdf: 'Enregistrer en PDF',
  print: null,
  json: 'Enregistrer en JSON',
  explorer: 'Le voir dans l’explorateur de blocs',
  earlier: 'Paiements précédents',
  openPayment: 'Ouvrir le paiement',
  hiddenToo:
    'D’autres paiements de ce lien ne sont montrés qu’aux portefeuilles autorisés à les voir. Le commerçant dispose de leurs reçus.',
  hidden: {
    title: 'Ce reçu est masqué',
    text: 'Ce lien ne montre son paiement qu’aux portefeuilles autorisés à le voir\u00a0: son reçu n’est donc pas affiché ici. Demandez-le au commerçant.',
  },
  none: {
    title: 'Aucun reçu',
    pending:
      'Aucun paiement valable n’a encore été effectué par ce lien. Si vous venez de payer, rouvrez cette page dans une minute.',
    expired:
      'Aucun paiement valable n’a été effectué par ce lien avant son expiration. Si vous venez de payer, rouvrez cette page dans une minute.',
    invalidated: 'Aucun paiement valable n’a été effectué par ce lien, et il a été retiré.',
    compliance_failed:
      'Aucun paiement valable n’a été effectué par ce lien, et il ne peut plus être payé.',
    completed:
      'Le paiement de ce lien est en cours de nouvelle vérification. Rouvrez cette page dans une minute.',
    partially_settled:
      'Les paiements de ce lien sont en cours de nouvelle vérification. Rouvrez cette page dans une minute.',
  },
  failures: {
    unknown: {
      title: 'Ce reçu n’existe pas',
      text: 'Le lien de cette adresse est inconnu. Vérifiez que vous l’avez copié en entier.',
    },
    limited: {
      title: 'Trop de requêtes',
      text: 'Attendez une minute, puis rouvrez cette page.',
    },
    unreachable: {
      title: 'Impossible de joindre le service de paiement',
      text: 'Ce qui a été payé n’est pas affecté. Rouvrez cette page dans une minute.',
    },
  },
  merchant: {
    noName: 'Le commerçant n’a pas indiqué de nom.',
    logo: 'Le logo du commerçant',
    requestedBy: 'Demandé par',
    unverified: 'Nom indiqué par le commerçant lui-même, non vérifié.',
    website: 'Site web',
    verified: 'vérifié',
    questions: 'Des questions\u00a0?',
  },
  check: {
    button: 'Vérifier sur la chaîne',
    readAt: (time) => `Lu sur un nœud le ${time}.`,
    same: {
      title: 'Ce paiement figure sur la chaîne',
      text: (blocks) =>
        `Le bénéficiaire, le montant, le jeton et la référence y sont les mêmes. Il est confirmé par ${blocks === 1 ? '1 bloc' : `${blocks} blocs`}.`,
    },
    missing: {
      title: 'Ce paiement ne figure pas sur la chaîne',
      text: 'Rien n’a été payé à cette position du bloc. Le reçu a été modifié, ou le réseau est revenu sur le paiement.',
    },
    different: {
      title: 'La chaîne contient autre chose',
      text: 'Ne vous fiez pas au reçu vérifié\u00a0:',
      line: (field, claimed, onChain) =>
        `${field}\u00a0: le reçu indique ${claimed}, la chaîne contient ${onChain}`,
    },
    impossible: {
      title: 'Ce reçu ne peut pas être vérifié ici',
      text: 'L’une de ses lignes n’a pas la forme attendue d’un reçu.',
    },
    limited: {
      title: 'Non vérifié\u00a0: trop de requêtes',
      text: 'Attendez une minute, puis vérifiez à nouveau.',
    },
    unanswered: {
      title: 'Non vérifié\u00a0: aucun nœud ne répond actuellement',
      text: 'Cela ne dit rien du paiement. Vérifiez à nouveau dans une minute.',
    },
  },
};
