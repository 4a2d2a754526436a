import type { Translation } from '../../../ui/messages/translation.ts';
import type { unpaidMessages as englishMessages } from '../en/unpaid.ts';

/** The German texts about fees that a completed payment was made without. */
export const unpaidMessages = {
  title: 'Noch unbezahlte Gebühren',
  text: 'Diese Zahlung ist abgeschlossen. Diese Gebühren sind noch unbezahlt:',
  to: 'an',
  notPayable: {
    uncompared:
      'Der Link, den Sie geöffnet haben, nennt eine Zahlung und nicht diese Gebühren. Diese Seite kann sie deshalb nicht vergleichen und bezahlt sie nicht. Fragen Sie die Person, von der Sie den Link haben, wofür sie sind.',
    unknown:
      'Sie können auf dieser Seite nicht bezahlt werden. Fragen Sie die Person, die Ihnen den Link gesendet hat, wie Sie sie bezahlen können.',
    inParts: 'Jede wird über den Link ihrer eigenen Zahlung bezahlt.',
    noRate:
      'Sie können gerade nicht bezahlt werden, weil kein Wechselkurs gelesen werden konnte. Öffnen Sie diese Seite später noch einmal.',
    staleRate:
      'Sie können gerade nicht bezahlt werden, weil der Wechselkurs zu alt ist und das Netzwerk sie ablehnen würde. Ein neuer Kurs kommt von selbst, meist innerhalb eines Tages.',
  },
  openPart: 'Link dieser Zahlung öffnen',
  pay: (wallet: string) => `Diese Gebühren mit ${wallet} zahlen`,
  input: 'Wallets werden gesucht …',
  none: 'In diesem Browser wurde keine Wallet gefunden. Öffnen Sie diesen Link dort, wo Ihre Wallet ist, um sie zu bezahlen.',
  doing: {
    connecting: (wallet: string) => `Öffnen Sie ${wallet}, um fortzufahren.`,
    preparing: () => 'Die Gebühren werden vorbereitet und geprüft …',
    switching: (wallet: string) => `Bestätigen Sie in ${wallet} den Wechsel des Netzwerks.`,
    signing: (wallet: string) => `Bestätigen Sie in ${wallet}.`,
    approving: () => 'Die Freigabe ist unterwegs. Sobald sie im Netzwerk ist, können Sie zahlen.',
  },
  whatYouSign: 'Was Sie signieren',
  payFrom: (wallet: string) => `Sie zahlen von ${wallet}:`,
  reference: 'mit der Zahlungsreferenz',
  payButton: (amount: string) => `Gebühren von ${amount} zahlen`,
  sent: 'Die Gebühren sind unterwegs. Zahlen Sie sie nicht noch einmal.',
  notices: {
    changed: 'Was unbezahlt ist, hat sich geändert. Bitte prüfen Sie es noch einmal.',
    short: 'Diese Wallet hat zu wenig für diese Gebühren.',
    noGas: 'Diese Wallet hat zu wenig für die Gebühr des Netzwerks.',
    unavailable:
      'Diese Gebühren können gerade nicht vorbereitet werden. Versuchen Sie es später erneut.',
    onItsWay:
      'Eine Zahlung dieser Gebühren ist schon im Netzwerk. Zahlen Sie sie nicht noch einmal.',
    notAllowed:
      'Diese Wallet kann für diese Zahlung nicht verwendet werden. Verwenden Sie eine andere.',
    reverted:
      'Das Netzwerk hat dies abgelehnt. Es wurde keine Gebühr bezahlt; die Netzwerkgebühr des Versuchs wurde verbraucht.',
    left_open:
      'In Ihrer Wallet ist vielleicht noch eine Anfrage dieser Seite offen. Sehen Sie dort nach, bevor Sie zahlen.',
    dropped: 'Die Transaktion wurde verworfen oder abgebrochen. Die Gebühren wurden nicht bezahlt.',
  },
} satisfies Translation<typeof englishMessages>;
