import type { Translation } from '../../../ui/messages/translation.ts';
import type { walletConnectMessages as englishMessages } from '../en/walletconnect.ts';

/** The German texts about paying with a wallet app through WalletConnect, loaded only where the operator offers it. */
export const walletConnectMessages = {
  name: 'WalletConnect',
  waiting: 'Verbindung zu WalletConnect wird hergestellt',
  scan: {
    title: 'Scannen Sie diesen Code mit Ihrer Wallet-App',
    text: 'Der Code gilt 5 Minuten. Mit dem Verbinden wird nichts bezahlt: Sie prüfen die Zahlung hier und bestätigen sie dann in der App.',
    code: 'Ein WalletConnect-Code für Ihre Wallet-App',
  },
  open: {
    title: 'Öffnen Sie Ihre Wallet-App',
    text: 'Mit dem Verbinden wird nichts bezahlt: Kommen Sie danach hierher zurück, prüfen Sie die Zahlung und bestätigen Sie sie in der App.',
    app: (name: string) => `${name} öffnen`,
    other: 'Eine andere Wallet-App öffnen',
  },
  copy: 'Code kopieren',
  toApp: 'Wallet-App öffnen',
  problems: {
    unreachable:
      'WalletConnect ist nicht erreichbar. Falls eine Anfrage offen war, sehen Sie in Ihrer Wallet-App nach, bevor Sie es erneut versuchen. Sie können auch eine andere Wallet verwenden.',
    codeExpired:
      'Keine Wallet-App hat sich verbunden, und der Code ist abgelaufen. Wählen Sie WalletConnect noch einmal, um einen neuen Code zu erhalten.',
    noAnswer:
      'Ihre Wallet-App hat 5 Minuten lang nicht geantwortet. Sehen Sie dort nach, ob sie etwas gesendet hat, bevor Sie es erneut versuchen.',
    ended: 'Ihre Wallet-App hat die Verbindung beendet. Verbinden Sie sie erneut, um fortzufahren.',
  },
} satisfies Translation<typeof englishMessages>;
