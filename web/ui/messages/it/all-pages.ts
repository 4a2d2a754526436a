import type {
  commonMessages as englishCommon,
  findingMessages as englishFinding,
} from '../en/all-pages.ts';
import type { Translation } from '../translation.ts';

/** The Italian texts that every page has from its first paint on. */
export const commonMessages = {
  testMode: 'Modalità di prova · nessun denaro reale si muove',
  copy: 'Copia',
  copied: 'Copiato',
} satisfies Translation<typeof englishCommon>;

/** The Italian texts about finding wallets. */
export const findingMessages = {
  input: 'Ricerca dei wallet…',
  none: 'In questo browser non è stato trovato alcun wallet. Apra questa pagina nel browser del suo wallet, o installi un wallet e ricarichi la pagina.',
} satisfies Translation<typeof englishFinding>;
