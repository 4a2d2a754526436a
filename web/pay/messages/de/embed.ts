import { commonMessages } from '../../../ui/messages/de/all-pages.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { embedMessages as englishMessages } from '../en/embed.ts';

/** Every text of the frame in German. */
export const embedMessages = {
  ...commonMessages,
  title: 'Zahlungsanforderung',
  amount: 'Betrag:',
  onNetwork: (network: string) => `auf ${network}`,
  payTo: 'Zahlen an',
  payeeHidden: 'Wird auf der Zahlungsseite den Wallets gezeigt, die zahlen dürfen',
  reference: 'Referenz',
  payees: (count: number) => (count === 1 ? '1 Empfänger' : `${count} Empfänger`),
  statuses: {
    payable: {
      title: 'Auf der Zahlungsseite zahlen',
      text: 'Sie öffnet sich in einem neuen Tab. Ihre Wallet wird nur dort gefragt, nie auf dieser Seite.',
    },
    proposed: {
      title: 'Warten auf Signaturen in einem Safe',
      text: 'Es ist noch nichts bezahlt. Die Eigentümer signieren die Transaktion und führen sie aus.',
    },
    submitted: {
      title: 'Warten auf das Netzwerk …',
      text: 'Die Zahlung wurde gesendet. Zahlen Sie nicht noch einmal.',
    },
    confirmed: {
      title: 'Diese Zahlung ist abgeschlossen',
      text: 'Der Beleg ist auf der Zahlungsseite.',
    },
    expired: {
      title: 'Dieser Link ist abgelaufen',
      text: 'Er kann nicht mehr bezahlt werden. Bitten Sie den Shop um einen neuen.',
    },
    unavailable: {
      title: 'Diese Zahlung ist nicht verfügbar',
      text: 'Mit diesem Link kann nichts bezahlt werden. Bitten Sie den Shop um einen neuen.',
    },
    unknown: { title: 'Dieser Link ist ungültig', text: 'Bitten Sie den Shop um einen neuen.' },
    unread: {
      title: 'Wir erreichen den Dienst nicht',
      text: 'Wenn Sie schon bezahlt haben, zahlen Sie nicht noch einmal. Wir versuchen es weiter.',
    },
  },
  opened: {
    title: 'Machen Sie im anderen Tab weiter',
    text: 'Diese Seite zeigt von selbst, was dort geschieht.',
  },
  notShown: 'Die Zahlungsseite zeigt, was zu zahlen ist.',
  late: 'Wir erreichen den Dienst gerade nicht. Es geht von selbst weiter.',
  open: 'Zahlungsseite öffnen',
  openAgain: 'Erneut öffnen',
  receipt: 'Beleg öffnen',
} satisfies Translation<typeof englishMessages>;
