import type {
  commonMessages as englishCommon,
  findingMessages as englishFinding,
} from '../en/all-pages.ts';
import type { Translation } from '../translation.ts';

/** The Turkish texts that every page has from its first paint on. */
export const commonMessages = {
  testMode: 'Test modu · gerçek para hareket etmez',
  copy: 'Kopyala',
  copied: 'Kopyalandı',
} satisfies Translation<typeof englishCommon>;

/** The Turkish texts about finding wallets. */
export const findingMessages = {
  input: 'Cüzdanlar aranıyor…',
  none: 'Bu tarayıcıda cüzdan bulunamadı. Bu sayfayı cüzdanınızın kendi tarayıcısında açın veya bir cüzdan kurup sayfayı yenileyin.',
} satisfies Translation<typeof englishFinding>;
