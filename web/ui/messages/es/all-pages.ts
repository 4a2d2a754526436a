import type {
  commonMessages as englishCommon,
  findingMessages as englishFinding,
} from '../en/all-pages.ts';
import type { Translation } from '../translation.ts';

/** The Spanish texts that every page has from its first paint on. */
export const commonMessages = {
  testMode: 'Modo de prueba · no se mueve dinero real',
  copy: 'Copiar',
  copied: 'Copiado',
} satisfies Translation<typeof englishCommon>;

/** The Spanish texts about finding wallets. */
export const findingMessages = {
  input: 'Buscando monederos…',
  none: 'No se encontró ningún monedero en este navegador. Abra esta página en el navegador de su monedero, o instale un monedero y recargue la página.',
} satisfies Translation<typeof englishFinding>;
