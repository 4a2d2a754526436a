import type { laterMessages as englishMessages } from '../en/later.ts';
import type { Translation } from '../translation.ts';

/** The German texts that every page has once a wallet is chosen, or a host does not answer. */
export const laterMessages = {
  locale: 'de',
  tryAgain: 'Erneut versuchen',
  back: 'Zurück',
  otherWallet: 'Andere Wallet verwenden',
  unloaded:
    'Ein Teil dieser Seite konnte nicht geladen werden. Laden Sie die Seite neu, um fortzufahren.',
  connecting: {
    title: (wallet: string) => `Öffnen Sie ${wallet}, um fortzufahren`,
    text: 'Ihre Wallet fragt, ob diese Seite Ihre Adresse sehen darf. Falls sich nichts öffnet, öffnen Sie die Wallet selbst.',
  },
} satisfies Translation<typeof englishMessages>;
