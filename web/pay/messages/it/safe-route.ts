import { LOCALE } from '../../../ui/messages/it/language.ts';
import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { safeRouteMessages as english } from '../en/safe-route.ts';

const NOTHING = 'Non è stato inviato nulla.';
const ACTIVITY = 'Guardi la sua attività prima di pagare di nuovo.';

/** The Italian texts of Safes that pay from another network, loaded for those. */
export const safeRouteMessages = {
  problems: {
    not_atomic: `Il suo wallet non può fare queste chiamate come un’unica transazione. ${NOTHING}`,
    chain: `Il suo Safe non è su questa rete. ${NOTHING}`,
    upgrade_refused: `Il suo account resta com’è: l’aggiornamento è stato rifiutato. ${NOTHING}`,
    too_large: `Sono troppe chiamate per il suo wallet. ${NOTHING}`,
    duplicate: `Il suo wallet segnala di avere già queste chiamate. ${ACTIVITY}`,
    unknown: `Il suo wallet non sa che fine abbiano fatto le chiamate. ${ACTIVITY}`,
    not_sent:
      'Il suo wallet non è riuscito a inviare le chiamate alla rete. Non è stato pagato nulla.',
    reverted:
      'La rete ha rifiutato tutte le chiamate: non è stato pagato nulla, è stata spesa solo la sua commissione.',
    partly: `Il suo wallet ha fatto solo alcune delle chiamate, benché dovesse farle tutte o nessuna. ${ACTIVITY}`,
  },
  sources: (network) => `Con ciò che il suo Safe ha su ${network}`,
  sourcesNote: (network) =>
    `Lo stesso Safe non è stato trovato su ${network}. Ciò che non può essere consegnato lì tornerebbe a uno dei proprietari del suo Safe, e solo questa persona avrebbe allora il denaro.`,
  owner: 'Scelga a chi torna',
  propose: (calls, network) =>
    `Lei propone ${plural(LOCALE, calls, { one: `${calls} chiamata`, other: `${calls} chiamate` })} al suo Safe su ${network} come un’unica transazione: avviene tutto o nulla. Non viene pagato nulla prima che abbastanza proprietari abbiano firmato e uno di loro la esegua.`,
  atOnce: (calls) =>
    `Il suo account fa ${plural(LOCALE, calls, { one: `${calls} chiamata`, other: `${calls} chiamate` })} come un’unica transazione: avviene tutto o nulla.`,
  pay: (taken, paid, network) =>
    `La chiamata del contratto del bridge preleva ${taken} dal suo Safe e paga ${paid} su ${network} a`,
  until: (when) =>
    `Abbastanza proprietari devono firmarla ed eseguirla entro il termine: ${when}. Dopo non riesce, e con essa non viene pagato nulla.`,
  button: (amount) => `Proponi ${amount}`,
  returns: (when, symbol) =>
    `Se non è possibile pagare lì (termine: ${when}), il denaro torna${symbol === undefined ? '' : ` in ${symbol}`} a`,
  toSafe: (source, destination) =>
    `È il suo Safe su ${source}. Ciò che fosse già arrivato su ${destination} va allo stesso indirizzo su quella rete, al quale il servizio di pagamento ha letto lo stesso Safe.`,
  toOwner:
    'È il proprietario del suo Safe che lei ha scelto. Solo questa persona ha allora il denaro.',
} satisfies Translation<typeof english>;
