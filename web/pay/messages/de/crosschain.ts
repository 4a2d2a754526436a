import { laterMessages } from '../../../ui/messages/de/later.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import { clockText } from '../../crosschain/clock-text.ts';
import { durationText } from '../duration.ts';
import type { crosschainMessages as englishMessages } from '../en/crosschain.ts';
import { billedMessages } from './billed.ts';

const MISMATCHES: Translation<typeof englishMessages.mismatches> = {
  ...billedMessages.mismatches,
  unsupported: 'diese Seite kennt das Netzwerk oder den Token nicht',
  network: 'die Transaktion führt zu einem anderen Netzwerk als dem der Zahlung',
  receiver: 'die Token gingen an ein anderes Konto als das der Brücke',
  refund: 'was nicht zugestellt werden kann, käme nicht in Ihre Wallet zurück',
  arrival: 'es käme ein anderer Betrag oder Token an, als die Zahlung braucht',
  leg: 'die Transaktion führt vor der Zahlung etwas aus, das diese Seite nicht kennt',
  cost: 'es würde weit mehr von Ihrer Wallet abgebucht, als die Zahlung wert ist',
  deadline:
    'die Transaktion gilt für eine andere Zeit, als sie sollte, oder die Uhr dieses Geräts geht falsch',
};

const NOTICES: Translation<typeof englishMessages.notices> = {
  declined: 'Sie haben abgelehnt. Die Zahlung wurde nicht gesendet.',
  busy: 'In Ihrer Wallet ist schon eine Anfrage offen. Bestätigen oder schließen Sie sie dort, und versuchen Sie es erneut.',
  unauthorized:
    'Ihre Wallet hat dieser Seite keinen Zugriff auf das Konto gegeben. Erlauben Sie ihn dort, und versuchen Sie es erneut.',
  disconnected:
    'Ihre Wallet ist auf einem anderen Netzwerk. Wechseln Sie es, und versuchen Sie es erneut.',
  unknown_chain:
    'Ihre Wallet kennt dieses Netzwerk nicht. Fügen Sie es in der Wallet hinzu, und versuchen Sie es erneut.',
  unsupported:
    'Ihre Wallet kann das von hier aus nicht. Tun Sie es in der Wallet, und versuchen Sie es erneut.',
  insufficient: 'Laut Wallet reicht das Guthaben dafür nicht. Die Zahlung wurde nicht gesendet.',
  would_revert:
    'Das Netzwerk würde diese Zahlung gerade ablehnen, deshalb wurde sie nicht gesendet.',
  wrong_checksum:
    'Die Adresse, die Ihre Wallet nennt, hat eine falsche Prüfsumme. Verwenden Sie ein anderes Konto oder eine andere Wallet.',
  failed:
    'Die Wallet hat keine klare Antwort gegeben. Prüfen Sie ihre Aktivitäten, bevor Sie es erneut versuchen.',
  unloaded: laterMessages.unloaded,
  wrong_account:
    'Ihre Wallet hat für ein anderes Konto geantwortet. Wählen Sie das, mit dem Sie begonnen haben.',
  other_tab:
    'Ein anderer Tab dieses Browsers hat in Ihrer Wallet eine Anfrage für diese Zahlung offen. Machen Sie dort weiter, oder schließen Sie zuerst jenen Tab.',
  left_open:
    'In Ihrer Wallet ist vielleicht noch eine Anfrage dieser Seite offen. Sehen Sie dort nach, bevor Sie zahlen.',
  api_away:
    'Der Zahlungsdienst antwortet gerade nicht. Es wurde nichts gesendet; versuchen Sie es gleich noch einmal.',
  approval_reverted:
    'Die Freigabe ist im Netzwerk gescheitert. Die Zahlung wurde nicht gesendet; die Netzwerkgebühr wurde verbraucht.',
  approval_dropped:
    'Die Freigabe wurde im Netzwerk nicht gefunden. Die Zahlung wurde nicht gesendet; prüfen Sie Ihre Wallet.',
  second_payment:
    'Eine andere Zahlung dieses Links ist unterwegs und kann noch ankommen. Wenn Sie jetzt zahlen, zahlen Sie vielleicht doppelt.',
  route_not_available:
    'Dieser Token kann für diese Zahlung gerade nicht verwendet werden. Wählen Sie einen anderen.',
  amount_too_low_for_route:
    'Dieser Betrag ist zu klein für eine Zahlung von einem anderen Netzwerk: Er muss mehr als 1 USD betragen.',
  amount_too_high_for_route:
    'Dieses Netzwerk und dieser Token können gerade nicht so viel übertragen. Wählen Sie etwas anderes.',
  route_too_expensive: 'Von dort zu zahlen kostet gerade zu viel. Wählen Sie etwas anderes.',
  route_refused:
    'Was für diese Zahlung angeboten wurde, war nicht sicher zu signieren und wurde deshalb abgelehnt. Wählen Sie etwas anderes.',
  payer_is_contract:
    'Diese Wallet ist ein Vertrag. Sie kann nicht von einem anderen Netzwerk zahlen, weil zurückkommendes Geld verloren gehen könnte.',
  payee_is_contract_elsewhere:
    'Der Empfänger kann nicht von einem anderen Netzwerk bezahlt werden. Zahlen Sie auf dem Netzwerk der Zahlung.',
  rate_not_available:
    'Für diesen Token gibt es gerade keinen Wechselkurs. Wählen Sie einen anderen.',
  refund_wallet_required:
    'Ihr Safe ist auf dem Netzwerk der Zahlung nicht mehr derselbe. Wählen Sie eine andere Zahlungsart.',
  route_ends_too_soon:
    'Die Eigentümer Ihres Safe hätten weniger als 15 Minuten, um zu signieren. Wählen Sie einen anderen Token.',
  payer_is_not_safe:
    'Ihr Konto ist auf jenem Netzwerk kein Safe einer bekannten Version, deshalb kann es von dort nicht zahlen.',
  provider_away:
    'Zahlungen von anderen Netzwerken sind gerade nicht verfügbar. Es wurde nichts gesendet. Auf dem Netzwerk der Zahlung können Sie weiterhin zahlen.',
  short:
    'Diese Wallet hat weniger von diesem Token, als die Zahlung braucht. Wählen Sie einen anderen.',
  no_gas: 'Diese Wallet hat dort zu wenig für die Netzwerkgebühr. Wählen Sie etwas anderes.',
  limited: 'Von hier wurden zu oft Preise abgefragt. Versuchen Sie es in einigen Minuten erneut.',
};

/** The German texts about paying from another network. */
export const crosschainMessages = {
  mismatches: MISMATCHES,
  notices: NOTICES,
  offer: {
    button: 'Von anderem Netzwerk zahlen',
    text: (amount: string, network: string) => `Zum Beispiel ${amount} von ${network}.`,
    onItsWay: NOTICES.second_payment,
  },
  choose: {
    title: 'Von einem anderen Netzwerk zahlen',
    loading: 'Guthaben Ihrer Wallet auf anderen Netzwerken wird gelesen …',
    from: (symbol: string, network: string) => `${symbol} auf ${network}`,
    total: (amount: string) => `insgesamt ${amount}`,
    cost: (amount: string) => `davon ${amount} für die Übertragung`,
    free: 'nichts für die Übertragung',
    arrives: (seconds: number) => `kommt in etwa ${durationText('de', seconds)} an`,
    held: (held: string, needed: string) => `${held} verfügbar, ${needed} benötigt`,
    none: 'Diese Wallet hat keinen Token auf einem anderen Netzwerk, mit dem sich dies bezahlen ließe.',
    refresh: 'Erneut prüfen',
    own: (symbol: string, network: string) => `Mit ${symbol} auf ${network} zahlen`,
    ownNote: 'Ohne Übertragung zwischen Netzwerken.',
  },
  quoting: 'Die Zahlung wird vorbereitet und geprüft …',
  review: {
    cost: 'Übertragung zwischen Netzwerken',
    routeFee: 'Gebühr der Route, Teil der Übertragung',
    swap: (symbol: string) => `Tausch in ${symbol}, Teil der Übertragung`,
    atMost: (amount: string) => `höchstens ${amount}`,
    atLeast: (amount: string) => `mindestens ${amount}`,
    rate: 'Wechselkurs, einschließlich Übertragung',
    youPayFrom: (network: string) => `Sie zahlen auf ${network}`,
    networkFee: (network: string) => `Netzwerkgebühr auf ${network}, etwa`,
    arrives: 'Ankunft',
    arrivesIn: (seconds: number) => `meist in etwa ${durationText('de', seconds)}`,
    arrivesSoon: 'meist in wenigen Minuten',
    contract: 'Brückenvertrag',
    approve: (isBridge: boolean, amount: string) =>
      `Sie erlauben dem ${isBridge ? 'Brückenvertrag' : 'Zahlungsvertrag'}, ${amount} von Ihrer Wallet abzubuchen, und nicht mehr. Es wird noch nichts bezahlt.`,
    swapped: (amount: string, given: string) => `${amount} (getauscht in ${given})`,
    pay: (taken: string, paid: string, network: string) =>
      `Sie signieren eine Transaktion an den Brückenvertrag: Sie bucht ${taken} von Ihrer Wallet ab und zahlt ${paid} auf ${network} an`,
    comesBack: (when: string, symbol?: string) =>
      `Kann es dort bis ${when} nicht bezahlt werden, kommt das Geld${symbol === undefined ? '' : ` als ${symbol}`} in Ihre Wallet zurück.`,
    feesStay: (network: string) =>
      `Eine auf ${network} bezahlte Gebühr bleibt bezahlt, wenn die Zahlung in Ihre Wallet zurückkommt. Sie zahlen sie nicht noch einmal.`,
    price: 'Dieser Preis gilt noch',
    time: clockText,
    expired: 'Dieser Preis ist zu alt.',
    refresh: 'Preis neu abfragen',
    changed: (before: string, now: string) => `Der Preis wurde aktualisiert: ${before} → ${now}.`,
    other: 'Andere Zahlungsart wählen',
  },
  approving: 'Die Freigabe ist unterwegs',
  approvingText:
    'Sobald sie im Netzwerk ist, können Sie zahlen. Auf den meisten Netzwerken dauert das wenige Sekunden.',
  follow: {
    title: 'Ihre Zahlung ist unterwegs',
    otherTitle: 'Eine Zahlung ist unterwegs',
    sentOn: (network: string) => `Auf ${network} gesendet`,
    seenOn: (network: string) => `Auf ${network} bestätigt`,
    waiting: (network: string) => `Warten auf ${network}`,
    arriving: (network: string) => `Ankunft auf ${network}`,
    usually: (network: string, seconds: number) =>
      `Ankunft auf ${network}, meist in etwa ${durationText('de', seconds)}`,
    arrivedOn: (network: string) => `Auf ${network} angekommen`,
    counting: 'Warten auf Bestätigungen',
    close: 'Sie können diese Seite schließen. Die Zahlung läuft ohne sie weiter.',
    late: (network: string, when: string | undefined) =>
      `Das dauert länger als üblich. Das Geld hat Ihre Wallet verlassen und wartet darauf, auf ${network} ausgezahlt zu werden. ${when === undefined ? 'Scheitert das, kommt es in Ihre Wallet zurück.' : `Geschieht das nicht bis ${when}, kommt es in Ihre Wallet zurück.`} Zahlen Sie noch nicht erneut.`,
    lateUnseen: (network: string) =>
      `${network} hat die Transaktion noch nicht bestätigt. Sehen Sie in Ihrer Wallet nach: Vielleicht können Sie sie dort beschleunigen. Zahlen Sie noch nicht erneut.`,
    reverted: (network: string) =>
      `${network} hat die Transaktion abgelehnt. Sobald das endgültig ist, können Sie hier erneut zahlen.`,
    replaced:
      'Ihre Wallet hat statt dieser eine andere Transaktion gesendet. Sobald das endgültig ist, können Sie hier erneut zahlen.',
    lost: 'Das Netzwerk kennt diese Transaktion nicht mehr. Prüfen Sie in Ihrer Wallet, ob sie verworfen wurde, bevor Sie erneut zahlen.',
    returnsTo: 'Was nicht zugestellt werden kann, kommt zurück an',
    offline:
      'Der Zahlungsdienst antwortet gerade nicht. Ihre Transaktion ist nicht betroffen; wir versuchen es weiter.',
    others: (count: number) =>
      count === 1
        ? 'Eine weitere Zahlung dieses Links kann noch ankommen.'
        : `${count} weitere Zahlungen dieses Links können noch ankommen.`,
    failed: {
      source_failed: {
        title: 'Die Zahlung wurde nicht gesendet',
        text: (network: string) =>
          `${network} hat die Transaktion abgelehnt oder ersetzt. Die Zahlung wurde nicht ausgeführt; nur eine Netzwerkgebühr wurde verbraucht. Sie können erneut zahlen.`,
      },
      unfilled: {
        title: 'Die Zahlung ist nicht angekommen',
        text: (network: string) =>
          `Sie wurde nicht rechtzeitig zugestellt. Das Geld kommt auf ${network} in Ihre Wallet zurück; das kann einige Stunden dauern. Sie können erneut zahlen.`,
      },
      refunded: {
        title: 'Das Geld ist zurückgekommen',
        text: (network: string) =>
          `Die Zahlung konnte nicht zugestellt werden, und das Geld wurde auf ${network} in Ihre Wallet zurückgegeben. Sie können erneut zahlen.`,
      },
      unpaid: {
        title: 'Die Zahlung wurde nicht ausgeführt',
        text: (_network: string, destination: string) =>
          `Die Token sind auf ${destination} angekommen, aber die Zahlung konnte dort nicht ausgeführt werden. Sie liegen auf ${destination} in Ihrer Wallet. Sie können erneut zahlen.`,
      },
    },
    reference: 'Referenz für Rückfragen',
    again: 'Erneut zahlen',
    anotherWay: 'Anders zahlen',
    anotherWayNote:
      'Solange diese Zahlung noch ankommen kann, zahlen Sie mit einer zweiten vielleicht doppelt.',
    transactionOn: (network: string) => `Transaktion auf ${network}`,
    refundOn: (network: string) => `Rückzahlung auf ${network}`,
  },
} satisfies Translation<typeof englishMessages>;
