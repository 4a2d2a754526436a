import type { Translation } from '../../../ui/messages/translation.ts';
import type { bundleMessages as englishMessages } from '../en/bundle.ts';

/** The German texts about paying a bundle from another network. */
export const bundleMessages = {
  loading: 'Die fälligen Beträge werden gelesen …',
  choose: {
    title: 'Von einem anderen Netzwerk zahlen',
    text: (count: number) =>
      count === 1
        ? 'Die fällige Zahlung wird mit einem Token bezahlt, mit einer Transaktion.'
        : `${count === 2 ? 'Beide' : `Alle ${count}`} fälligen Zahlungen werden mit einem Token bezahlt, mit je einer Transaktion.`,
    from: (symbol: string, network: string) => `${symbol} auf ${network}`,
    known: (amount: string, cost: string | undefined) =>
      `insgesamt ${amount} bei der letzten Abfrage${cost === undefined ? '' : `, davon ${cost} für die Übertragungen`}`,
    tooLittle: '. Diese Wallet hat weniger.',
    none: 'Für diese Zahlungen ist gerade kein anderes Netzwerk verfügbar.',
  },
  tooMany:
    'Das sind mehr Zahlungen, als sich auf einmal von einem anderen Netzwerk ausführen lassen. Bezahlen Sie sie auf ihrem eigenen Netzwerk, oder jede über ihren eigenen Link.',
  quoting: 'Alle Zahlungen werden vorbereitet und einzeln geprüft …',
  review: {
    payments: (count: number) => (count === 1 ? '1 Zahlung' : `${count} Zahlungen`),
    cost: 'Übertragungen zwischen Netzwerken',
    approve: (amount: string) =>
      `Sie erlauben dem Brückenvertrag, ${amount} von Ihrer Wallet abzubuchen; das ist die Summe aller Zahlungen, und nicht mehr. Es wird noch nichts bezahlt.`,
    approveFees: (amount: string) =>
      `Sie erlauben dem Zahlungsvertrag, ${amount} von Ihrer Wallet abzubuchen; das ist die Summe aller Gebühren, und nicht mehr. Es wird noch nichts bezahlt.`,
    feesLeft: 'Alle Zahlungen wurden gesendet. Nur ihre Gebühren sind noch zu signieren.',
    pay: (at: number, of: number) => `Zahlung ${at} von ${of}.`,
    alone:
      'Jede Zahlung steht für sich: Eine, die nicht ausgeführt werden kann, kommt zurück, und die anderen werden ausgeführt.',
    rest: 'Der Preis für den Rest ist zu alt. Was gesendet wurde, läuft weiter; die anderen können über ihre eigenen Links bezahlt werden.',
    follow: 'Hier aufhören und Gesendetes verfolgen',
  },
  follow: {
    title: 'Ihre Zahlungen sind unterwegs',
    ended: 'Einige Zahlungen wurden nicht ausgeführt',
    settled: 'Bezahlt',
    sent: 'Gesendet, noch nicht bestätigt',
    onItsWay: (network: string) => `Bestätigt; unterwegs zu ${network}`,
    arrived: (network: string) => `Auf ${network} angekommen; wartet auf Bestätigungen`,
    failed: {
      source_failed:
        'Vom Netzwerk abgelehnt, auf dem sie gesendet wurde; nur eine Netzwerkgebühr wurde verbraucht.',
      unfilled: 'Sie kam nicht rechtzeitig an. Das Geld kommt in Ihre Wallet zurück.',
      refunded: 'Sie konnte nicht zugestellt werden, und das Geld kam in Ihre Wallet zurück.',
      unpaid:
        'Die Token sind in Ihrer Wallet angekommen, aber die Zahlung konnte nicht ausgeführt werden.',
    },
    unsent: 'Nicht gesendet',
    pay: 'Über eigenen Link zahlen',
    close: 'Sie können diese Seite schließen. Die Zahlungen laufen ohne sie weiter.',
    anotherWayNote:
      'Solange eine Zahlung noch ankommen kann, wird sie vielleicht doppelt bezahlt, wenn Sie sie wiederholen.',
  },
} satisfies Translation<typeof englishMessages>;
