import { commonMessages } from '../../../ui/messages/de/all-pages.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { openingMessages as englishMessages } from '../en/opening.ts';

/** The German texts up to the choice of a wallet. */
export const openingMessages = {
  title: 'Zahlungsanforderung',
  ...commonMessages,
  withoutScript:
    'Diese Seite braucht JavaScript, um Ihre Wallet zu erreichen. Schalten Sie es ein und laden Sie die Seite neu, oder öffnen Sie den Link in einem anderen Browser.',
  amount: 'Betrag:',
  onNetwork: (network: string) => `auf ${network}`,
  payTo: 'Zahlen an',
  payeeHidden: 'Vom Händler verborgen, bis Ihre Wallet bekannt ist',
  reference: 'Referenz',
  copyPayee: 'Adresse des Empfängers kopieren',
  connect: {
    title: 'Wallet wählen',
    hidden: 'Der Händler zeigt dies nur Wallets, die zahlen dürfen.',
    input: 'Wallets werden gesucht …',
    use: (wallet: string) => `Mit ${wallet} zahlen`,
  },
} satisfies Translation<typeof englishMessages>;
