import type { Translation } from '../../../ui/messages/translation.ts';
import type { safeAppMessages as english } from '../en/safe-app.ts';

/** The Italian texts of a page within another page, loaded there only. */
export const safeAppMessages = {
  wallet: 'Safe',
  title: 'Qui non si può firmare nulla',
  open: 'Apri questo pagamento in una nuova finestra',
  problems: {
    alone:
      'Questa pagina è mostrata all’interno di un’altra pagina. Il suo wallet funziona in una finestra propria.',
    network: (network) =>
      `Questo pagamento si effettua su ${network}, e il Safe aperto qui è su un’altra rete. Scelga un Safe su ${network} per pagare con esso, o paghi in una finestra propria.`,
    not_safe: (network) =>
      `L’account aperto qui non è un Safe di una versione nota su ${network}. Ne scelga un altro per pagare con esso, o paghi in una finestra propria.`,
    read_only:
      'Sta solo visualizzando questo Safe. Colleghi un wallet di uno dei suoi proprietari per proporre il pagamento.',
  },
} satisfies Translation<typeof english>;
