import type { laterMessages as english } from '../en/later.ts';
import type { Translation } from '../translation.ts';

/** The French texts that every page has once a wallet is chosen, or a host does not answer. */
export const laterMessages = {
  locale: 'fr',
  tryAgain: 'Réessayer',
  back: 'Retour',
  otherWallet: 'Utiliser un autre portefeuille',
  unloaded: 'Une partie de cette page n’a pas pu être chargée. Rechargez la page pour continuer.',
  connecting: {
    title: (wallet) => `Ouvrez ${wallet} pour continuer`,
    text: 'Votre portefeuille demande si cette page peut voir votre adresse. Si rien ne s’affiche, ouvrez vous-même le portefeuille.',
  },
} satisfies Translation<typeof english>;
