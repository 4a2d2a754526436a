import { laterMessages } from '../../../ui/messages/de/later.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { Seen } from '../../page-state.ts';
import { durationText } from '../duration.ts';
import type { paymentMessages as englishMessages } from '../en/payment.ts';

const NOTICES: Translation<typeof englishMessages.notices> = {
  declined: 'Sie haben abgelehnt.',
  busy: 'In Ihrer Wallet ist schon eine Anfrage offen. Bestätigen oder schließen Sie sie dort, und versuchen Sie es erneut.',
  unauthorized:
    'Ihre Wallet hat dieser Seite keinen Zugriff auf das Konto gegeben. Erlauben Sie ihn dort, und versuchen Sie es erneut.',
  disconnected:
    'Ihre Wallet ist mit keinem Netzwerk verbunden. Öffnen Sie sie, und versuchen Sie es erneut.',
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
  left_open:
    'In Ihrer Wallet ist vielleicht noch eine Anfrage dieser Seite offen. Sehen Sie dort nach, bevor Sie zahlen.',
  seen: 'Eine Zahlung dieses Links ist schon im Netzwerk und wartet auf Bestätigungen. Wenn es Ihre ist, zahlen Sie nicht noch einmal.',
  unseen:
    'Eine Zahlung, die im Netzwerk war, ist daraus verschwunden. Wenn es Ihre war, sehen Sie in Ihrer Wallet nach, bevor Sie erneut zahlen.',
  taken_back:
    'Diese Zahlung war abgeschlossen, aber das Netzwerk hat den Block zurückgenommen, in dem sie stand. Wenn es Ihre war, sehen Sie in Ihrer Wallet nach, bevor Sie erneut zahlen.',
  wrong_account:
    'Ihre Wallet hat für ein anderes Konto geantwortet. Wählen Sie das, von dem Sie zahlen möchten.',
  other_tab:
    'Ein anderer Tab dieses Browsers hat in Ihrer Wallet eine Anfrage zu dieser Zahlung offen. Machen Sie dort weiter, oder schließen Sie zuerst jenen Tab.',
  cancelled: 'Die Zahlung wurde in Ihrer Wallet abgebrochen. Die Zahlung wurde nicht gesendet.',
  changed:
    'Die Zahlung wurde aktualisiert und hat sich geändert. Bitte prüfen Sie sie noch einmal.',
  unmined:
    'Die frühere Transaktion wurde im Netzwerk nicht gefunden. Prüfen Sie Ihre Wallet, bevor Sie zahlen.',
  approval_reverted:
    'Die Freigabe ist im Netzwerk gescheitert. Die Zahlung wurde nicht gesendet; die Netzwerkgebühr wurde verbraucht.',
  part_reverted:
    'Das Netzwerk hat diesen Teil abgelehnt, deshalb wurde nichts davon bezahlt; die Netzwerkgebühr dafür wurde verbraucht.',
  proposed:
    'Eine Transaktion eines Safe, die diesen Link vielleicht bezahlt, wurde vorgeschlagen. Wer jetzt zahlt, zahlt vielleicht doppelt.',
};

function completeAfter(blocks: number): string {
  return blocks === 1
    ? 'abgeschlossen nach 1 weiteren Block'
    : `abgeschlossen nach ${blocks} weiteren Blöcken`;
}

/** The warning of a payment that is on the network, with what it waits for. */
function seenText({ blockNumber, blocksLeft, again }: Seen): string {
  const complete =
    blocksLeft === undefined
      ? 'abgeschlossen, sobald das Netzwerk diesen Block bestätigt'
      : blocksLeft > 0
        ? completeAfter(blocksLeft)
        : 'gleich abgeschlossen';
  return `${again === true ? 'Diese Zahlung war abgeschlossen, bis das Netzwerk ihren Block zurückgenommen hat. ' : ''}${NOTICES.seen} Sie steht in Block ${blockNumber} und ist ${complete}.`;
}

/** The German texts from the choice of a wallet on, and of links that lead to none. */
export const paymentMessages = {
  ways: {
    none: 'In diesem Browser wurde keine Wallet gefunden.',
    elsewhere: 'Mit einem anderen Gerät zahlen',
    testWalletNote: 'Test-Wallets gibt es nur auf dieser Seite, und sie enthalten nur Testgeld.',
    sandboxOnly: 'Im Testmodus können auf diesem Netzwerk nur Test-Wallets zahlen.',
  },
  ...laterMessages,
  titles: {
    connecting: 'Wallet öffnen',
    switching: 'Wallet öffnen',
    signing: 'Wallet öffnen',
    approving: 'Freigabe unterwegs',
    confirming: 'Zahlung unterwegs',
    crosschain: 'Zahlung unterwegs',
    elsewhere: 'Von einem anderen Netzwerk zahlen',
    proposed: 'Warten auf Signaturen',
    not_allowed: 'Wallet nicht zugelassen',
    short: 'Guthaben reicht nicht',
    no_gas: 'Zu wenig für die Netzwerkgebühr',
    mismatch: 'Nicht zahlen',
    reverted: 'Nicht bezahlt',
    unreachable: 'Nicht erreichbar',
    expired: 'Link abgelaufen',
    closed: 'Nicht verfügbar',
    unknown: 'Link ungültig',
    done: 'Zahlung abgeschlossen',
  },
  nothingCharged: 'Es wurde nichts abgebucht.',
  empty: {
    title: 'Kein Zahlungslink',
    text: 'Diese Seite wird mit einem Zahlungslink geöffnet. Bitten Sie die Person, die bezahlt werden möchte, um ihren; er endet mit „?token=…“.',
  },
  unknown: {
    title: 'Dieser Link ist ungültig',
    text: 'Prüfen Sie, ob der ganze Link kopiert wurde, oder bitten Sie um einen neuen.',
  },
  closed: {
    title: 'Diese Zahlung ist nicht verfügbar',
    text: 'Der Link kann nicht mehr verwendet werden, deshalb kann hier nichts bezahlt werden. Bitten Sie die Person, die ihn gesendet hat, um einen neuen.',
  },
  unsupported: {
    title: 'Diese Zahlung ist hier nicht möglich',
    text: 'Diese Seite kennt die Art der Zahlung, das Netzwerk oder den Token nicht. Fragen Sie die Person, die den Link gesendet hat.',
  },
  proposed: {
    title: 'Warten auf Signaturen in einem Safe',
    text: 'Es ist noch nichts bezahlt. Die Eigentümer signieren die Transaktion, die diesen Link bezahlt, und führen sie aus. Sie können diese Seite schließen.',
  },
  unreachable: {
    title: 'Wir erreichen den Zahlungsdienst nicht',
    text: 'Wir versuchen es weiter.',
  },
  checks: {
    running: { title: 'Ihre Wallet wird geprüft', text: 'Das dauert einige Sekunden.' },
    failed: {
      title: 'Ihre Wallet konnte nicht geprüft werden',
      text: 'Wir versuchen es weiter. Falls es nicht gelingt, kommen Sie später wieder.',
    },
  },
  limited: {
    title: 'Von Ihrem Internetanschluss kamen zu viele Anfragen',
    text: (seconds: number) =>
      `Diese Seite macht innerhalb von ${durationText('de', seconds)} von selbst weiter.`,
  },
  charged: {
    fees: 'Es wurde nichts bezahlt. Nur die Netzwerkgebühr für das, was Sie zuvor signiert haben, wurde verbraucht.',
    part: 'Was Sie zuvor bezahlt haben, bleibt bezahlt. Mehr wurde nicht abgebucht.',
    open: 'Eine frühere Anfrage für diese Zahlung ist vielleicht noch in Ihrer Wallet offen oder unterwegs. Sehen Sie dort nach, bevor Sie zahlen.',
  },
  expired: {
    title: 'Dieser Link ist abgelaufen',
    text: 'Er kann nicht mehr bezahlt werden. Bitten Sie die Person, die ihn gesendet hat, um einen neuen.',
    since: (when: string) => `Abgelaufen am ${when}.`,
    takenBack:
      'Diese Zahlung war abgeschlossen, aber das Netzwerk hat den Block zurückgenommen, in dem sie stand. Sie ist wieder abgeschlossen, sobald das Netzwerk sie erneut aufnimmt.',
  },
  asking: 'Diese Wallet wird geprüft. Das dauert wenige Sekunden.',
  notAllowed: {
    title: 'Diese Wallet kann für diese Zahlung nicht verwendet werden',
    text: 'Verwenden Sie eine andere Wallet, oder fragen Sie die Person, die Ihnen den Link gesendet hat.',
  },
  mismatch: {
    title: 'Bezahlen Sie dies nicht',
    link: 'die Angaben dieses Links widersprechen sich',
    text: (problem: string) =>
      `Was Sie signieren würden, ist nicht das, was diese Seite zeigt: ${problem}. Es wurde nicht gesendet, und hier gibt es nichts zu signieren. Informieren Sie die Person, von der Sie den Link haben.`,
  },
  preparing: 'Die Zahlung wird vorbereitet und geprüft …',
  refresh: 'Erneut prüfen',
  short: {
    title: 'Das Guthaben reicht nicht',
    need: (amount: string, network: string) => `Ihnen fehlen noch ${amount} auf ${network}.`,
    needTotal: (amount: string, network: string) => `Sie brauchen ${amount} auf ${network}.`,
    have: (amount: string) => `Diese Wallet hat ${amount}.`,
    headroom: (coin: string) => `Die Gebühr des Netzwerks in ${coin} kommt hinzu.`,
    fund: 'Senden Sie den fehlenden Betrag an Ihre eigene Wallet, und prüfen Sie es dann erneut:',
  },
  noGas: {
    title: (coin: string) => `Zu wenig ${coin} für die Netzwerkgebühr`,
    text: (coin: string, network: string) =>
      `Sie haben die Token, aber das Netzwerk verlangt seine Gebühr in ${coin}. Laden Sie etwas ${coin} auf ${network} nach, und prüfen Sie es dann erneut.`,
    about: (fee: string) => `Etwa ${fee} genügen.`,
  },
  switching: (wallet: string, network: string) =>
    `Bestätigen Sie in ${wallet} den Wechsel zu ${network}`,
  switchByHand: (network: string) =>
    `Falls das nicht geht, wählen Sie ${network} selbst in der Wallet.`,
  confirmIn: (wallet: string) => `In ${wallet} bestätigen`,
  confirming: {
    title: 'Ihre Zahlung ist unterwegs',
    sent: 'An das Netzwerk gesendet',
    relaying: 'Wird an das Netzwerk gesendet',
    waiting: 'Warten auf das Netzwerk',
    confirmations: (done: number, of: number | undefined) =>
      of === undefined
        ? `${done} ${done === 1 ? 'Bestätigung' : 'Bestätigungen'}`
        : `${Math.min(done, of)} von ${of} ${of === 1 ? 'Bestätigung' : 'Bestätigungen'}${done < of ? `; ${completeAfter(of - done)}` : ''}`,
    inBlock: (block: number) => `Gefunden in Block ${block}`,
    word: 'Sie ist abgeschlossen, sobald das Netzwerk diesen Block bestätigt.',
    vanished:
      'Das Netzwerk hat den Block zurückgenommen, in dem Ihre Zahlung stand. Meist nimmt es sie von selbst wieder auf, zahlen Sie also noch nicht erneut.',
    settling: 'Bestätigt. Der Empfänger wird benachrichtigt …',
    typical: (network: string, seconds: number) =>
      `Auf ${network} dauert das meist etwa ${durationText('de', seconds)}.`,
    close: 'Sie können diese Seite schließen. Die Zahlung läuft ohne sie weiter.',
    replaced:
      'Ihre Wallet hat eine neue Fassung der Transaktion gesendet. Wir verfolgen jetzt diese.',
    offline:
      'Der Zahlungsdienst antwortet gerade nicht. Ihre Transaktion ist nicht betroffen; wir fragen weiter nach.',
    lost: 'Das Netzwerk kennt diese Transaktion nicht mehr. Prüfen Sie in Ihrer Wallet, ob sie verworfen wurde, bevor Sie erneut zahlen.',
    startOver: 'Sie wurde verworfen: neu beginnen',
  },
  done: {
    title: 'Diese Zahlung ist abgeschlossen',
    partly: 'Ein Teil davon wurde bezahlt',
    final: 'Sie ist endgültig.',
    print: 'Beleg drucken',
    localChain:
      'Diese Testzahlung liegt auf einer lokalen Chain, die öffentliche Explorer nicht kennen.',
    redirect: 'Zurück und schließen',
    leadsTo: 'Führt zu',
  },
  explorer: 'Transaktion ansehen',
  transaction: 'Transaktion',
  notices: NOTICES,
  seen: seenText,
} satisfies Translation<typeof englishMessages>;
