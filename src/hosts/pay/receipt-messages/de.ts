import type { ReceiptPageMessages } from './receipt-page-messages.ts';

/** The page of receipts in German. */
export const de: ReceiptPageMessages = {
  receipts: 'Zahlungsbelege',
  testMode: 'Testmodus. Es fließt kein echtes Geld.',
  language: 'Sprache',
  onNetwork: (network) => `auf ${network}`,
  final: 'endgültig',
  confirmed: 'bestätigt',
  pdf: 'Als PDF speichern',
  print: null,
  json: 'Als JSON speichern',
  explorer: 'Im Block-Explorer ansehen',
  earlier: 'Frühere Zahlungen',
  openPayment: 'Zahlung öffnen',
  hiddenToo:
    'Andere Zahlungen dieses Links werden nur Wallets gezeigt, die sie sehen dürfen. Der Händler hat die Belege dazu.',
  hidden: {
    title: 'Dieser Beleg ist verborgen',
    text: 'Dieser Link zeigt seine Zahlung nur Wallets, die sie sehen dürfen; deshalb steht ihr Beleg nicht hier. Bitten Sie den Händler darum.',
  },
  none: {
    title: 'Kein Beleg',
    pending:
      'Mit diesem Link wurde noch nichts bezahlt, was zählt. Wenn Sie gerade bezahlt haben, öffnen Sie diese Seite in einer Minute erneut.',
    expired:
      'Mit diesem Link wurde vor seinem Ablauf nichts bezahlt, was zählt. Wenn Sie gerade bezahlt haben, öffnen Sie diese Seite in einer Minute erneut.',
    invalidated: 'Mit diesem Link wurde nichts bezahlt, was zählt, und er wurde zurückgezogen.',
    compliance_failed:
      'Mit diesem Link wurde nichts bezahlt, was zählt, und er kann nicht mehr bezahlt werden.',
    completed:
      'Die Zahlung dieses Links wird gerade erneut geprüft. Öffnen Sie diese Seite in einer Minute noch einmal.',
    partially_settled:
      'Die Zahlungen dieses Links werden gerade erneut geprüft. Öffnen Sie diese Seite in einer Minute noch einmal.',
  },
  failures: {
    unknown: {
      title: 'Diesen Beleg gibt es nicht',
      text: 'Der Link in dieser Adresse ist nicht bekannt. Prüfen Sie, ob Sie ihn ganz kopiert haben.',
    },
    limited: {
      title: 'Zu viele Anfragen',
      text: 'Warten Sie eine Minute und öffnen Sie diese Seite dann erneut.',
    },
    unreachable: {
      title: 'Wir erreichen den Zahlungsdienst nicht',
      text: 'Was bezahlt wurde, ist davon nicht betroffen. Öffnen Sie diese Seite in einer Minute erneut.',
    },
  },
  merchant: {
    noName: 'Der Händler hat keinen Namen angegeben.',
    logo: 'Das Logo des Händlers',
    requestedBy: 'Angefordert von',
    unverified: 'Eigene Angabe, nicht überprüft.',
    website: 'Website',
    verified: 'überprüft',
    questions: 'Fragen?',
  },
  check: {
    button: 'Auf der Chain prüfen',
    readAt: (time) => `Von einem Knoten gelesen am ${time}.`,
    same: {
      title: 'Diese Zahlung steht auf der Chain',
      text: (blocks) =>
        `Empfänger, Betrag, Token und Referenz sind dort dieselben. Sie ist durch ${blocks === 1 ? '1 Block' : `${blocks} Blöcke`} bestätigt.`,
    },
    missing: {
      title: 'Diese Zahlung steht nicht auf der Chain',
      text: 'An dieser Stelle des Blocks wurde nichts bezahlt. Der Beleg wurde verändert, oder das Netzwerk hat die Zahlung zurückgenommen.',
    },
    different: {
      title: 'Auf der Chain steht etwas anderes',
      text: 'Verlassen Sie sich nicht auf den geprüften Beleg:',
      line: (field, claimed, onChain) =>
        `${field}: Im Beleg steht ${claimed}, auf der Chain steht ${onChain}`,
    },
    impossible: {
      title: 'Dieser Beleg kann hier nicht geprüft werden',
      text: 'Eine seiner Zeilen hat nicht die Form, die sie in Belegen hat.',
    },
    limited: {
      title: 'Nicht geprüft: zu viele Anfragen',
      text: 'Warten Sie eine Minute und prüfen Sie ihn dann erneut.',
    },
    unanswered: {
      title: 'Nicht geprüft: Derzeit antwortet kein Knoten',
      text: 'Das sagt nichts über die Zahlung. Prüfen Sie den Beleg in einer Minute erneut.',
    },
  },
};
