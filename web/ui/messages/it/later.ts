import type { laterMessages as english } from '../en/later.ts';
import type { Translation } from '../translation.ts';

/** The Italian texts that every page has once a wallet is chosen, or a host does not answer. */
export const laterMessages = {
  locale: 'it',
  tryAgain: 'Riprova',
  back: 'Indietro',
  otherWallet: 'Usa un altro wallet',
  unloaded: 'Una parte di questa pagina non è stata caricata. Ricarichi la pagina per continuare.',
  connecting: {
    title: (wallet) => `Apra ${wallet} per continuare`,
    text: 'Il suo wallet chiede se questa pagina può vedere il suo indirizzo. Se non compare nulla, apra direttamente il wallet.',
  },
} satisfies Translation<typeof english>;
