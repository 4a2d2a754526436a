import type { Translation } from '../../../ui/messages/translation.ts';
import type { safeAppMessages as englishMessages } from '../en/safe-app.ts';

/** The German texts of a page within another page, loaded there only. */
export const safeAppMessages = {
  wallet: 'Safe',
  title: 'Hier kann nichts signiert werden',
  open: 'Zahlung in neuem Fenster öffnen',
  problems: {
    alone:
      'Diese Seite wird innerhalb einer anderen Seite angezeigt. Ihre Wallet funktioniert in einem eigenen Fenster.',
    network: (network: string) =>
      `Diese Zahlung erfolgt auf ${network}, und der hier geöffnete Safe ist auf einem anderen Netzwerk. Wählen Sie einen Safe auf ${network}, um damit zu zahlen, oder zahlen Sie in einem eigenen Fenster.`,
    not_safe: (network: string) =>
      `Das hier geöffnete Konto ist auf ${network} kein Safe einer bekannten Version. Wählen Sie ein anderes, um damit zu zahlen, oder zahlen Sie in einem eigenen Fenster.`,
    read_only:
      'Sie sehen diesen Safe nur an. Verbinden Sie eine Wallet eines seiner Eigentümer, um die Zahlung vorzuschlagen.',
  },
} satisfies Translation<typeof englishMessages>;
