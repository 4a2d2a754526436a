import type {
  commonMessages as englishCommon,
  findingMessages as englishFinding,
} from '../en/all-pages.ts';
import type { Translation } from '../translation.ts';

/** The Portuguese texts that every page has from its first paint on. */
export const commonMessages = {
  testMode: 'Modo de teste · nenhum dinheiro real é movimentado',
  copy: 'Copiar',
  copied: 'Copiado',
} satisfies Translation<typeof englishCommon>;

/** The Portuguese texts about finding wallets. */
export const findingMessages = {
  input: 'Procurando carteiras…',
  none: 'Nenhuma carteira foi encontrada neste navegador. Abra esta página no navegador da sua carteira, ou instale uma carteira e recarregue a página.',
} satisfies Translation<typeof englishFinding>;
