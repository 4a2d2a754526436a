import type { Translation } from '../../../ui/messages/translation.ts';
import type { otherWaysMessages as englishMessages } from '../en/other-ways.ts';

/** The German texts about paying where this browser has no wallet, or with another device. */
export const otherWaysMessages = {
  chatApp: (app: string) =>
    `${app} hat diese Seite im eigenen Browser geöffnet, aus dem sich Wallets oft nicht öffnen lassen. Wählen Sie zuerst in dessen Menü „Im Browser öffnen“.`,
  open: {
    title: 'Diese Seite in einer Wallet-App öffnen',
    with: (app: string) => `In ${app} öffnen`,
  },
  scan: {
    title: 'Mit dem Handy scannen',
    text: 'Dort öffnet sich diese Seite. Wenn Sie gezahlt haben, wird das auch hier angezeigt.',
    code: 'Ein QR-Code dieses Zahlungslinks',
  },
  copy: {
    title: 'Zahlungslink kopieren',
    text: 'Öffnen Sie ihn im Browser oder in der App mit Ihrer Wallet.',
    label: 'Zahlungslink kopieren',
  },
  install: {
    title: 'Eine Wallet einrichten',
    text: 'Installieren Sie eine Wallet, laden Sie sie mit Guthaben auf, und öffnen Sie diesen Link erneut. Der Link bleibt derselbe.',
    guide: 'Wallets vergleichen',
  },
  exchange: {
    title: 'Kann ich von einer Börse zahlen?',
    text: 'Nein. Eine Auszahlung von einer Börse enthält nicht die Referenz dieser Zahlung, deshalb könnte der Händler sie nicht zuordnen, und Gebühren könnten den Betrag zu klein machen. Zahlen Sie zuerst auf Ihre eigene Wallet aus, und zahlen Sie dann hier.',
  },
} satisfies Translation<typeof englishMessages>;
