import type { Translation } from '../../../ui/messages/translation.ts';
import type { walletCallsMessages as english } from '../en/wallet-calls.ts';

const ONE_BY_ONE = 'Non è stato inviato nulla. Firmi qui una chiamata dopo l’altra.';
const ACTIVITY = 'Guardi la sua attività prima di pagare di nuovo.';

/** The Italian texts of several calls that a wallet makes at once, loaded once one does. */
export const walletCallsMessages = {
  underWay:
    'Il suo wallet sta ancora facendo le chiamate di questo pagamento. Questa pagina prosegue non appena sono in un blocco. Non paghi di nuovo.',
  problems: {
    not_atomic: `Il suo wallet non può fare tutte queste chiamate insieme o nessuna. ${ONE_BY_ONE}`,
    chain: `Il suo wallet non può fare più chiamate insieme su questa rete. ${ONE_BY_ONE}`,
    upgrade_refused: `Il suo account resta com’è: l’aggiornamento è stato rifiutato. ${ONE_BY_ONE}`,
    too_large: `Sono troppe chiamate per una sola firma nel suo wallet. ${ONE_BY_ONE}`,
    duplicate: `Il suo wallet segnala di avere già queste chiamate. ${ACTIVITY}`,
    unknown: `Il suo wallet non sa che fine abbiano fatto le chiamate. ${ACTIVITY}`,
    not_sent:
      'Il suo wallet non è riuscito a inviare le chiamate alla rete. Non è stato pagato nulla. Firmi qui una chiamata dopo l’altra.',
    reverted:
      'La rete ha rifiutato tutte le chiamate: non è stato pagato nulla, è stata spesa solo la sua commissione. Firmi qui una chiamata dopo l’altra.',
    partly: `Il suo wallet ha fatto solo alcune delle chiamate, benché dovesse farle tutte o nessuna. ${ACTIVITY}`,
  },
} satisfies Translation<typeof english>;
