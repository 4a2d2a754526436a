import type { Translation } from '../../../ui/messages/translation.ts';
import type { billedMessages as englishMessages } from '../en/billed.ts';

/** The German texts of the screens with a bill: the review, the signature and the receipt. */
export const billedMessages = {
  mismatches: {
    unreadable: 'die Transaktion kann von dieser Seite nicht gelesen werden',
    contract: 'die Transaktion geht an einen Vertrag, den diese Seite nicht kennt',
    token: 'die Transaktion überträgt einen anderen Token als den angezeigten',
    payee: 'die Transaktion bezahlt einen anderen Empfänger als den angezeigten',
    amount: 'die Transaktion überträgt einen anderen Betrag als den angezeigten',
    reference: 'die Transaktion enthält eine andere Zahlungsreferenz',
    fee: 'die Gebühr in der Transaktion ist nicht die angekündigte',
    rate: 'der Kurs in der Transaktion weicht stark vom angezeigten ab',
    payments: 'die Transaktion führt andere Zahlungen aus als die angezeigten',
    approval: 'die Freigabe gilt für einen anderen Vertrag oder Betrag, als diese Zahlung braucht',
    coin: 'die Transaktion würde einen anderen Betrag der Coin des Netzwerks senden',
    signer: 'die Transaktion ist nicht für die Wallet, die Sie gewählt haben',
    feeLimit: 'die Transaktion lässt eine andere Netzwerkgebühr zu, als sie sollte',
    expiry: 'die Transaktion bleibt zu lange gültig, oder die Uhr dieses Geräts geht falsch',
    signed: 'die Wallet hat etwas anderes signiert, als ihr übergeben wurde',
  },
  payFrom: 'Zahlen von',
  otherAccounts: 'Anderes Konto dieser Wallet verwenden',
  amount: 'Betrag',
  amounts: (count: number) => (count === 1 ? '1 Zahlung' : `${count} Zahlungen`),
  fee: (label: string | undefined, percentage: string | undefined) =>
    percentage === undefined
      ? (label ?? 'Gebühr')
      : `${label ?? 'Gebühr'} (${percentage.replace('.', ',')} %)`,
  borneByPayee: (fee: string) => `${fee}, vom Anteil des Empfängers`,
  borneByPayer: (fee: string) => `${fee}, zusätzlich`,
  received: 'Der Empfänger erhält',
  contractFee: 'Eigene Gebühr des Batch-Vertrags, höchstens',
  atMost: (amount: string) => `höchstens ${amount}`,
  about: (amount: string) => `etwa ${amount}`,
  networkFee: (isSponsored: boolean) =>
    `Netzwerkgebühr${isSponsored ? ' (wird eventuell für Sie bezahlt)' : ''}, etwa`,
  networkFeeMost: 'Netzwerkgebühr dieses Schritts, höchstens',
  youPay: 'Sie zahlen',
  review: {
    title: 'Prüfen und zahlen',
    step: (at: number, of: number) => `Signatur ${at} von ${of}`,
    leftOut: (count: number, of: number) =>
      count === 1
        ? `1 von ${of} Zahlungen wird ausgelassen`
        : `${count} von ${of} Zahlungen werden ausgelassen`,
    switchTo: (network: string) => `Zu ${network} wechseln`,
    wrongNetwork: (wallet: string, network: string) =>
      `${wallet} ist auf einem anderen Netzwerk. Wechseln Sie zu ${network}, um fortzufahren.`,
    resetText: (symbol: string) =>
      `Zuerst wird Ihre alte Freigabe von ${symbol} gelöscht. Dieser Token verlangt das vor einer neuen.`,
    resetButton: 'Alte Freigabe löschen',
    approveText: (amount: string) =>
      `Sie erlauben dem Zahlungsvertrag, ${amount} von Ihrer Wallet abzubuchen. Es wird noch nichts bezahlt.`,
    approveUnlimited: (symbol: string) =>
      `Sie erlauben dem Zahlungsvertrag, ${symbol} in beliebiger Höhe von Ihrer Wallet abzubuchen, ohne Obergrenze. Sie können das danach in Ihrer Wallet widerrufen. Es wird noch nichts bezahlt.`,
    approveButton: (amount: string) => `${amount} freigeben`,
    approveUnlimitedButton: (symbol: string) => `${symbol} freigeben`,
    payText: 'Sie signieren eine Transaktion an den Zahlungsvertrag:',
    payConverted: (amount: string, symbol: string) =>
      `Sie bucht zum Wechselkurs des Augenblicks ${amount} in ${symbol} von Ihrer Wallet ab, höchstens aber, was oben bei „Sie zahlen“ steht, und zahlt an`,
    batchText: (count: number, of: number) =>
      count === of
        ? `Sie signieren eine Transaktion an den Batch-Vertrag: Sie führt ${count === 1 ? 'die eine fällige Zahlung aus' : `${count === 2 ? 'beide' : `alle ${count}`} fälligen Zahlungen aus, oder keine davon`}.`
        : `Sie signieren eine Transaktion an den Batch-Vertrag: Sie führt ${count} von ${of} fälligen Zahlungen aus, oder keine von diesen.`,
    feeText: (label: string | undefined, amount: string) =>
      `Sie zahlen die Gebühr „${label ?? ''}“ von ${amount} an`,
    feeButton: (amount: string) => `Gebühr von ${amount} zahlen`,
    feesLeft: 'Ihre Zahlung wurde gesendet. Nur ihre Gebühren sind noch zu signieren.',
    sent: 'Zuvor gesendet',
    atOnce: (count: number) =>
      count === 1
        ? 'Ihre Wallet signiert einen Aufruf.'
        : `Ihre Wallet signiert ${count} Aufrufe auf einmal: Entweder werden alle ausgeführt oder keiner.`,
    allAtOnce: (count: number) => `${count === 2 ? 'Beide' : `Alle ${count}`} auf einmal signieren`,
    allAtOnceNote: (wallet: string) =>
      `${wallet} fragt zuerst, ob Ihr Konto erweitert werden soll (EIP-7702): Adresse und Schlüssel bleiben, und ein Vertrag der Wallet kann mehrere Aufrufe auf einmal ausführen. Sie können das ablehnen und einen Aufruf nach dem anderen signieren.`,
    paySummary: (amount: string) => `Sie überträgt ${amount} von Ihrer Wallet an`,
    payFee: (amount: string) => `und ${amount} als Gebühr an`,
    payReference: 'mit der Zahlungsreferenz',
    contract: 'Zahlungsvertrag',
    payButton: (amount: string) => `${amount} zahlen`,
    whatYouSign: 'Was Sie signieren',
    nextOpens:
      'Sobald es im Netzwerk steht, öffnet sich Ihre Wallet von selbst für den nächsten Schritt:',
    opens: 'Ihre Wallet öffnet sich jetzt dafür. Dort können Sie noch ablehnen.',
  },
  signing: {
    reset: 'Ihre Wallet fragt, ob die alte Freigabe gelöscht werden soll.',
    approve: (amount: string) => `Ihre Wallet fragt, ob ${amount} freigegeben werden sollen.`,
    pay: (amount: string) => `Ihre Wallet fragt, ob ${amount} gesendet werden sollen.`,
    atOnce: (count: number) =>
      count === 1
        ? 'Ihre Wallet fragt, ob ein Aufruf signiert werden soll.'
        : `Ihre Wallet fragt, ob ${count} Aufrufe auf einmal signiert werden sollen.`,
    hint: 'Falls sich nichts öffnet, öffnen Sie die Wallet selbst. Dort können Sie auch ablehnen.',
    closedWindow: 'Ich habe das Fenster der Wallet geschlossen',
  },
  approving: {
    part: 'Ein Teil der Zahlungen ist unterwegs',
    next: 'Sobald er im Netzwerk ist, können Sie den nächsten Teil bezahlen.',
    title: 'Die Freigabe ist unterwegs',
    text: 'Sobald sie im Netzwerk ist, können Sie zahlen. Auf den meisten Netzwerken dauert das wenige Sekunden.',
  },
  reverted: {
    title: 'Das Netzwerk hat die Zahlung abgelehnt',
    text: 'Die Zahlung wurde nicht ausgeführt. Die Netzwerkgebühr des Versuchs wurde verbraucht.',
    staysPaid: 'Was Sie zuvor bezahlt haben, bleibt bezahlt.',
    onTron:
      'Auf Tron scheitert eine Zahlung auch, wenn die Wallet zu wenig Energie und TRX dafür hat. Prüfen Sie beides, bevor Sie erneut signieren.',
    retry: 'Neu vorbereiten',
  },
  elsewhere: (network: string) =>
    `Ihr Konto ist ein Vertrag auf einem anderen Netzwerk. Senden Sie auf ${network} kein Geld an seine Adresse: Dort gehört sie vielleicht niemandem.`,
  stale: {
    title: 'Es gibt keinen aktuellen Wechselkurs',
    text: 'Der Kurs für diese Zahlung ist zu alt, deshalb würde das Netzwerk sie ablehnen.',
    later:
      'Ein neuer Kurs kommt von selbst, meist innerhalb eines Tages; prüfen Sie es später erneut.',
  },
  unpayable: {
    payer: {
      title: 'Dieser Token kann von dieser Wallet nicht gesendet werden',
      text: 'Der Token lehnt jede Übertragung von dieser Wallet ab: Er sperrt die Wallet, oder er ist angehalten.',
      later: 'Verwenden Sie eine andere Wallet, oder prüfen Sie es später erneut.',
    },
    own: {
      title: 'Diese Wallet ist der Empfänger',
      text: 'Eine Wallet kann nicht an sich selbst zahlen: Eine solche Zahlung würde nicht zählen, deshalb gibt es nichts zu signieren.',
      later: 'Verwenden Sie eine andere Wallet.',
    },
    ownPart: {
      title: 'Diese Wallet ist einer der Empfänger',
      text: 'Eine Wallet kann nicht an sich selbst zahlen: Ihr eigener Teil würde nicht zählen, deshalb gibt es nichts zu signieren.',
      later: 'Verwenden Sie eine andere Wallet.',
    },
    fee: {
      title: 'Eine Gebühr dieser Zahlung kann nicht bezahlt werden',
      text: 'Das Netzwerk würde die Zahlung der Gebühr an diese Adresse ablehnen, deshalb gibt es nichts zu signieren.',
      later: 'Informieren Sie die Person, von der Sie den Link haben.',
    },
    payee: {
      title: 'Ein Empfänger kann nicht bezahlt werden',
      text: 'Das Netzwerk würde die Zahlung ablehnen, und niemand würde bezahlt. Es gibt nichts zu signieren.',
      later: 'Informieren Sie die Person, von der Sie den Link haben.',
    },
    several: 'Einige Empfänger können nicht bezahlt werden',
    receivesFee: 'An diese Adresse geht eine Gebühr dieser Zahlung.',
  },
  unlimited: (symbol: string) => `unbegrenzt ${symbol}`,
  receipt: {
    paid: 'Bezahlt',
    paidLast: 'Mit der letzten Transaktion bezahlt',
    paidOf: (paid: number, of: number) => `Bezahlt, ${paid} von ${of} Zahlungen`,
    total: 'Bezahlt mit allen Gebühren',
    sentOn: 'Gesendet',
    confirmed: 'Bestätigt',
    block: (block: number) => `in Block ${block}`,
    final: 'Endgültig',
    finalSince: (when: string) =>
      `Seit ${when}. Das Netzwerk kann diese Zahlung nicht mehr zurücknehmen.`,
    notFinal:
      'Noch nicht. Sie müssen nicht warten: Ihre Zahlung ist abgeschlossen. Diese Seite zeigt, wann das Netzwerk sie nicht mehr ändern kann.',
    transaction: (at: number, of: number) => `Transaktion ${at} von ${of}`,
  },
  lookAlike: {
    title: 'Prüfen Sie die Adresse noch einmal',
    paid: {
      text: 'Diese Zahlung geht an eine Adresse, die einer anderen ähnelt, an die aus diesem Browser schon gezahlt wurde. Es ist nicht dieselbe.',
      address: 'Diese Zahlung:',
      other: 'Zuvor bezahlt:',
    },
    own: {
      text: 'Diese Zahlung geht an eine Adresse, die der Ihrer eigenen Wallet ähnelt. Es ist nicht dieselbe.',
      address: 'Diese Zahlung:',
      other: 'Ihre Wallet:',
    },
    payee: {
      text: 'Zwei Empfänger dieser Zahlung haben ähnlich aussehende Adressen. Es sind nicht dieselben.',
      address: 'Die eine:',
      other: 'Die andere:',
    },
    more: (count: number) =>
      count === 1
        ? 'Eine weitere Empfängeradresse ähnelt einer anderen.'
        : `${count} weitere Empfängeradressen ähneln anderen.`,
    hint: 'Diebe setzen eine solche Adresse an die Stelle der richtigen. Vergleichen Sie jedes Zeichen. Wenn Sie nicht sicher sind, zahlen Sie nicht und fragen Sie den Empfänger, nicht die Person, die diesen Link gesendet hat.',
  },
} satisfies Translation<typeof englishMessages>;
