import type {
  commonMessages as englishCommon,
  findingMessages as englishFinding,
} from '../en/all-pages.ts';
import type { Translation } from '../translation.ts';

/** The French texts that every page has from its first paint on. */
export const commonMessages = {
  testMode: 'Mode test · aucun argent réel ne circule',
  copy: 'Copier',
  copied: 'Copié',
} satisfies Translation<typeof englishCommon>;

/** The French texts about finding wallets. */
export const findingMessages = {
  input: 'Recherche de portefeuilles…',
  none: 'Aucun portefeuille n’a été trouvé dans ce navigateur. Ouvrez cette page dans le navigateur de votre portefeuille, ou installez un portefeuille et rechargez la page.',
} satisfies Translation<typeof englishFinding>;
